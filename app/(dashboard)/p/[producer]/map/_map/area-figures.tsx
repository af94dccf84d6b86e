"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { Moment } from "@/app/ui/moment";
import { useTRPC } from "@/app/ui/trpc";
import { ENOUGH_SCANS } from "@/server/core/enough-scans";
import classes from "./area.module.css";
import { useCountingText, useCountText } from "./area-text";
import { allOf } from "./counts";
import type { AreaProps } from "./map-props";
import { areaInput } from "./queries";
import { useRateText } from "./rate";
import type { AreaTotals } from "./types";

function Figure({ name, children, beside }: { name: string; children: ReactNode; beside?: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <span className={classes.figure}>{children}</span>
        {beside && <span className={classes.beside}>{beside}</span>}
      </dd>
    </div>
  );
}

/** Scans, fakes and fake rate of the area, beside the rate anywhere. */
export function AreaFigures({ totals, ...area }: AreaProps & { totals: AreaTotals }) {
  const { here, anywhere } = totals;
  const t = useTranslations("map.area");
  const rateText = useRateText();
  const countText = useCountText(here);
  const countingText = useCountingText()(here.counting);
  return (
    <>
      <dl className={classes.figures}>
        <Figure name={t("scans")}>{countText(allOf(here))}</Figure>
        <Figure name={t("fakes")}>{countText(here.fake)}</Figure>
        <Figure
          name={t("rate")}
          beside={anywhere && allOf(anywhere) >= ENOUGH_SCANS && t("anywhere", { rate: rateText(anywhere) })}
        >
          {allOf(here) < ENOUGH_SCANS ? (
            <span className={classes.beside}>{rateText(here)}</span>
          ) : (
            rateText(here)
          )}
        </Figure>
        {area.source.isOwn && here.fake > 0 && <SinceWhen {...area} />}
      </dl>
      {countingText && <p className={classes.note}>{countingText}</p>}
    </>
  );
}

/** When the first fake of the time range was scanned in the area. */
function SinceWhen({ box, days, mapState: { state } }: AreaProps) {
  const t = useTranslations("map.area");
  const { data } = useQuery(useTRPC().map.areaFakes.queryOptions(areaInput(box, days, state)));
  if (!data?.last) return null;
  return (
    <Figure
      name={t(data.first === null ? "last" : "first")}
      beside={
        data.first !== null &&
        data.last > data.first &&
        t.rich("lastAt", { at: () => <Moment at={data.last ?? 0} /> })
      }
    >
      <Moment at={data.first ?? data.last} />
    </Figure>
  );
}
