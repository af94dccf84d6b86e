"use client";

import { useQuery } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "use-intl";
import { useNowRoughly } from "@/app/ui/moment";
import { useTRPC } from "@/app/ui/trpc";
import { DAY_MS } from "@/server/core/time";
import classes from "./cases.module.css";
import { useDuration } from "./duration";
import { useMoney } from "./money";
import { useToday } from "./today";

const DAYS = 30;

/** What became of the cases of the last 30 days. */
export function CaseFigures() {
  const t = useTranslations("cases.figures");
  const format = useFormatter();
  const durationText = useDuration();
  const moneyText = useMoney();
  const now = useNowRoughly();
  const today = useToday();
  // By the day, so that the question stays the same while the page is open.
  const from = Math.floor(now / DAY_MS) * DAY_MS - DAYS * DAY_MS;
  const { data } = useQuery(useTRPC().cases.figures.queryOptions({ from, today }));
  const figure = (count: number | undefined) => (count === undefined ? "–" : format.number(count));
  const facts = [
    [t("open"), figure(data?.open), data && data.overdue > 0 ? t("overdue", { count: data.overdue }) : ""],
    [t("opened"), figure(data?.opened), t("period")],
    [
      t("confirmed"),
      figure(data?.confirmed),
      data && data.dismissed > 0 ? t("dismissed", { count: data.dismissed }) : t("period"),
    ],
    [t("decision"), data?.msToDecision == null ? "–" : durationText(data.msToDecision), t("period")],
    [
      t("value"),
      data && data.value.length > 0 ? data.value.map(moneyText).join(", ") : "–",
      data && data.value.length > 0 ? t("period") : t("noValue"),
    ],
  ] as const;
  return (
    <dl className={classes.figures} aria-label={t("label")}>
      {facts.map(([name, value, hint]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <span className={classes.value}>{value}</span>
            <span className={classes.hint}>{hint || "\u00a0"}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
