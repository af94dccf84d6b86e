"use client";

import { Skeleton } from "@mantine/core";
import dynamic from "next/dynamic";
import { useTranslations } from "use-intl";
import { LoadFailed } from "@/app/ui/load-failed";
import { Verdict } from "@/app/ui/verdict";
import { ENOUGH_SCANS } from "@/server/core/enough-scans";
import { useBarName } from "./bar-name";
import { scansOf, shownRateOf } from "./figures";
import { Panel } from "./panel";
import type { Range } from "./preset-range";
import { useTrend } from "./queries";
import classes from "./trend.module.css";
import { TrendTable } from "./trend-table";
import type { Trend } from "./types";

const VERDICTS = ["original", "unknown", "error", "fake"] as const;

/** Of both charts with the title between them, in pixels. */
const HEIGHT = 364;

const TrendChart = dynamic(() => import("./trend-chart").then(({ TrendChart }) => TrendChart), {
  ssr: false,
  loading: () => <Skeleton height={HEIGHT} />,
});

/** What bars are hatched, and which have no rate, if there are any. */
function Notes({ trend }: { trend: Trend }) {
  const t = useTranslations("overview.trend");
  const { isPartial } = useBarName(trend);
  const isRateLeftOut = trend.bars.some((bar) => scansOf(bar) > 0 && shownRateOf(bar) === undefined);
  const notes = [
    ...(trend.bars.some(isPartial) ? [t("partialNote")] : []),
    ...(isRateLeftOut ? [t("rateNote", { count: ENOUGH_SCANS })] : []),
  ];
  return notes.length > 0 && <p className={classes.note}>{notes.join(" ")}</p>;
}

/** Number of scans over time, as a chart and as a table. */
export function TrendPanel({ range, country }: { range: Range; country: string | undefined }) {
  const t = useTranslations("overview.trend");
  const { data, error, isPlaceholderData, refetch } = useTrend({ range, country });
  const isEmpty = data?.bars.every((bar) => scansOf(bar) === 0);
  const legend = (
    <div className={classes.legend}>
      {VERDICTS.map((verdict) => (
        <Verdict key={verdict} of={verdict} />
      ))}
    </div>
  );
  return (
    <Panel title={t("title")} aside={legend}>
      {!data && error ? (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      ) : (
        <div data-stale={isPlaceholderData || undefined} className={classes.trend}>
          <div className={classes.chart} aria-hidden>
            {data ? (
              isEmpty ? null : (
                <TrendChart trend={data} country={country} />
              )
            ) : (
              <Skeleton height={HEIGHT} />
            )}
          </div>
          {isEmpty && <p className={classes.empty}>{t("empty")}</p>}
          {data && !isEmpty && <Notes trend={data} />}
          {data && !isEmpty && <TrendTable trend={data} country={country} />}
        </div>
      )}
    </Panel>
  );
}
