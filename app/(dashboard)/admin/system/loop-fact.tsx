"use client";

import { useTranslations } from "use-intl";
import { Moment } from "@/app/ui/moment";
import classes from "./system.module.css";
import type { SystemState } from "./types";

const WORTH_SAYING_MS = 5_000;

interface LoopFactProps {
  loop: Pick<
    SystemState["facts"]["loops"][number],
    "lagMs" | "isLate" | "failingSince" | "failedAt" | "error" | "setAside"
  >;
  /** A number of seconds in words. */
  span: (seconds: number) => string;
}

/** The state of a loop: since when it fails and why, its lag, what it has set aside, and its last error once it works again. */
export function LoopFact({
  loop: { lagMs, isLate, failingSince, failedAt, error, setAside },
  span,
}: LoopFactProps) {
  const t = useTranslations("admin.system");
  const isBehind = isLate || lagMs >= WORTH_SAYING_MS;
  const concerns = [
    failingSince && (
      <span key="failing">
        {t.rich("loopFailing", { at: () => <Moment at={failingSince} />, error: error ?? "" })}
      </span>
    ),
    isBehind && <span key="lag">{t("loopBehind", { span: span(lagMs / 1000) })}</span>,
    setAside > 0 && <span key="aside">{t("loopSetAside", { count: setAside })}</span>,
  ].filter(Boolean);
  return (
    <span className={classes.told}>
      {concerns.length === 0 ? <span>{t("loopRuns")}</span> : concerns}
      {failedAt && !failingSince && (
        <small className={classes.past}>
          {t.rich("loopLastError", { at: () => <Moment at={failedAt} />, error: error ?? "" })}
        </small>
      )}
    </span>
  );
}
