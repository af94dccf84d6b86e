"use client";

import { Button, Skeleton } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconBell } from "@tabler/icons-react";
import { keepPreviousData, skipToken, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useFormatter, useTranslations } from "use-intl";
import { LoadFailed } from "@/app/ui/load-failed";
import { useTRPC } from "@/app/ui/trpc";
import type { Trial } from "@/server/domain/alerts/schema";
import { useFiguresText } from "../../texts";
import type { BackTest as Tested } from "../../types";
import classes from "./back-test.module.css";
import { Strip } from "./strip";

const DEBOUNCE_MS = 300;
const MAX_COLLAPSED_ROWS = 6;

function Moments({ incidents }: { incidents: Tested["incidents"] }) {
  const t = useTranslations("alerts.test");
  const format = useFormatter();
  const figuresText = useFiguresText();
  const [isWhole, setWhole] = useState(false);
  const newestFirst = incidents.toReversed();
  const shown = isWhole ? newestFirst : newestFirst.slice(0, MAX_COLLAPSED_ROWS);
  return (
    <>
      <ol className={classes.moments} aria-label={t("alerts")}>
        {shown.map(({ at, evidence }) => (
          <li key={at}>
            <IconBell size={16} aria-hidden />
            <time dateTime={new Date(at).toISOString()}>
              {format.dateTime(at, { dateStyle: "medium", timeStyle: "short" })}
            </time>
            <span className={classes.figures}>{figuresText(evidence.figures)}</span>
          </li>
        ))}
      </ol>
      {shown.length < incidents.length && (
        <Button variant="default" size="compact-sm" onClick={() => setWhole(true)}>
          {t("showAll", { count: incidents.length })}
        </Button>
      )}
    </>
  );
}

function Outcome({ tested, kind }: { tested: Tested; kind: Trial["condition"]["kind"] }) {
  const t = useTranslations("alerts.test");
  const count = tested.incidents.length;
  return (
    <>
      <p className={classes.would} role="status">
        {t("result", { count })}
      </p>
      <Strip tested={tested} kind={kind} />
      {tested.levels.every((level) => level === null) && <p className={classes.hint}>{t("few")}</p>}
      {tested.isRough && <p className={classes.hint}>{t("rough")}</p>}
      {count > 0 && <Moments incidents={tested.incidents} />}
    </>
  );
}

/** Shows when the rule would have fired in the last 30 days, while its thresholds are edited. */
export function BackTest({ trial }: { trial: Trial | undefined }) {
  const t = useTranslations("alerts.test");
  // Equal thresholds must give the same object, so that a render starts no new back-test.
  const said = JSON.stringify(trial ?? null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `said` contains everything that a trial holds.
  const stable = useMemo(() => trial, [said]);
  const [settled] = useDebouncedValue(stable, DEBOUNCE_MS);
  const query = useQuery({
    ...useTRPC().alerts.backTest.queryOptions(settled ?? skipToken),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  // A result for another kind of rule says nothing about this one.
  const [ofKind, setOfKind] = useState<{ data: Tested; kind: Trial["condition"]["kind"] }>();
  if (query.data && settled && !query.isPlaceholderData && ofKind?.data !== query.data)
    setOfKind({ data: query.data, kind: settled.condition.kind });
  const isOfThis = ofKind !== undefined && ofKind.kind === trial?.condition.kind;
  const isWaiting = query.isFetching || settled !== stable;
  return (
    <section className={classes.test} aria-label={t("title")} aria-busy={isWaiting}>
      <h2 className={classes.title}>{t("title")}</h2>
      {!trial ? (
        <p className={classes.hint}>{t("incomplete")}</p>
      ) : query.isError ? (
        <LoadFailed error={query.error} onRetry={() => void query.refetch()} />
      ) : isOfThis ? (
        <div data-stale={isWaiting || undefined} className={classes.outcome}>
          <Outcome key={ofKind.kind} tested={ofKind.data} kind={ofKind.kind} />
        </div>
      ) : (
        <Skeleton height="12rem" aria-label={t("loading")} />
      )}
    </section>
  );
}
