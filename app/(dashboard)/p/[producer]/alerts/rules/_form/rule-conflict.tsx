"use client";

import { useTranslations } from "use-intl";
import { differencesOf, mergedOf } from "@/app/ui/conflict";
import { ConflictDialog } from "@/app/ui/conflict-dialog";
import type { NewAlertRule } from "@/server/domain/alerts/schema";
import type { Present } from "@/server/trpc/unless-stale";
import { useConditionText, useHours } from "../../texts";

/** The fields that all members share; the mail switch is personal. */
export type RuleFields = Pick<NewAlertRule, "name" | "condition" | "coolDownHours">;

export interface Conflict {
  /** The state when the form opened. */
  base: RuleFields;
  mine: NewAlertRule;
  present: Present<RuleFields>;
}

interface RuleConflictProps {
  conflict: Conflict;
  onClose: () => void;
  onChoose: (merged: NewAlertRule) => void;
}

const FIELDS = ["name", "condition", "coolDownHours"] as const;

/** Conflict dialog: the form's values beside the values saved meanwhile, field by field. */
export function RuleConflict({ conflict: { base, mine, present }, onClose, onChoose }: RuleConflictProps) {
  const t = useTranslations("alerts.form");
  const { state: theirs } = present;
  const hours = useHours();
  const conditions = { mine: useConditionText(mine.condition), theirs: useConditionText(theirs.condition) };
  const label = { name: t("name"), condition: t("conditionField"), coolDownHours: t("coolDown") };
  const said = {
    name: { mine: mine.name, theirs: theirs.name },
    condition: conditions,
    coolDownHours: { mine: hours(mine.coolDownHours), theirs: hours(theirs.coolDownHours) },
  };
  const differences = differencesOf<RuleFields, (typeof FIELDS)[number]>(
    { base, mine, theirs },
    FIELDS,
    (state, field) => state[field],
  );
  return (
    <ConflictDialog
      saved={present}
      differences={differences}
      show={(field) => ({ label: label[field], ...said[field] })}
      onClose={onClose}
      onChoose={(taken) => onChoose(mergedOf(mine, theirs, FIELDS, taken))}
    />
  );
}
