"use client";

import { useTranslations } from "use-intl";
import { ServiceAuditEvents } from "../service-audit-events";

/** Latest changes of the phone rules. */
export function RuleAuditEvents() {
  const t = useTranslations("admin.phones.auditEvents");
  return <ServiceAuditEvents kind="phoneRule" title={t("title")} none={t("none")} />;
}
