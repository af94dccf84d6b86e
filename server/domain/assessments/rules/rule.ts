import type { Evidence, ScanReason } from "@/db/schema/assessments";
import type { ScanInHistory } from "../history";

/** What a rule finds: how much it says alone, 0 to 1, and what it rests on. */
export interface Finding<Reason extends ScanReason> {
  weight: number;
  evidence: NonNullable<Evidence[Reason]>;
}

/** Says whether something speaks against a scan; nothing where it does not. */
export type Rule<Reason extends ScanReason> = (given: ScanInHistory) => Finding<Reason> | undefined;
