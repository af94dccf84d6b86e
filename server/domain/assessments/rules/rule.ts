import type { Evidence, ScanReason } from "@/db/schema/assessments";
import type { ScanInHistory } from "../history";

/** The finding of a rule: its weight on its own, 0 to 1, and its evidence. */
export interface Finding<Reason extends ScanReason> {
  weight: number;
  evidence: NonNullable<Evidence[Reason]>;
}

/** Checks a scan; undefined without a finding. */
export type Rule<Reason extends ScanReason> = (given: ScanInHistory) => Finding<Reason> | undefined;
