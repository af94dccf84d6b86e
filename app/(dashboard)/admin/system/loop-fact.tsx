"use client";

import { useTranslations } from "use-intl";
import { Moment } from "@/app/ui/moment";
import classes from "./system.module.css";
import type { SystemState } from "./types";

const MIN_SHOWN_LAG_MS = 5_000;

interface LoopFactProps {
  loop: Pick<
    SystemState["facts"]["loops"][number],
    "lagMs" | "isLate" | "failingSince" | "failedAt" | "error" | "setAside"
  >;
  /** Formats a number of seconds. */
  span: (seconds: number) => string;
}

/** State of a loop: the failure and its start, the lag, the pieces set aside, and the last error after a recovery. */
export function LoopFact({
  loop: { lagMs, isLate, failingSince, failedAt, error, setAside },
  span,
}: LoopFactProps) {
  const t = useTranslations("admin.system");
  const isBehind = isLate || lagMs >= MIN_SHOWN_LAG_MS;
  const concerns = [
    failingSince && (
      <span key="failing">
        {t.rich("loopFailing", { at: () => <Moment at={failingSince} exact />, error: error ?? "" })}
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
