"use client";

import { useTranslations } from "use-intl";
import { differencesOf, mergedOf } from "@/app/ui/conflict";
import { ConflictDialog } from "@/app/ui/conflict-dialog";
import type { Present } from "@/server/trpc/unless-stale";
import { wordsOf } from "../../items/[id]/field-change";
import { useEventName } from "../event-names";
import type { OpenedHook } from "../types";

/** The editable fields of a webhook. */
export type HookFields = Pick<OpenedHook, "url" | "events" | "data">;

export interface Conflict {
  /** The state when the form opened. */
  base: HookFields;
  mine: HookFields;
  present: Present<HookFields>;
}

interface HookConflictProps {
  conflict: Conflict;
  onClose: () => void;
  onChoose: (merged: HookFields) => void;
}

const FIELDS = ["url", "events", "data"] as const;

/** Events are a set: their order is no difference. */
const valueIn = (hook: HookFields, field: (typeof FIELDS)[number]) =>
  field === "events" ? hook.events.toSorted() : hook[field];

/** Conflict dialog: the form's values beside the values saved meanwhile, field by field. */
export function HookConflict({ conflict: { base, mine, present }, onClose, onChoose }: HookConflictProps) {
  const t = useTranslations("webhooks");
  const tCommon = useTranslations("common");
  const { state: theirs } = present;
  const nameOf = useEventName();
  const label = { url: t("create.url"), events: t("create.events"), data: t("create.data") };
  const say = ({ url, events, data }: HookFields) => ({
    url,
    events: events
      .map((name) => (name === "*" ? t("allEvents") : nameOf(name)))
      .toSorted()
      .join("\n"),
    data: Object.keys(data).length === 0 ? tCommon("none") : wordsOf(data),
  });
  const said = { mine: say(mine), theirs: say(theirs) };
  return (
    <ConflictDialog
      saved={present}
      differences={differencesOf<HookFields, (typeof FIELDS)[number]>(
        { base, mine, theirs },
        FIELDS,
        valueIn,
      )}
      show={(field) => ({ label: label[field], mine: said.mine[field], theirs: said.theirs[field] })}
      onClose={onClose}
      onChoose={(taken) => onChoose(mergedOf(mine, theirs, FIELDS, taken))}
    />
  );
}
