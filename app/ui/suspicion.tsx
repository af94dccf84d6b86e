import { IconFlag } from "@tabler/icons-react";
import { useFormatter, useTranslations } from "use-intl";
import type { REASONS } from "@/server/domain/assessments/schema";
import classes from "./suspicion.module.css";
import { Verdict, type VerdictName } from "./verdict";

export type Reason = (typeof REASONS)[number];

/** The quiet mark of a scan that something speaks against; its reasons on hover, and for those who hear it. */
function Suspicion({ reasons }: { reasons: readonly Reason[] }) {
  const t = useTranslations("common.finding");
  const format = useFormatter();
  const named = format.list(reasons.map((reason) => t(`reason.${reason}`)));
  return (
    <span className={classes.mark} title={named}>
      <IconFlag size={15} aria-hidden />
      {t("mark")}
      <span className="visually-hidden">: {named}</span>
    </span>
  );
}

/** The verdict that came with a scan, and whether the service itself finds it suspicious. */
export function Judgement({ verdict, reasons }: { verdict: VerdictName; reasons: readonly Reason[] | null }) {
  return (
    <span className={classes.both}>
      <Verdict of={verdict} />
      {reasons && <Suspicion reasons={reasons} />}
    </span>
  );
}
