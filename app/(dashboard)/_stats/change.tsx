import { IconArrowDown, IconArrowUp, IconEqual } from "@tabler/icons-react";
import { useFormatter, useTranslations } from "use-intl";
import { usePercent } from "@/app/ui/percent";
import { differenceOf } from "./difference";
import classes from "./tiles.module.css";

interface ChangeProps {
  now: number | undefined;
  before: number | undefined;
  /** Rates are compared in percentage points. */
  isRate?: boolean;
}

const ARROWS = { same: IconEqual, more: IconArrowUp, less: IconArrowDown, times: IconArrowUp };

/** Change against the same part of the previous period: an arrow and words. */
export function Change({ now, before, isRate = false }: ChangeProps) {
  const t = useTranslations("overview.change");
  if (now === undefined || before === undefined || (before === 0 && !isRate))
    return <p className={classes.change}>{t("noneBefore")}</p>;
  return isRate ? <Points now={now} before={before} /> : <Count now={now} before={before} />;
}

type Figures = Record<"now" | "before", number>;

function Count({ now, before }: Figures) {
  const t = useTranslations("overview.change");
  const format = useFormatter();
  const percent = usePercent();
  const difference = differenceOf(now, before);
  const by =
    difference.way === "same"
      ? ""
      : difference.way === "times"
        ? format.number(difference.factor, { maximumFractionDigits: difference.factor < 10 ? 1 : 0 })
        : percent(difference.share);
  return <Told way={difference.way}>{t(difference.way, { by, before: format.number(before) })}</Told>;
}

function Points({ now, before }: Figures) {
  const t = useTranslations("overview.change");
  const format = useFormatter();
  const percent = usePercent();
  const points = Math.round(1_000 * (now - before)) / 10;
  const way = points === 0 ? "same" : points > 0 ? "more" : "less";
  const by = format.number(Math.abs(points), { maximumFractionDigits: 1 });
  return <Told way={way}>{t(`${way}Points`, { by, before: percent(before) })}</Told>;
}

function Told({ way, children }: { way: keyof typeof ARROWS; children: string }) {
  const Arrow = ARROWS[way];
  return (
    <p className={classes.change}>
      <Arrow size={14} aria-hidden />
      <span>{children}</span>
    </p>
  );
}
