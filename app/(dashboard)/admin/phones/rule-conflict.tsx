"use client";

import { useFormatter, useTranslations } from "use-intl";
import { FormConflict, type FormConflictProps } from "@/app/ui/form-conflict";
import { FIELDS, type PhoneRuleFields } from "./types";

type RuleConflictProps = Pick<
  FormConflictProps<PhoneRuleFields, (typeof FIELDS)[number]>,
  "conflict" | "onClose" | "onChoose"
>;

/** Conflict dialog: the form's values beside the values saved meanwhile, field by field. */
export function RuleConflict(props: RuleConflictProps) {
  const t = useTranslations("admin.phones");
  const tCommon = useTranslations("common");
  const format = useFormatter();
  return (
    <FormConflict
      {...props}
      fields={FIELDS}
      labels={{
        minimumVersion: t("form.version"),
        physicalOnly: t("devices"),
        unsupportedModels: t("form.models"),
      }}
      say={(state) => ({
        minimumVersion: state.minimumVersion,
        physicalOnly: t(state.physicalOnly ? "physicalOnly" : "anyDevice"),
        unsupportedModels: format.list(state.unsupportedModels) || tCommon("none"),
      })}
    />
  );
}
