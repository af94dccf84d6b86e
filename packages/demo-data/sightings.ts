import type { Catalogue } from "./catalogue";
import type { Chance } from "./chance";
import { devicePool, softwareInfoOf } from "./devices";
import { type Counterfeits, madeUpIdentifier } from "./fakes";
import { drawTown, type Geography, towns } from "./markets";
import { type DemoScan, placed } from "./scans";
import type { Clock, Window } from "./timing";

/** A scan of an identifier that is not registered. */
export type DemoSighting = Omit<DemoScan, "item" | "kind" | "isStaff" | "data">;

const SIGHTINGS_PER_SCAN = 0.004;
const MAX_SIGHTINGS = 2_000;

/** Draws scans of unregistered codes, most of them in the region of the counterfeits. */
export function makeSightings(
  { brand, items }: Catalogue,
  fakes: Counterfeits,
  scans: number,
  { from, now }: Window,
  clock: Clock,
  chance: Chance,
  geography: Geography,
): DemoSighting[] {
  const registered = new Set(items.map(({ identifier }) => identifier));
  const count =
    scans === 0 ? 0 : Math.min(MAX_SIGHTINGS, Math.max(4, Math.round(scans * SIGHTINGS_PER_SCAN)));
  const codes = Array.from({ length: Math.ceil(count / 3) }, () =>
    madeUpIdentifier(chance, brand.prefix),
  ).filter((code) => !registered.has(code));
  const pool = devicePool(towns, geography);
  return Array.from({ length: codes.length === 0 ? 0 : count }, () => {
    const where = chance.isTrue(0.7) ? fakes.drawTown(chance) : drawTown(chance);
    const town = towns[where];
    if (!town) throw new Error(`Town ${where} does not exist.`);
    const when = clock.draw(chance, "burst", town, from);
    const device = pool.draw(chance, where, "shopper");
    return {
      identifier: chance.pick(codes),
      timestamp: new Date(when),
      copyclassification: chance.isTrue(0.75) ? ("fake" as const) : ("unknown" as const),
      ...placed(chance, device, where, geography),
      deviceInfo: device.deviceInfo,
      softwareInfo: softwareInfoOf(device, when, now),
    };
  }).sort((a, b) => a.timestamp.getTime() - b.timestamp.getTime());
}
