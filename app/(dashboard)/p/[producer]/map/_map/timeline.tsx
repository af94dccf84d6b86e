"use client";

import { ActionIcon, Button } from "@mantine/core";
import { IconPlayerPause, IconPlayerPlay } from "@tabler/icons-react";
import { useEffect, useMemo, useState } from "react";
import { useFormatter, useTranslations } from "use-intl";
import { allOf, type Counts, NO_COUNTS, sumOf, wantedOf } from "./counts";
import { type Days, startOfDay } from "./days";
import type { MapState } from "./map-state";
import classes from "./timeline.module.css";
import type { ShownCells } from "./view";

const STEP_MS = 700;

interface TimelineProps {
  mapState: MapState;
  shown: ShownCells;
  counts: (Counts & { day: string })[];
}

/** Sums of the scans in each step of the range. */
function useSums(steps: Days[], counts: TimelineProps["counts"]): Counts[] {
  return useMemo(() => {
    const sums = steps.map(() => NO_COUNTS);
    let step = 0;
    for (const { day, ...one } of counts) {
      while (step < steps.length - 1 && day > (steps[step]?.to ?? day)) step++;
      sums[step] = sumOf(sums[step] ?? NO_COUNTS, one);
    }
    return sums;
  }, [steps, counts]);
}

/** Formats UTC days. */
function useDaysText(): (days: Days) => string {
  const format = useFormatter();
  const options = { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" } as const;
  const text = (day: string) => format.dateTime(startOfDay(day), options);
  // `formatRange` is avoided: Node and browsers use different spaces in it.
  return ({ from, to }) => (from === to ? text(from) : `${text(from)} – ${text(to)}`);
}

/** Scans over time; plays or selects single steps on the map. */
export function Timeline({ mapState: { state, setState, days }, shown, counts }: TimelineProps) {
  const t = useTranslations("map.timeline");
  const daysText = useDaysText();
  const [isPlaying, setPlaying] = useState(false);
  const { steps, index } = shown;
  const sums = useSums(steps, counts);
  const max = Math.max(1, ...sums.map((sum) => wantedOf(sum, state.verdict)));
  const current = index < 0 ? undefined : steps[index];
  const last = steps.length - 1;
  const hasCome = !shown.query.isPlaceholderData;

  const go = (to: number) => void setState({ at: steps[to]?.from ?? null });

  // biome-ignore lint/correctness/useExhaustiveDependencies: the next step starts only after this one is shown.
  useEffect(() => {
    if (!isPlaying || !hasCome) return;
    if (index >= last) return setPlaying(false);
    const timer = setTimeout(() => go(index + 1), STEP_MS);
    return () => clearTimeout(timer);
  }, [isPlaying, hasCome, index, last]);

  const play = () => {
    if (!isPlaying && (index < 0 || index >= last)) go(0);
    setPlaying(!isPlaying);
  };
  const said = (step: number) => {
    const sum = sums[step] ?? NO_COUNTS;
    const range = steps[step] ?? days;
    return t("step", { days: daysText(range), count: allOf(sum), fakes: sum.fake });
  };

  return (
    <div className={classes.timeline}>
      <ActionIcon variant="default" size={36} aria-label={t(isPlaying ? "pause" : "play")} onClick={play}>
        {isPlaying ? <IconPlayerPause size={18} aria-hidden /> : <IconPlayerPlay size={18} aria-hidden />}
      </ActionIcon>
      <div className={classes.track}>
        <svg
          className={classes.bars}
          viewBox={`0 0 ${steps.length} 100`}
          preserveAspectRatio="none"
          aria-hidden
        >
          {sums.map((sum, step) => {
            const wanted = (wantedOf(sum, state.verdict) / max) * 100;
            const fakes = state.verdict === null ? (sum.fake / max) * 100 : 0;
            return (
              <g key={steps[step]?.from} data-off={(index >= 0 && step !== index) || undefined}>
                <rect x={step + 0.1} width={0.8} y={100 - wanted} height={wanted} className={classes.bar} />
                <rect x={step + 0.1} width={0.8} y={100 - fakes} height={fakes} className={classes.fakeBar} />
              </g>
            );
          })}
        </svg>
        <input
          type="range"
          className={classes.slider}
          min={0}
          max={last}
          value={Math.max(0, index < 0 ? last : index)}
          aria-label={t("label")}
          aria-valuetext={current ? said(index) : t("whole", { days: daysText(days) })}
          data-whole={index < 0 || undefined}
          onChange={({ currentTarget }) => {
            setPlaying(false);
            go(Number(currentTarget.value));
          }}
        />
      </div>
      <div className={classes.when}>
        <span className="figures">{daysText(current ?? days)}</span>
        {current && (
          <Button
            size="compact-xs"
            variant="subtle"
            onClick={() => {
              setPlaying(false);
              void setState({ at: null });
            }}
          >
            {t("all")}
          </Button>
        )}
      </div>
    </div>
  );
}
