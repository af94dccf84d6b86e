import type { Chance } from "./chance";
import { CLUSTER_SHARE, INSPECTED_SHARE, SENT_SHARE } from "./fakes";
import type { Rhythm } from "./timing";

export type Verdict = "original" | "fake" | "unknown" | "error";

/** Kinds of scanning people: buyers, shop staff, buyers of counterfeits in the region and elsewhere, inspectors. */
export const KINDS = ["shopper", "staff", "cluster", "sent", "inspector"] as const;
export type Kind = (typeof KINDS)[number];

/** Whether a kind of person scans counterfeits. */
export const isOfCounterfeit = (kind: Kind) => kind === "cluster" || kind === "sent" || kind === "inspector";

export const RHYTHMS: Record<Kind, Rhythm> = {
  shopper: "shopper",
  staff: "staff",
  cluster: "burst",
  sent: "burst",
  inspector: "staff",
};

/** Shares of the verdicts by kind; the rest is `original`. */
const VERDICT_SHARES: Record<Kind, { fake: number; unknown: number; error: number }> = {
  shopper: { fake: 0.004, unknown: 0.026, error: 0.011 },
  staff: { fake: 0, unknown: 0.004, error: 0.006 },
  cluster: { fake: 0.87, unknown: 0.08, error: 0.02 },
  sent: { fake: 0.8, unknown: 0.12, error: 0.02 },
  inspector: { fake: 0.94, unknown: 0.06, error: 0 },
};

const STAFF_SHARE = 0.085;

/** Draws the verdict of a scan. */
export function verdictOf(chance: Chance, kind: Kind): Verdict {
  const { fake, unknown, error } = VERDICT_SHARES[kind];
  const drawn = chance.next();
  if (drawn < fake) return "fake";
  if (drawn < fake + unknown) return "unknown";
  return drawn < fake + unknown + error ? "error" : "original";
}

/** Draws the kind of person that scans. */
export function kindOf(chance: Chance): Kind {
  const shares = { cluster: CLUSTER_SHARE, sent: SENT_SHARE, inspector: INSPECTED_SHARE, staff: STAFF_SHARE };
  let drawn = chance.next();
  for (const kind of ["cluster", "sent", "inspector", "staff"] as const) {
    drawn -= shares[kind];
    if (drawn < 0) return kind;
  }
  return "shopper";
}
