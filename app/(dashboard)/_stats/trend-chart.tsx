"use client";

import "@mantine/charts/styles.css";
import { BarChart } from "@mantine/charts";
import { type BarShapeProps, Rectangle } from "recharts";
import { useFormatter, useTranslations } from "use-intl";
import { useRouter } from "@/app/ui/link";
import { useBarName } from "./bar-name";
import { AXIS_WIDTH, SYNC } from "./chart-frame";
import { RateChart } from "./rate-chart";
import { useScansHref } from "./scope";
import classes from "./trend.module.css";
import type { Trend } from "./types";

const SCANS_HEIGHT = 220;
const HATCH = "partial-bar";

/** From the axis upwards; the verdicts that need attention come first. */
const STACK = ["fake", "error", "unknown", "original"] as const;

interface TrendChartProps {
  trend: Trend;
  country: string | undefined;
}

/** Trend as bars; each segment links to its scans. Hidden from screen readers: the table has the same figures. */
export function TrendChart({ trend, country }: TrendChartProps) {
  const t = useTranslations("common.verdict");
  const tRate = useTranslations("overview.trend");
  const format = useFormatter();
  const router = useRouter();
  const hrefOf = useScansHref();
  const { short, long, isPartial } = useBarName(trend);
  const barAt = (from: unknown) => trend.bars.find((bar) => bar.from === Number(from));
  const nameOf = (from: unknown, name: typeof short) => {
    const bar = barAt(from);
    return bar ? name(bar) : "";
  };
  return (
    <>
      <Hatch />
      <BarChart
        h={SCANS_HEIGHT}
        data={trend.bars}
        dataKey="from"
        type="stacked"
        series={STACK.map((verdict) => ({
          name: verdict,
          label: t(verdict),
          color: verdict === "error" ? "var(--verdict-error-mark)" : `var(--verdict-${verdict})`,
        }))}
        withLegend={false}
        tickLine="none"
        gridAxis="x"
        valueFormatter={(value) => format.number(value)}
        xAxisProps={{ tickFormatter: (from: unknown) => nameOf(from, short), minTickGap: 24 }}
        yAxisProps={{ allowDecimals: false, width: AXIS_WIDTH }}
        tooltipAnimationDuration={0}
        tooltipProps={{ labelFormatter: (from: unknown) => nameOf(from, long) }}
        barChartProps={{ accessibilityLayer: false, barCategoryGap: "18%", syncId: SYNC }}
        barProps={(series) => ({
          isAnimationActive: false,
          shape: (bar: BarShapeProps) => {
            const of = barAt(bar.payload.from);
            return <Rectangle {...bar} mask={of && isPartial(of) ? `url(#${HATCH})` : ""} />;
          },
          cursor: "pointer",
          onClick: ({ payload }: { payload?: { from?: number } }) => {
            const bar = barAt(payload?.from);
            if (bar) router.push(hrefOf(bar, { country, verdict: series.name }));
          },
        })}
      />
      <p className={classes.rate}>{tRate("rate")}</p>
      <RateChart trend={trend} />
    </>
  );
}

/** Mask that stripes the bars of partial periods. */
const Hatch = () => (
  <svg width={0} height={0} aria-hidden className={classes.hatch}>
    <defs>
      <pattern
        id={`${HATCH}-stripes`}
        width={6}
        height={6}
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <rect width={6} height={6} fill="#000" />
        <rect width={3.5} height={6} fill="#fff" />
      </pattern>
      <mask id={HATCH} maskUnits="userSpaceOnUse" x={0} y={0} width={4_000} height={400}>
        <rect width={4_000} height={400} fill={`url(#${HATCH}-stripes)`} />
      </mask>
    </defs>
  </svg>
);
