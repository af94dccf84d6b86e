"use client";

import { useTranslations } from "use-intl";
import { Moment } from "@/app/ui/moment";
import { Entries, Part } from "./part";
import type { OneProducer } from "./producer";

/** Who belongs to the producer, and when they were here last. */
export function Members({ members }: Pick<OneProducer, "members">) {
  const t = useTranslations("admin.producer.members");
  const tRole = useTranslations("common.role");
  return (
    <Part title={t("title")} count={members.length}>
      <Entries
        of={members}
        keyOf={({ personId }) => personId}
        none={t("none")}
        name={({ name }) => name}
        says={({ role, lastSignInAt, disabledAt }) => (
          <>
            {tRole(role)}
            {disabledAt && ` · ${t("disabled")}`} ·{" "}
            {lastSignInAt ? t.rich("last", { at: () => <Moment at={lastSignInAt} /> }) : t("never")}
          </>
        )}
      />
    </Part>
  );
}
