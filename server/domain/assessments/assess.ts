import type { Assessment, Evidence, ScanReason } from "@/db/schema/assessments";
import type { ItemFacts, ScanFacts } from "./facts";
import { inHistory, type ScanInHistory } from "./history";
import { burst } from "./rules/burst";
import { impossibleTravel } from "./rules/impossible-travel";
import { invalidated } from "./rules/invalidated";
import { manyDevices } from "./rules/many-devices";
import { outsideMarket } from "./rules/outside-market";
import { stolen } from "./rules/stolen";

export type Opinion = Pick<Assessment, "score" | "reasons" | "evidence">;

interface Found {
  reason: ScanReason;
  weight: number;
  evidence: Evidence;
}

const RULES = {
  invalidated,
  stolen,
  impossible_travel: impossibleTravel,
  many_devices: manyDevices,
  burst,
  outside_market: outsideMarket,
} as const;

type Ruled = keyof typeof RULES;
const RULED: readonly Ruled[] = [
  "invalidated",
  "stolen",
  "impossible_travel",
  "many_devices",
  "burst",
  "outside_market",
];

function foundBy(reason: Ruled, given: ScanInHistory): Found[] {
  const finding = RULES[reason](given);
  return finding ? [{ reason, weight: finding.weight, evidence: { [reason]: finding.evidence } }] : [];
}

/** Combines findings as independent: each takes its share of the doubt that the others leave. */
const scoreOf = (found: readonly Found[]) =>
  Math.round(100 * (1 - found.reduce((left, { weight }) => left * (1 - weight), 1)));

/** From this score on, a scanner's `original` is contradicted. Its `fake` never is: only the scanner has seen the object. */
const STRONG_SCORE = 60;

/**
 * Assesses a scan: its findings, their evidence and a score of 1 to 100; undefined without findings. `before` are earlier scans
 * of the same item in time order; those of the last 24 hours count, 200 at most.
 */
export function assess(scan: ScanFacts, before: readonly ScanFacts[], item: ItemFacts): Opinion | undefined {
  const given = inHistory(scan, before, item);
  const found = RULED.flatMap((reason) => foundBy(reason, given));
  if (found.length === 0) return undefined;
  const score = scoreOf(found);
  const reasons = found.map(({ reason }) => reason);
  const evidence: Evidence = Object.assign({}, ...found.map((one) => one.evidence));
  // A stolen item is an original.
  const ofCopies = found.filter(({ reason }) => reason !== "stolen");
  if (scan.copyclassification !== "original" || scoreOf(ofCopies) < STRONG_SCORE)
    return { score, reasons, evidence };
  const contradicting = ofCopies.map(({ reason }) => reason);
  return {
    score,
    reasons: [...reasons, "contradicts_client"],
    evidence: { ...evidence, contradicts_client: { reasons: contradicting } },
  };
}
