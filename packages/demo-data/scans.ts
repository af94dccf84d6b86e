import type { Catalogue } from "./catalogue";
import { type Chance, chanceOf } from "./chance";
import { type Device, devicePool, softwareInfoOf } from "./devices";
import type { JsonObject } from "./json";
import { KINDS, type Kind, type Verdict, verdictOf } from "./kinds";
import { type Geography, spotIn, towns } from "./markets";
import type { ScanPlan } from "./scan-plan";
import type { Window } from "./timing";

/** A catalogue and its planned scans. */
export interface PlannedScans {
  seed: number;
  window: Window;
  catalogue: Catalogue;
  scans: ScanPlan;
}

/** Where a scan happened; nulls where the phone did not send it. */
export interface Placed {
  latitude: number | null;
  longitude: number | null;
  country: string | null;
  continent: string | null;
}

/** A scan as a phone sends it and as the service's rules would complete it. */
export interface DemoScan extends Placed {
  /** Index of the catalogue's item. */
  item: number;
  kind: Kind;
  /** Whether staff of the brand scans. */
  isStaff: boolean;
  identifier: string;
  timestamp: Date;
  copyclassification: Verdict;
  data: JsonObject;
  deviceInfo: JsonObject | null;
  softwareInfo: JsonObject;
}

const NOWHERE: Placed = { latitude: null, longitude: null, country: null, continent: null };
const HOME_SHARE = 0.6;
const UNKNOWN_ADDRESS_SHARE = 0.03;

/** Draws the place of a scan. */
export function placed(chance: Chance, device: Device, townNumber: number, geography: Geography): Placed {
  const town = towns[townNumber];
  if (!town) return NOWHERE;
  if (!device.tellsPlace) {
    // Without a location, the country comes from the caller's address.
    const { country = null, continent = null } = chance.isTrue(UNKNOWN_ADDRESS_SHARE)
      ? {}
      : geography.placeOfCountry(town.country);
    return { ...NOWHERE, country, continent };
  }
  const { latitude, longitude, place } = chance.isTrue(HOME_SHARE)
    ? device.home
    : spotIn(chance, town, geography);
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

/** Yields the scans of a plan by time. */
export function* scansOf(plan: PlannedScans, geography: Geography): Generator<DemoScan> {
  const { at, item, town, kind } = plan.scans;
  const chance = chanceOf(plan.seed, "scans");
  const pool = devicePool(towns, geography);
  for (let i = 0; i < at.length; i++) {
    const [when, number, where] = [at[i] ?? 0, item[i] ?? 0, town[i] ?? 0];
    const who = KINDS[kind[i] ?? 0] ?? "shopper";
    const isStaff = who === "staff" || who === "inspector";
    const device = pool.draw(chance, where, isStaff ? "staff" : "shopper");
    const copyclassification = verdictOf(chance, who);
    yield {
      item: number,
      kind: who,
      isStaff,
      identifier: plan.catalogue.items[number]?.identifier ?? "",
      timestamp: new Date(when),
      copyclassification,
      ...placed(chance, device, where, geography),
      data: seenOf(chance, who, copyclassification),
      deviceInfo: device.deviceInfo,
      softwareInfo: softwareInfoOf(device, when, plan.window.now),
    };
  }
}
