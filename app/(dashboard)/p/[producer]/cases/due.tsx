"use client";

import { useFormatter, useTranslations } from "use-intl";
import { isIn, OPEN_STATES, type State } from "@/server/domain/cases/schema";
import classes from "./cases.module.css";
import { useToday } from "./today";

/** The day by which something has to be done; an open case whose day has passed says so. */
export function Due({ dueOn, state }: { dueOn: string | null; state: State }) {
  const t = useTranslations("cases");
  const format = useFormatter();
  const today = useToday();
  if (dueOn === null) return <span className={classes.dim}>{t("noDue")}</span>;
  const isOverdue = dueOn < today && isIn(OPEN_STATES, state);
  return (
    <span className={isOverdue ? classes.overdue : undefined}>
      {format.dateTime(new Date(`${dueOn}T00:00Z`), { dateStyle: "medium", timeZone: "UTC" })}
      {isOverdue && ` · ${t("overdue")}`}
    </span>
  );
}
