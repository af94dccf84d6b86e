"use client";

import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { differencesOf } from "@/app/ui/conflict";
import { ConflictDialog } from "@/app/ui/conflict-dialog";
import type { Present } from "@/server/trpc/unless-stale";
import { useFieldName, useLineOf, wordsOf } from "../[id]/field-change";
import type { Description } from "./draft";
import { fieldsOf, valueIn, withField } from "./fields";
import type { JsonValue } from "./json";

export interface Conflict {
  /** The state when the form opened. */
  base: Description;
  mine: Description;
  present: Present<Description>;
}

interface DescriptionConflictProps {
  conflict: Conflict;
  onClose: () => void;
  onChoose: (merged: Description) => void;
}

/** Conflict dialog: the form's values beside the values saved meanwhile, field by field. */
export function DescriptionConflict({ conflict, onClose, onChoose }: DescriptionConflictProps) {
  const t = useTranslations("items.history");
  const nameOf = useFieldName();
  const lineOf = useLineOf();
  const { base, mine, present } = conflict;
  const sides = { base, mine, theirs: present.state };
  const steps = new Map(
    Object.values(sides)
      .flatMap(fieldsOf)
      .map((each) => [each.join("\u0000"), each]),
  );
  const stepsOf = (field: string) => steps.get(field) ?? [];
  const show = (value: JsonValue | undefined): ReactNode => {
    if (value === undefined || (Array.isArray(value) && value.length === 0)) return t("nothing");
    if (typeof value === "boolean") return t(value ? "true" : "false");
    return Array.isArray(value) ? value.map(lineOf).join("\n") : wordsOf(value);
  };
  const differences = differencesOf(sides, [...steps.keys()], (state, field) =>
    valueIn(state, stepsOf(field)),
  );
  return (
    <ConflictDialog
      saved={present}
      differences={differences}
      show={(field) => ({
        label: nameOf(stepsOf(field)),
        mine: show(valueIn(mine, stepsOf(field))),
        theirs: show(valueIn(present.state, stepsOf(field))),
      })}
      onClose={onClose}
      onChoose={(theirs) =>
        onChoose(
          [...theirs].reduce((merged, field) => withField(merged, present.state, stepsOf(field)), mine),
        )
      }
    />
  );
}
