"use client";

import { useFormatter, useTranslations } from "use-intl";
import { Link } from "@/app/ui/link";
import { usePercent } from "@/app/ui/percent";
import { useBarName } from "./bar-name";
import { scansOf, shownRateOf } from "./figures";
import { useScansHref } from "./scope";
import classes from "./trend.module.css";
import type { Trend } from "./types";

/** The chart's figures as a table. */
export function TrendTable({ trend, country }: { trend: Trend; country: string | undefined }) {
  const t = useTranslations("overview.trend");
  const format = useFormatter();
  const percent = usePercent();
  const rateText = (rate: number | undefined) => (rate === undefined ? "–" : percent(rate));
  const hrefOf = useScansHref();
  const { long } = useBarName(trend);
  return (
    <details className={classes.details}>
      <summary>{t("asTable")}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard. */}
      <section className={classes.scroll} tabIndex={0} aria-label={t("asTable")}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t("time")}</th>
              <th scope="col">{t("scans")}</th>
              <th scope="col">{t("fakes")}</th>
              <th scope="col">{t("rate")}</th>
            </tr>
          </thead>
          <tbody>
            {trend.bars.map((bar) => (
              <tr key={bar.from}>
                <th scope="row">{long(bar)}</th>
                <td>
                  <Link href={hrefOf(bar, { country })}>{format.number(scansOf(bar))}</Link>
                </td>
                <td>
                  <Link href={hrefOf(bar, { country, verdict: "fake" })}>{format.number(bar.fake)}</Link>
                </td>
                <td>{rateText(shownRateOf(bar))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
