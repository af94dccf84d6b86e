import type { Rule } from "./rule";

/** The item was scanned after its owner reported it as stolen: it is in other hands. */
export const stolen: Rule<"stolen"> = ({ scan, item: { stolenAt } }) =>
  stolenAt !== null && stolenAt <= scan.timestamp
    ? { weight: 0.9, evidence: { at: stolenAt.getTime() } }
    : undefined;
