"use client";

import { useFormatter, useTranslations } from "use-intl";
import { usePercent } from "@/app/ui/percent";
import { DAY_MS } from "@/server/core/time";
import type { Kind } from "@/server/domain/alerts/schema";
import type { BackTest } from "../../types";
import classes from "./back-test.module.css";

const WIDTH = 720;
const HEIGHT = 96;
const TICKS = 4;

/** Line segments through the hours with a value; hours with too few scans leave gaps. */
function linesOf(levels: (number | null)[], top: number): string[] {
  const step = WIDTH / Math.max(1, levels.length - 1);
  const lines: string[][] = [[]];
  for (const [index, level] of levels.entries()) {
    if (level === null) lines.push([]);
    else lines.at(-1)?.push(`${(index * step).toFixed(1)},${(HEIGHT - (level / top) * HEIGHT).toFixed(1)}`);
  }
  return lines.filter((points) => points.length > 0).map((points) => points.join(" "));
}

/** The last 30 days as a line, with the threshold and a mark wherever the rule would have fired. */
export function Strip({ tested, kind }: { tested: BackTest; kind: Kind }) {
  const t = useTranslations("alerts.test");
  const format = useFormatter();
  const percentText = usePercent();
  const { from, until, levels, threshold, incidents } = tested;
  const max = Math.max(0, ...levels.map((level) => level ?? 0));
  const top = Math.max(max, threshold, 1) * 1.1;
  const across = (at: number) => `${((100 * (at - from)) / (until - from)).toFixed(2)}%`;
  const ticks = Array.from({ length: TICKS }, (_, index) => from + index * ((until - from) / TICKS));
  const level = t(`level.${kind}`);
  const textOf = (value: number) =>
    kind === "fakeRate" ? percentText(value / 100) : format.number(value, { maximumFractionDigits: 1 });
  return (
    <figure className={classes.figure}>
      <figcaption className={classes.caption}>
        <span>{level}</span>
        <span className={classes.threshold}>
          {t("threshold")} {textOf(threshold)}
        </span>
      </figcaption>
      <div className={classes.plot}>
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={t("picture", { level, most: textOf(max), threshold: textOf(threshold) })}
        >
          {linesOf(levels, top).map((points) => (
            <polyline key={points} className={classes.line} points={points} />
          ))}
          <line
            className={classes.limit}
            x1={0}
            x2={WIDTH}
            y1={HEIGHT - (threshold / top) * HEIGHT}
            y2={HEIGHT - (threshold / top) * HEIGHT}
          />
        </svg>
        {incidents.map(({ at }) => (
          <span
            key={at}
            className={classes.mark}
            style={{ left: across(at) }}
            title={format.dateTime(at, { dateStyle: "medium", timeStyle: "short" })}
          />
        ))}
      </div>
      <div className={classes.axis} aria-hidden>
        {ticks.map((at) => (
          <span key={at}>
            {format.dateTime(Math.floor(at / DAY_MS) * DAY_MS, { day: "numeric", month: "short" })}
          </span>
        ))}
        <span>{t("now")}</span>
      </div>
    </figure>
  );
}
