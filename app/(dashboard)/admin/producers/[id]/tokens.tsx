"use client";

import { useTranslations } from "use-intl";
import { Moment, useNowRoughly } from "@/app/ui/moment";
import type { OneProducer } from "../types";
import { Entries, Part } from "./part";

/** Active tokens and owner keys; names only. */
export function Tokens({ tokens }: Pick<OneProducer, "tokens">) {
  const t = useTranslations("admin.producer.tokens");
  const tKind = useTranslations("tokens.kindOf");
  const now = useNowRoughly();
  const valid = tokens.filter(
    ({ revokedAt, expiresAt }) => !revokedAt && !(expiresAt && expiresAt.getTime() <= now),
  );
  return (
    <Part title={t("title")} count={valid.length}>
      <Entries
        of={valid}
        keyOf={({ id }) => id}
        none={t("none")}
        name={({ name }) => name}
        says={({ kind, lastUsedAt }) => (
          <>
            {tKind(kind)} ·{" "}
            {lastUsedAt ? t.rich("last", { at: () => <Moment at={lastUsedAt} /> }) : t("never")}
          </>
        )}
      />
    </Part>
  );
}
