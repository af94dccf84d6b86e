"use client";

import { useFormatter, useTranslations } from "use-intl";
import { usePercent } from "@/app/ui/percent";
import { ENOUGH_SCANS } from "@/server/core/enough-scans";
import { colourOfStep, DARK, type Ground, LIGHT, outlineOfStep } from "./colours";
import { RATE_STEPS } from "./counts";
import classes from "./legend.module.css";
import type { Mode } from "./map-state";

/** Legend of the colours, and the source of the base map. */
export function Legend({ mode, isDark }: { mode: Mode; isDark: boolean }) {
  const t = useTranslations("map.legend");
  return (
    <div className={classes.legend}>
      {mode === "heat" ? (
        <HeatKey isDark={isDark} />
      ) : (
        <RateKey isByCountry={mode === "countries"} ground={isDark ? DARK : LIGHT} />
      )}
      <p className={classes.sources}>{t("sources")}</p>
    </div>
  );
}

function RateKey({ isByCountry, ground }: { isByCountry: boolean; ground: Ground }) {
  const t = useTranslations("map.legend");
  const format = useFormatter();
  const percent = usePercent();
  const said = (step: number) => {
    const [from, to] = [RATE_STEPS[step] ?? 0, RATE_STEPS[step + 1]];
    return to === undefined
      ? t("over", { rate: percent(from) })
      : t("between", { from: format.number(from * 100), to: percent(to) });
  };
  return (
    <>
      <p className={classes.legendTitle}>{t("rate")}</p>
      <ol className={classes.steps}>
        {RATE_STEPS.map((from, step) => (
          <li key={from}>
            <span
              className={classes.swatch}
              style={{
                backgroundColor: colourOfStep(step),
                ...(isByCountry && { outline: `${outlineOfStep(step)}px solid ${ground.outline}` }),
              }}
              aria-hidden
            />
            {said(step)}
          </li>
        ))}
      </ol>
      <p className={classes.legendText}>{isByCountry ? t("tooFew", { count: ENOUGH_SCANS }) : t("ring")}</p>
    </>
  );
}

function HeatKey({ isDark }: { isDark: boolean }) {
  const t = useTranslations("map.legend");
  return (
    <>
      <p className={classes.legendTitle}>{t("heat")}</p>
      <p className={classes.heatKey}>
        {t("few")}
        <span
          className={classes.heatRamp}
          style={{ backgroundImage: `linear-gradient(to right, ${(isDark ? DARK : LIGHT).heat.join()})` }}
          aria-hidden
        />
        {t("many")}
      </p>
    </>
  );
}
