import type { Scan } from "@/db/schema/scans";
import { DAY_MS } from "@/server/core/time";
import { deviceOf } from "@/server/domain/scans/device";
import { newId } from "@/server/platform/ids";
import { placeOfCountry } from "@/server/platform/place";
import type { Catalogue } from "./catalogue";
import { type Chance, drawIndex, runningSums } from "./chance";
import { type Device, devicePool, softwareInfoOf } from "./devices";
import {
  CLUSTER_SHARE,
  type Counterfeits,
  INSPECTED_SHARE,
  madeUpIdentifier,
  NOTICED_AT,
  SENT_SHARE,
} from "./fakes";
import { stayPossible } from "./journeys";
import { drawTown, drawTownOf, spotIn, towns } from "./markets";
import type { ScanPlan } from "./scan-plan";
import type { Clock, Rhythm, Window } from "./timing";

type Verdict = Scan["copyclassification"];

/** Kinds of scanning people: buyers, shop staff, buyers of counterfeits in the region and elsewhere, inspectors. */
const KINDS = ["shopper", "staff", "cluster", "sent", "inspector"] as const;
type Kind = (typeof KINDS)[number];

const isOfCounterfeit = (kind: Kind) => kind === "cluster" || kind === "sent" || kind === "inspector";

const RHYTHMS: Record<Kind, Rhythm> = {
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

export function verdictOf(chance: Chance, kind: Kind): Verdict {
  const { fake, unknown, error } = VERDICT_SHARES[kind];
  const drawn = chance.next();
  if (drawn < fake) return "fake";
  if (drawn < fake + unknown) return "unknown";
  return drawn < fake + unknown + error ? "error" : "original";
}

function kindOf(chance: Chance): Kind {
  const shares = { cluster: CLUSTER_SHARE, sent: SENT_SHARE, inspector: INSPECTED_SHARE, staff: STAFF_SHARE };
  let drawn = chance.next();
  for (const kind of ["cluster", "sent", "inspector", "staff"] as const) {
    drawn -= shares[kind];
    if (drawn < 0) return kind;
  }
  return "shopper";
}

const SOLD_AFTER_MS = 1.5 * DAY_MS;
/** Redraws of a scan after the item's invalidation, because genuine items are then rarely scanned. */
const MAX_REDRAWS = 3;

const endOf = ({ changes }: Catalogue["items"][number]) =>
  changes.find(({ action }) => action === "invalidated")?.at ?? Number.POSITIVE_INFINITY;

/** Plans item, kind, town and time of scans: never after `now` and never before the item's registration. */
export function planScans(
  { items }: Catalogue,
  fakes: Counterfeits,
  count: number,
  { from, now }: Window,
  clock: Clock,
  chance: Chance,
): ScanPlan {
  const soldAt = (createdAt: number) =>
    createdAt + SOLD_AFTER_MS < now ? createdAt + SOLD_AFTER_MS : createdAt;
  const sums = runningSums(
    items.map(({ weight, createdAt }) => (weight * (now - Math.max(from, soldAt(createdAt)))) / (now - from)),
  );
  const drawn = {
    at: new Float64Array(count),
    item: new Int32Array(count),
    town: new Int16Array(count),
    kind: new Uint8Array(count),
  };
  const whereabouts = (kind: Kind, home: number) => {
    if (kind === "cluster" || kind === "inspector") return fakes.drawTown(chance);
    if (kind === "staff") return home;
    const travels = chance.next();
    if (kind === "sent" || travels < 0.06) return drawTown(chance);
    return travels < 0.2 ? drawTownOf(chance, towns[home]?.country ?? "") : home;
  };
  const draw = (kind: Kind) => {
    const number = isOfCounterfeit(kind) ? fakes.drawCopied(chance) : drawIndex(chance, sums);
    const item = items[number];
    const townNumber = whereabouts(kind, item?.home ?? 0);
    const town = towns[townNumber];
    if (!item || !town) throw new Error(`Item ${number} or town ${townNumber} does not exist.`);
    const notBefore = kind === "inspector" ? from + NOTICED_AT * (now - from) : from;
    const at = clock.draw(chance, RHYTHMS[kind], town, Math.max(notBefore, soldAt(item.createdAt)));
    return { at, number, townNumber, isAfterEnd: !isOfCounterfeit(kind) && at > endOf(item) };
  };
  for (let i = 0; i < count; i++) {
    const kind = kindOf(chance);
    let scan = draw(kind);
    for (let again = 0; scan.isAfterEnd && again < MAX_REDRAWS; again++) scan = draw(kind);
    drawn.at[i] = scan.at;
    drawn.item[i] = scan.number;
    drawn.town[i] = scan.townNumber;
    drawn.kind[i] = KINDS.indexOf(kind);
  }
  const plan = inOrder(drawn);
  stayPossible(plan, (i) => !isOfCounterfeit(KINDS[plan.kind[i] ?? 0] ?? "shopper"));
  return plan;
}

function inOrder({ at, item, town, kind }: ScanPlan): ScanPlan {
  const order = Uint32Array.from(at, (_, i) => i).sort((a, b) => (at[a] ?? 0) - (at[b] ?? 0));
  return {
    at: Float64Array.from(order, (i) => at[i] ?? 0),
    item: Int32Array.from(order, (i) => item[i] ?? 0),
    town: Int16Array.from(order, (i) => town[i] ?? 0),
    kind: Uint8Array.from(order, (i) => kind[i] ?? 0),
  };
}

/** A scan as the service would have recorded it; `item` is an index of the catalogue. */
export type DemoScan = Omit<
  Scan,
  "itemId" | "producerId" | "groupId" | "coarse" | "dataDropped" | "erasedAt"
> & {
  item: number;
  kind: Kind;
};

type Placed = Pick<Scan, "latitude" | "longitude" | "country" | "continent">;

const NOWHERE: Placed = { latitude: null, longitude: null, country: null, continent: null };
const HOME_SHARE = 0.6;
const UNKNOWN_ADDRESS_SHARE = 0.03;

function placed(chance: Chance, device: Device, townNumber: number): Placed {
  const town = towns[townNumber];
  if (!town) return NOWHERE;
  if (!device.tellsPlace) {
    // Without a location, the country comes from the caller's address.
    const { country = null, continent = null } = chance.isTrue(UNKNOWN_ADDRESS_SHARE)
      ? {}
      : placeOfCountry(town.country);
    return { ...NOWHERE, country, continent };
  }
  const { latitude, longitude, place } = chance.isTrue(HOME_SHARE) ? device.home : spotIn(chance, town);
  return { latitude, longitude, country: place.country ?? null, continent: place.continent ?? null };
}

const SOURCES: Record<Kind, string> = {
  shopper: "buyer",
  staff: "shop",
  cluster: "buyer",
  sent: "buyer",
  inspector: "inspection",
};

function seenOf(chance: Chance, kind: Kind, verdict: Verdict) {
  const confidence = {
    original: chance.between(0.93, 0.999),
    fake: chance.between(0.82, 0.99),
    unknown: chance.between(0.3, 0.6),
    error: 0,
  }[verdict];
  return {
    source: SOURCES[kind],
    ...(verdict === "error" ? {} : { confidence: Number(confidence.toFixed(3)) }),
  };
}

/** Yields the scans of a plan by time. Ids are random, not reproducible: they must not be guessable. */
export function* scansOf(
  { at, item, town, kind }: ScanPlan,
  { items }: Catalogue,
  producerId: string,
  now: number,
  chance: Chance,
): Generator<DemoScan> {
  const pool = devicePool(towns);
  for (let i = 0; i < at.length; i++) {
    const [when, number, where] = [at[i] ?? 0, item[i] ?? 0, town[i] ?? 0];
    const who = KINDS[kind[i] ?? 0] ?? "shopper";
    const isStaff = who === "staff" || who === "inspector";
    const device = pool.draw(chance, where, isStaff ? "staff" : "shopper");
    const infos = { deviceInfo: device.deviceInfo, softwareInfo: softwareInfoOf(device, when, now) };
    const copyclassification = verdictOf(chance, who);
    yield {
      id: newId(when),
      item: number,
      kind: who,
      identifier: items[number]?.identifier ?? "",
      timestamp: new Date(when),
      copyclassification,
      ...placed(chance, device, where),
      data: seenOf(chance, who, copyclassification),
      ...infos,
      ...deviceOf(infos),
      creator: isStaff ? producerId : null,
    };
  }
}

export type DemoSighting = Omit<DemoScan, "item" | "kind" | "data" | "deviceInfo" | "softwareInfo">;

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
): DemoSighting[] {
  const registered = new Set(items.map(({ identifier }) => identifier));
  const count =
    scans === 0 ? 0 : Math.min(MAX_SIGHTINGS, Math.max(4, Math.round(scans * SIGHTINGS_PER_SCAN)));
  const codes = Array.from({ length: Math.ceil(count / 3) }, () =>
    madeUpIdentifier(chance, brand.prefix),
  ).filter((code) => !registered.has(code));
  const pool = devicePool(towns);
  return Array.from({ length: codes.length === 0 ? 0 : count }, () => {
    const where = chance.isTrue(0.7) ? fakes.drawTown(chance) : drawTown(chance);
    const town = towns[where];
    if (!town) throw new Error(`Town ${where} does not exist.`);
    const when = clock.draw(chance, "burst", town, from);
    const device = pool.draw(chance, where, "shopper");
    return {
      id: newId(when),
      identifier: chance.pick(codes),
      timestamp: new Date(when),
      copyclassification: chance.isTrue(0.75) ? ("fake" as const) : ("unknown" as const),
      ...placed(chance, device, where),
      ...deviceOf({ deviceInfo: device.deviceInfo, softwareInfo: softwareInfoOf(device, when, now) }),
      creator: null,
    };
  }).sort((a, b) => a.timestamp.getTime() - b.timestamp.getTime());
}
