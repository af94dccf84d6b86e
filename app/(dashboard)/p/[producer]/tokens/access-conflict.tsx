"use client";

import { useFormatter, useTranslations } from "use-intl";
import { differencesOf } from "@/app/ui/conflict";
import { ConflictDialog } from "@/app/ui/conflict-dialog";
import type { Present } from "@/server/trpc/unless-stale";
import { inOrder, presetOf } from "./presets";
import type { Access } from "./types";

export const FIELDS = ["scopes", "requestsPerMinute", "networks"] as const;

export interface Conflict {
  /** The access when the form opened. */
  base: Access;
  mine: Access;
  present: Present<Access>;
}

interface AccessConflictProps {
  conflict: Conflict;
  onClose: () => void;
  onChoose: (taken: ReadonlySet<string>) => void;
}

/** Conflict dialog: the chosen access of a token beside the access saved meanwhile, field by field. */
export function AccessConflict({
  conflict: { base, mine, present },
  onClose,
  onChoose,
}: AccessConflictProps) {
  const t = useTranslations("tokens.access");
  const tCommon = useTranslations("common");
  const format = useFormatter();
  const label = { scopes: t("label"), requestsPerMinute: t("rate"), networks: t("networks") };
  const say = ({ scopes, requestsPerMinute, networks }: Access) => {
    const preset = presetOf(scopes);
    return {
      scopes: preset
        ? t(`presetOf.${preset}`)
        : format.list(inOrder(scopes ?? []).map((scope) => t(`scopeOf.${scope}`))),
      requestsPerMinute: requestsPerMinute === null ? tCommon("none") : format.number(requestsPerMinute),
      networks: networks ? format.list(networks) : tCommon("none"),
    };
  };
  const said = { mine: say(mine), theirs: say(present.state) };
  return (
    <ConflictDialog
      saved={present}
      differences={differencesOf(
        { base, mine, theirs: present.state },
        FIELDS,
        (access, field) => access[field],
      )}
      show={(field) => ({ label: label[field], mine: said.mine[field], theirs: said.theirs[field] })}
      onClose={onClose}
      onChoose={onChoose}
    />
  );
}
