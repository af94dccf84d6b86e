"use client";

import { useTranslations } from "use-intl";
import { HookState } from "@/app/(dashboard)/p/[producer]/webhooks/hook-state";
import type { OneProducer } from "../types";
import { Entries, Part } from "./part";
import classes from "./producer.module.css";

/** Health of the producer's webhooks: counts, and the failing ones by host. */
export function Hooks({ hooks: { all, failing, switchedOff, troubled } }: Pick<OneProducer, "hooks">) {
  const t = useTranslations("admin.producer.hooks");
  return (
    <Part title={t("title")} count={all}>
      <p className={classes.text}>{t("state", { failing, switchedOff })}</p>
      {troubled.length > 0 && (
        <Entries
          of={troubled}
          keyOf={({ id }) => id}
          none=""
          name={({ host }) => host}
          says={(hook) => <HookState hook={{ ...hook, executed: 1 }} />}
        />
      )}
    </Part>
  );
}
