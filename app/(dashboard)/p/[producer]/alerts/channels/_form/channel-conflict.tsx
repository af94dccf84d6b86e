"use client";

import { useTranslations } from "use-intl";
import { differencesOf, mergedOf } from "@/app/ui/conflict";
import { ConflictDialog } from "@/app/ui/conflict-dialog";
import type { Present } from "@/server/trpc/unless-stale";
import type { ChannelDraft, ChannelFields } from "./draft";

export interface Conflict {
  /** The state when the form opened. */
  base: ChannelFields;
  mine: ChannelDraft;
  present: Present<ChannelFields>;
}

interface ChannelConflictProps {
  conflict: Conflict;
  onClose: () => void;
  onChoose: (merged: ChannelDraft) => void;
}

const FIELDS = ["name", "locale", "ruleIds", "isOn", "quietHours"] as const;
type Shared = Pick<ChannelDraft, (typeof FIELDS)[number]>;

/** Conflict dialog: the form's values beside the values saved meanwhile, field by field. */
export function ChannelConflict({
  conflict: { base, mine, present },
  onClose,
  onChoose,
}: ChannelConflictProps) {
  const t = useTranslations("alerts.channels");
  const tQuiet = useTranslations("quietHours");
  const { state: theirs } = present;
  const label = {
    name: t("name"),
    locale: t("language"),
    ruleIds: t("rules"),
    isOn: t("state"),
    quietHours: tQuiet("title"),
  };
  const said = ({ name, locale, ruleIds, isOn, quietHours }: Shared) => ({
    name,
    locale: t(`languages.${locale}`),
    ruleIds: ruleIds === null ? t("allRules") : t("ruleCount", { count: ruleIds.length }),
    isOn: isOn ? t("on") : t("off"),
    quietHours: quietHours ? `${quietHours.from}–${quietHours.to}, ${quietHours.timeZone}` : tQuiet("none"),
  });
  const [ours, saved] = [said(mine), said(theirs)];
  return (
    <ConflictDialog
      saved={present}
      differences={differencesOf<Shared, (typeof FIELDS)[number]>(
        { base, mine, theirs },
        FIELDS,
        (state, field) => state[field],
      )}
      show={(field) => ({ label: label[field], mine: ours[field], theirs: saved[field] })}
      onClose={onClose}
      onChoose={(taken) => onChoose(mergedOf(mine, theirs, FIELDS, taken))}
    />
  );
}
