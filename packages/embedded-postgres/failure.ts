import { dirname } from "node:path";
import type { Place } from "./place";

/** An error of a cluster that says what failed, why, and what to do. */
export function failure(what: string, trouble: string, place: Place): Error {
  const advice = /no space left/i.test(trouble)
    ? `Free some space on the disk of ${dirname(place.cluster)}.`
    : `Its log is ${place.log}.`;
  return new Error(`${what}: ${trouble}\n${advice}`);
}
