import { IconFlag } from "@tabler/icons-react";
import { useFormatter, useTranslations } from "use-intl";
import type { REASONS } from "@/server/domain/assessments/schema";
import classes from "./finding.module.css";
import { Verdict, type VerdictName } from "./verdict";

export type Reason = (typeof REASONS)[number];

/** Discreet mark of a suspicious scan; its findings appear on hover and for screen readers. */
function FindingMark({ reasons }: { reasons: readonly Reason[] }) {
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

/** The verdict of a scan, and the mark if the service finds it suspicious. */
export function AssessedVerdict({
  verdict,
  reasons,
}: {
  verdict: VerdictName;
  reasons: readonly Reason[] | null;
}) {
  return (
    <span className={classes.both}>
      <Verdict of={verdict} />
      {reasons && <FindingMark reasons={reasons} />}
    </span>
  );
}
