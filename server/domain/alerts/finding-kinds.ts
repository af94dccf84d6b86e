import type { ScanReason } from "@/db/schema/assessments";
import type { Kind } from "./schema";

/** The kinds of rules that count scans with a finding. */
export const FINDING_KINDS = [
  { kind: "impossibleTravel", finding: "impossible_travel" },
  { kind: "stolenItem", finding: "stolen" },
] as const satisfies readonly { kind: Kind; finding: ScanReason }[];

/** The finding of the scans that a kind counts; undefined for the other kinds. */
export const findingOf = (kind: Kind) => FINDING_KINDS.find((one) => one.kind === kind)?.finding;
