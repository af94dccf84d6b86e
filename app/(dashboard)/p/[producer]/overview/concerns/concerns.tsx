"use client";

import { Button, Skeleton } from "@mantine/core";
import { IconCircleCheck } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useTranslations } from "use-intl";
import { LoadFailed } from "@/app/ui/load-failed";
import { useTRPC } from "@/app/ui/trpc";
import type { Range } from "../../../../_stats/preset-range";
import { useUsualRange } from "../../../../_stats/range";
import classes from "./concerns.module.css";
import { Days } from "./days";
import { NextSteps } from "./next-steps";
import type { Concern } from "./types";
import { useConcernWords } from "./words";

const REFETCH_INTERVAL_MS = 60_000;
const MAX_SHOWN = 4;

function One({ concern, range }: { concern: Concern; range: Range }) {
  const id = useId();
  const { heading, sentence } = useConcernWords(concern);
  return (
    <li className={classes.concern} aria-labelledby={id} data-kind={concern.kind}>
      <div className={classes.words}>
        <h3 id={id} className={classes.heading}>
          {heading}
        </h3>
        <p className={classes.sentence}>{sentence}</p>
      </div>
      <Days values={concern.days} />
      <NextSteps concern={concern} range={range} title={heading} />
    </li>
  );
}

/** What is wrong now, most urgent first: where, on which items, since when, and the next step. */
export function Concerns() {
  const t = useTranslations("overview.concerns");
  const [isWhole, setWhole] = useState(false);
  const range = useUsualRange();
  const { data, error, refetch } = useQuery({
    ...useTRPC().overview.concerns.queryOptions({ range }),
    placeholderData: keepPreviousData,
    refetchInterval: REFETCH_INTERVAL_MS,
  });
  const concerns = data ?? [];
  return (
    <section className={classes.concerns} aria-labelledby="concerns">
      <div className={classes.head}>
        <h2 id="concerns" className={classes.title}>
          {t("title")}
        </h2>
        {concerns.length > 0 && <span className={classes.lead}>{t("lead")}</span>}
      </div>
      {!data ? (
        error ? (
          <LoadFailed error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height="6rem" />
        )
      ) : concerns.length === 0 ? (
        <p className={classes.none}>
          <IconCircleCheck size={20} aria-hidden />
          {t("none")}
        </p>
      ) : (
        <ol className={classes.list}>
          {concerns.slice(0, isWhole ? undefined : MAX_SHOWN).map((concern) => (
            <One key={concern.key} concern={concern} range={range} />
          ))}
        </ol>
      )}
      {concerns.length > MAX_SHOWN && (
        <Button variant="subtle" size="sm" onClick={() => setWhole(!isWhole)} aria-expanded={isWhole}>
          {isWhole ? t("fewer") : t("more", { count: concerns.length })}
        </Button>
      )}
    </section>
  );
}
