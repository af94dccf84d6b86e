import type { Rule } from "./rule";

/** The item was scanned after its invalidation: an object that should not exist is in use. */
export const invalidated: Rule<"invalidated"> = ({ scan, item: { invalidatedAt } }) =>
  invalidatedAt !== null && invalidatedAt <= scan.timestamp
    ? { weight: 0.9, evidence: { at: invalidatedAt.getTime() } }
    : undefined;
