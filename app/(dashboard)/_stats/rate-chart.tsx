"use client";

import { LineChart } from "@mantine/charts";
import { useTranslations } from "use-intl";
import { usePercent } from "@/app/ui/percent";
import { useBarName } from "./bar-name";
import { AXIS_WIDTH, SYNC } from "./chart-frame";
import { shownRateOf } from "./figures";
import type { Trend } from "./types";

/** The fake rate of each bar as a line with its own axis, below the bars and as wide. Bars with too few scans leave a gap. */
export function RateChart({ trend }: { trend: Trend }) {
  const t = useTranslations("overview.trend");
  const percent = usePercent();
  const { long } = useBarName(trend);
  const nameOf = (from: unknown) => {
    const bar = trend.bars.find((bar) => bar.from === Number(from));
    return bar ? long(bar) : "";
  };
  return (
    <LineChart
      h={104}
      data={trend.bars.map((bar) => ({ from: bar.from, rate: shownRateOf(bar) ?? null }))}
      dataKey="from"
      series={[{ name: "rate", label: t("rate"), color: "var(--verdict-fake)" }]}
      curveType="linear"
      connectNulls={false}
      strokeWidth={2}
      dotProps={{ r: 2.5 }}
      tickLine="none"
      gridAxis="x"
      withXAxis={false}
      valueFormatter={percent}
      yAxisProps={{ width: AXIS_WIDTH, domain: [0, "auto"], tickCount: 3, interval: 0 }}
      xAxisProps={{ scale: "band" }}
      tooltipAnimationDuration={0}
      tooltipProps={{ labelFormatter: nameOf }}
      lineChartProps={{ accessibilityLayer: false, syncId: SYNC }}
      lineProps={{ isAnimationActive: false }}
    />
  );
}
