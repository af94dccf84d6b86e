import { useTranslations } from "use-intl";
import { CONCERN_DAYS } from "@/server/core/concerns";
import classes from "./concerns.module.css";

const HEIGHT = 32;
const BAR = 4;
const STEP = 6;
/** The height of a day without any, so that the row of days is visible. */
const NONE = 1;

/** Number of each day as bars; those of the last seven days are stronger. */
export function Days({ values }: { values: number[] }) {
  const t = useTranslations("overview.concerns");
  const most = Math.max(1, ...values);
  const recent = values.length - CONCERN_DAYS;
  return (
    <>
      <svg
        className={classes.days}
        viewBox={`0 0 ${STEP * values.length - (STEP - BAR)} ${HEIGHT}`}
        width={STEP * values.length - (STEP - BAR)}
        height={HEIGHT}
        aria-hidden
        focusable={false}
      >
        {values.map((value, at) => {
          const height = Math.max(NONE, (HEIGHT * value) / most);
          return (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: a day is its place.
              key={at}
              data-recent={at >= recent || undefined}
              x={STEP * at}
              y={HEIGHT - height}
              width={BAR}
              height={height}
            />
          );
        })}
      </svg>
      <span className="visually-hidden">
        {t("days", { most: Math.max(0, ...values), today: values.at(-1) ?? 0 })}
      </span>
    </>
  );
}
