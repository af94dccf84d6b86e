import type { Fake, Segment } from "./fakes-data";
import { strengthOf, type Tally, usualRate } from "./stands-out";

/** A segment whose fakes stand out, with the rate that it was compared with. */
export interface Standing extends Segment, Tally {
  strength: number;
  usual: number;
}

export const isOf = (fake: Fake, { facet, value }: Segment): boolean => fake[facet] === value;

const nameOf = ({ facet, value }: Segment) => `${facet} ${value}`;

/** The number of fakes of each country and group. */
function countsOf(fakes: readonly Fake[]): (segment: Segment) => number {
  const counts = new Map<string, number>();
  for (const { country, group } of fakes)
    for (const name of [
      nameOf({ facet: "country", value: country }),
      nameOf({ facet: "group", value: group }),
    ])
      counts.set(name, (counts.get(name) ?? 0) + 1);
  return (segment) => counts.get(nameOf(segment)) ?? 0;
}

/** The part of a segment's fakes that others may explain; with more it is no concern of its own. */
const MAX_EXPLAINED = 0.5;

/**
 * Finds the countries and groups whose fakes stand out from the other scans, most of all first. Fakes that one of them explains do
 * not count for another: of a country and a group with the same fakes, the one that stands out more is found. `sample` tells how many
 * of a segment's fakes another one explains.
 */
export function standingOut(
  segments: readonly (Segment & Tally)[],
  total: Tally,
  sample: readonly Fake[],
  limit: number,
): Standing[] {
  const found: Standing[] = [];
  const inSample = countsOf(sample);
  let left = sample;
  while (found.length < limit) {
    const inLeft = countsOf(left);
    const shareLeft = sample.length === 0 ? 1 : left.length / sample.length;
    const [most] = segments
      .filter((one) => !found.some((known) => nameOf(known) === nameOf(one)))
      .map((one): Standing => {
        const unexplained = inSample(one) === 0 ? 1 : inLeft(one) / inSample(one);
        const fakes = unexplained < MAX_EXPLAINED ? 0 : one.fakes * unexplained;
        const others = Math.max(0, total.fakes * shareLeft - fakes);
        const usual = usualRate({ scans: total.scans - one.scans, fakes: others });
        return { ...one, usual, strength: strengthOf({ scans: one.scans, fakes }, usual) };
      })
      .filter(({ strength }) => strength > 0)
      .toSorted((a, b) => b.strength - a.strength);
    if (!most) break;
    found.push(most);
    left = left.filter((fake) => !isOf(fake, most));
  }
  return found;
}
