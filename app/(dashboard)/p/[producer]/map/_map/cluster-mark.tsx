"use client";

import { useTranslations } from "use-intl";
import { usePercent } from "@/app/ui/percent";
import { type Cluster, markSize } from "./clusters";
import { colourOfStep, inkOfStep } from "./colours";
import { fakeRate, stepOf } from "./counts";
import classes from "./marks.module.css";
import { usePlaceText } from "./place-text";
import { useShortNumber } from "./rate";

const RING = 3.5;

/** SVG circle attributes that fill a part of a ring, clockwise from the top. */
export const arc = (part: number, r: number) => {
  const length = 2 * Math.PI * r;
  return { r, strokeDasharray: `${part * length} ${length}` };
};

/** Label of a mark for screen readers. */
export function useClusterText(): (cluster: Cluster) => string {
  const t = useTranslations("map");
  const percent = usePercent();
  const placeText = usePlaceText();
  return ({ wanted, counts, latitude, longitude }) =>
    t("cluster", {
      count: wanted,
      place: placeText(latitude, longitude),
      fakes: counts.fake,
      rate: percent(fakeRate(counts)),
    });
}

/** Mark for the scans of one place: a number coloured by fake rate, in a ring that shows the rate as an arc. */
export function ClusterMark({ cluster, onOpen }: { cluster: Cluster; onOpen: () => void }) {
  const short = useShortNumber();
  const text = useClusterText()(cluster);
  const rate = fakeRate(cluster.counts);
  const size = markSize(cluster.wanted);
  const middle = size / 2;
  const step = stepOf(rate);
  return (
    <button
      type="button"
      className={classes.bubble}
      style={{ width: size, height: size, backgroundColor: colourOfStep(step), color: inkOfStep(step) }}
      title={text}
      aria-label={text}
      onClick={onOpen}
    >
      <svg className={classes.ring} viewBox={`0 0 ${size} ${size}`} aria-hidden>
        <circle className={classes.ringGround} cx={middle} cy={middle} r={middle - RING / 2} />
        <circle
          className={classes.ringFakes}
          cx={middle}
          cy={middle}
          transform={`rotate(-90 ${middle} ${middle})`}
          {...arc(rate, middle - RING / 2)}
        />
      </svg>
      <span aria-hidden>{short(cluster.wanted)}</span>
    </button>
  );
}
