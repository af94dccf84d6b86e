import {
  IconAlertTriangleFilled,
  IconCircleCheckFilled,
  IconHelpOctagon,
  IconSquareXFilled,
} from "@tabler/icons-react";
import { useTranslations } from "use-intl";
import classes from "./verdict.module.css";

const SHAPE_OF = {
  original: IconCircleCheckFilled,
  fake: IconSquareXFilled,
  unknown: IconHelpOctagon,
  error: IconAlertTriangleFilled,
};

export type VerdictName = keyof typeof SHAPE_OF;

export const VERDICTS = ["original", "fake", "unknown", "error"] as const satisfies VerdictName[];

/** Verdict of a scan: shape, word and colour, so that none carries the meaning alone. */
export function Verdict({ of }: { of: VerdictName }) {
  const t = useTranslations("common.verdict");
  const Shape = SHAPE_OF[of];
  return (
    <span className={classes.verdict} data-verdict={of}>
      <Shape size={16} aria-hidden />
      {t(of)}
    </span>
  );
}
