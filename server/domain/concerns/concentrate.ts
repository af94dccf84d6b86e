import type { Fake, Segment } from "./fakes-data";
import { strengthOf, type Tally, type Usual, usualBeside } from "./stands-out";

/** A segment whose fakes stand out, with the rate that it was compared with. */
export interface Standing extends Segment, Tally {
  strength: number;
  usual: Usual;
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
 * of a segment's fakes another one explains. `before` are the scans of the weeks before, for segments that have nearly all scans.
 */
export function standingOut(
  segments: readonly (Segment & Tally)[],
  total: Tally,
  { sample, before, limit }: { sample: readonly Fake[]; before: Tally; limit: number },
): Standing[] {
  const found: Standing[] = [];
  const inSample = countsOf(sample);
  let left = sample;
  let explained = 0;
  while (found.length < limit) {
    const inLeft = countsOf(left);
    const [most] = segments
      .filter((one) => !found.some((known) => nameOf(known) === nameOf(one)))
      .map((one): Standing & { own: number } => {
        const unexplained = inSample(one) === 0 ? 1 : inLeft(one) / inSample(one);
        const fakes = unexplained < MAX_EXPLAINED ? 0 : one.fakes * unexplained;
        // Neither side has fakes that are explained: the rest tells how many are usual.
        const scans = one.scans - one.fakes + fakes;
        const others = {
          scans: Math.max(0, total.scans - explained - scans),
          fakes: Math.max(0, total.fakes - explained - fakes),
        };
        const usual = usualBeside(others, before);
        return { ...one, own: fakes, usual, strength: strengthOf({ scans, fakes }, usual) };
      })
      .filter(({ strength }) => strength > 0)
      .toSorted((a, b) => b.strength - a.strength);
    if (!most) break;
    const { own, ...standing } = most;
    found.push(standing);
    explained += own;
    left = left.filter((fake) => !isOf(fake, most));
  }
  return found;
}
