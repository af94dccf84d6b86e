import { MINUTE_MS } from "@/server/core/time";
import { graded } from "../facts";
import { areTogether, within } from "../history";
import type { Rule } from "./rule";

const WINDOW_MINUTES = 10;
/** An item does not pass through so many hands within minutes, unless it is on display. */
export const UNUSUAL = 8;
const UNUSUAL_IN_ONE_PLACE = 30;
/** The size of a house or a square. */
const PLACE_KM = 2;

/** Many scanners within minutes: the code circulates, or a machine tries it out. */
export const burst: Rule<"burst"> = ({ scan, earlier }) => {
  if (!earlier) return undefined;
  const known = [...within(scan, WINDOW_MINUTES * MINUTE_MS, earlier).map(({ first }) => first), scan];
  const scanners = new Set(known.map(({ device, id }) => device ?? id)).size;
  if (scanners < UNUSUAL) return undefined;
  const unusual = areTogether(known, PLACE_KM) ? UNUSUAL_IN_ONE_PLACE : UNUSUAL;
  if (scanners < unusual) return undefined;
  return {
    weight: graded(scanners, [unusual, 0.35], [4 * unusual, 0.65]),
    evidence: { scanners, minutes: WINDOW_MINUTES },
  };
};
