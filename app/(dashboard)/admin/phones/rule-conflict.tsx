"use client";

import { useFormatter, useTranslations } from "use-intl";
import { differencesOf } from "@/app/ui/conflict";
import { ConflictDialog } from "@/app/ui/conflict-dialog";
import type { Present } from "@/server/trpc/unless-stale";
import { FIELDS, type PhoneRuleFields } from "./types";

export interface Conflict {
  /** The state when the form opened. */
  base: PhoneRuleFields;
  mine: PhoneRuleFields;
  present: Present<PhoneRuleFields>;
}

interface RuleConflictProps {
  conflict: Conflict;
  onClose: () => void;
  onChoose: (taken: ReadonlySet<string>) => void;
}

/** Conflict dialog: the form's values beside the values saved meanwhile, field by field. */
export function RuleConflict({ conflict: { base, mine, present }, onClose, onChoose }: RuleConflictProps) {
  const t = useTranslations("admin.phones");
  const tCommon = useTranslations("common");
  const format = useFormatter();
  const label = {
    minimumVersion: t("form.version"),
    physicalOnly: t("devices"),
    unsupportedModels: t("form.models"),
  };
  const say = (state: PhoneRuleFields) => ({
    minimumVersion: state.minimumVersion,
    physicalOnly: t(state.physicalOnly ? "physicalOnly" : "anyDevice"),
    unsupportedModels: format.list(state.unsupportedModels) || tCommon("none"),
  });
  const said = { mine: say(mine), theirs: say(present.state) };
  return (
    <ConflictDialog
      saved={present}
      differences={differencesOf(
        { base, mine, theirs: present.state },
        FIELDS,
        (state, field) => state[field],
      )}
      show={(field) => ({ label: label[field], mine: said.mine[field], theirs: said.theirs[field] })}
      onClose={onClose}
      onChoose={onChoose}
    />
  );
}
