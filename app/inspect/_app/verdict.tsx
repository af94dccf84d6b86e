import {
  IconAlertTriangleFilled,
  IconCircleCheckFilled,
  IconClockPause,
  IconHelpOctagon,
  IconSquareXFilled,
} from "@tabler/icons-react";
import { useTranslations } from "use-intl";
import { useFailureText } from "@/app/ui/failure";
import classes from "./app.module.css";
import type { SavedInspection } from "./database";

const SHAPE_OF = {
  genuine: IconCircleCheckFilled,
  suspicious: IconSquareXFilled,
  unknown: IconHelpOctagon,
  saved: IconClockPause,
  refused: IconAlertTriangleFilled,
};

/** What is shown of an inspection: shape, word and colour. */
export const stateOf = ({ state, answer }: SavedInspection): keyof typeof SHAPE_OF =>
  state === "refused" ? "refused" : (answer?.verdict ?? "saved");

/** The state of an inspection in a list. */
export function Mark({ of }: { of: SavedInspection }) {
  const t = useTranslations("inspect.verdict");
  const state = stateOf(of);
  const Shape = SHAPE_OF[state];
  return (
    <span className={classes.mark} data-state={state}>
      <Shape size={20} aria-hidden />
      {t(state)}
    </span>
  );
}

/** The answer, large. */
export function BigVerdict({ of }: { of: SavedInspection }) {
  const t = useTranslations("inspect");
  const failureText = useFailureText();
  const state = stateOf(of);
  const Shape = SHAPE_OF[state];
  const { code, detail } = of.refusal ?? { code: null, detail: "" };
  const reason = failureText({ data: { appCode: code ?? undefined, httpStatus: 400, detail } });
  return (
    <div className={classes.verdict} data-state={state} role="status">
      <Shape size={96} aria-hidden />
      <strong>{t(`verdict.${state}`)}</strong>
      <p>{t(`verdictText.${state}`, { reason })}</p>
      {state === "refused" && of.answer && (
        <p>{t("result.answered", { verdict: t(`verdict.${of.answer.verdict}`) })}</p>
      )}
    </div>
  );
}
