"use client";

import { useTranslations } from "use-intl";
import { ServiceActs } from "../service-acts";

/** Who changed the rules last, and how. */
export function RuleActs() {
  const t = useTranslations("admin.phones.auditEvents");
  return <ServiceActs kind="phoneRule" title={t("title")} none={t("none")} />;
}
