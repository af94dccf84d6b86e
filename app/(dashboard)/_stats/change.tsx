import { IconArrowDown, IconArrowUp, IconEqual } from "@tabler/icons-react";
import { useFormatter, useTranslations } from "use-intl";
import classes from "./tiles.module.css";

interface ChangeProps {
  now: number | undefined;
  before: number | undefined;
  /** Rates are compared by points, not by percents of percents. */
  isRate?: boolean;
}

/** How a figure differs from that of the period before: an arrow, and in words. */
export function Change({ now, before, isRate = false }: ChangeProps) {
  const t = useTranslations("overview.change");
  const format = useFormatter();
  const shown = (value: number) =>
    isRate ? format.number(value, { style: "percent", maximumFractionDigits: 2 }) : format.number(value);
  if (now === undefined || before === undefined || (before === 0 && !isRate))
    return <p className={classes.change}>{t("noneBefore")}</p>;
  const difference = isRate ? 100 * (now - before) : (100 * (now - before)) / before;
  const rounded = Math.abs(difference) < 0.05 ? 0 : difference;
  const Arrow = rounded === 0 ? IconEqual : rounded > 0 ? IconArrowUp : IconArrowDown;
  const by = format.number(Math.abs(rounded), { maximumFractionDigits: Math.abs(rounded) < 10 ? 1 : 0 });
  const way = rounded === 0 ? "same" : rounded > 0 ? "more" : "less";
  return (
    <p className={classes.change}>
      <Arrow size={14} aria-hidden />
      <span>{t(isRate ? `${way}Points` : way, { by, before: shown(before) })}</span>
    </p>
  );
}
