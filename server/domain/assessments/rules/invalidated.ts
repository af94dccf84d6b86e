import type { Rule } from "./rule";

/** The item had been invalidated when it was scanned: somebody holds what should be nowhere. */
export const invalidated: Rule<"invalidated"> = ({ scan, item: { invalidatedAt } }) =>
  invalidatedAt !== null && invalidatedAt <= scan.timestamp
    ? { weight: 0.9, evidence: { at: invalidatedAt.getTime() } }
    : undefined;
