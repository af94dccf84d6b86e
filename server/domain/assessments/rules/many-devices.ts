import { HOUR_MS } from "@/server/core/time";
import { graded } from "../facts";
import { areTogether, countriesOf, within } from "../history";
import type { Rule } from "./rule";

const HOURS = 24;
/** A family, friends or a shop have fewer; an item on display in a shop, a museum or at a fair has many visitors. */
export const UNUSUAL = 10;
const UNUSUAL_IN_ONE_TOWN = 40;
const TOWN_KM = 25;

/** So many devices scan one code within a day only if the code is on many objects. */
export const manyDevices: Rule<"many_devices"> = ({ scan, earlier }) => {
  if (!earlier) return undefined;
  const known = [...within(scan, HOURS * HOUR_MS, earlier).map(({ first }) => first), scan].filter(
    ({ device }) => device !== null,
  );
  const devices = new Set(known.map(({ device }) => device)).size;
  if (devices < UNUSUAL) return undefined;
  const unusual = areTogether(known, TOWN_KM) ? UNUSUAL_IN_ONE_TOWN : UNUSUAL;
  if (devices < unusual) return undefined;
  return {
    weight: graded(devices, [unusual, 0.45], [4 * unusual, 0.85]),
    evidence: { devices, countries: countriesOf(known).size, hours: HOURS },
  };
};
