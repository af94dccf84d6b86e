"use client";

import { useTranslations } from "use-intl";
import { ServiceAuditEvents } from "../service-audit-events";

/** Who changed the rules last, and how. */
export function RuleAuditEvents() {
  const t = useTranslations("admin.phones.auditEvents");
  return <ServiceAuditEvents kind="phoneRule" title={t("title")} none={t("none")} />;
}
