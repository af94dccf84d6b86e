"use client";

import { useTranslations } from "use-intl";
import classes from "./producers.module.css";

const HEIGHT = 24;
const WIDTH = 96;

/** Sparkline of a count; its label names the maximum and the latest value. */
export function Spark({ values }: { values: number[] }) {
  const t = useTranslations("admin.producers");
  const max = Math.max(1, ...values);
  const x = (at: number) => (WIDTH * at) / Math.max(1, values.length - 1);
  const y = (value: number) => HEIGHT - 1 - ((HEIGHT - 2) * value) / max;
  return (
    <>
      <svg
        className={classes.spark}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden
        focusable={false}
      >
        <line x1={0} x2={WIDTH} y1={HEIGHT - 1} y2={HEIGHT - 1} />
        <polyline points={values.map((value, at) => `${x(at)},${y(value)}`).join(" ")} />
      </svg>
      <span className="visually-hidden">
        {t("trendWords", { most: Math.max(0, ...values), last: values.at(-1) ?? 0 })}
      </span>
    </>
  );
}
