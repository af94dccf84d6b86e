"use client";

import { useTranslations } from "use-intl";
import { usePercent } from "@/app/ui/percent";
import classes from "./producers.module.css";

interface Share {
  rate: number;
  low: number;
  high: number;
}

/** End of a scale that fits all intervals: 0.1, 0.25, 0.5 or 1. */
export const scaleOf = (shares: (Share | undefined)[]): number => {
  const max = Math.max(0, ...shares.map((share) => share?.high ?? 0));
  return [0.1, 0.25, 0.5].find((end) => max <= end) ?? 1;
};

/**
 * Fake rate: the number and its confidence interval, drawn on a scale from 0 to `scale`. Below the minimum number of
 * scans, only the interval is shown.
 */
export function Rate({
  share,
  isEnough,
  scale,
}: {
  share: Share | undefined;
  isEnough: boolean;
  scale: number;
}) {
  const t = useTranslations("admin.producers");
  const percent = usePercent();
  if (!share) return <span className={classes.dim}>{t("noScans")}</span>;
  const { rate, low, high } = share;
  const at = (value: number) => Math.min(100, (100 * value) / scale);
  return (
    <div className={classes.rate}>
      <div className={classes.numbers}>
        {isEnough ? <strong>{percent(rate)}</strong> : <span className={classes.dim}>{t("tooFew")}</span>}
        <span className={classes.dim}>{t("between", { low: percent(low), high: percent(high) })}</span>
      </div>
      <svg
        className={classes.bar}
        viewBox="0 0 100 8"
        preserveAspectRatio="none"
        aria-hidden
        focusable={false}
      >
        <rect className={classes.ground} x={0} y={3} width={100} height={2} />
        <rect
          className={classes.interval}
          x={at(low)}
          y={1}
          width={Math.max(1, at(high) - at(low))}
          height={6}
        />
        {isEnough && (
          <rect className={classes.point} x={Math.min(98.5, at(rate) - 0.75)} y={0} width={1.5} height={8} />
        )}
      </svg>
    </div>
  );
}
