import { BRANDS, LINES, type Line, type Product } from "./brand";
import { type Chance, chanceOf, drawIndex, runningSums } from "./chance";
import { newIdentifier } from "./codes";
import { type Description, describeGroup, describeItem } from "./describe";
import type { JsonObject } from "./json";
import { drawTown, towns } from "./markets";
import { DAY_MS, MINUTE_MS } from "./time";
import { type Window, workingMoment } from "./timing";

export interface DemoGroup extends Description {
  line: Line;
  product: Product;
  createdAt: number;
}

/** A change of an item after its registration. */
export type DemoChange =
  | { action: "addedToGroup" | "deletedFromGroup"; at: number; group: number }
  | { action: "modified"; at: number; data: JsonObject }
  | { action: "invalidated"; at: number };

export interface DemoItem extends Description {
  identifier: string;
  line: string;
  /** Index of its product's group, even if the item is not in it. */
  group: number;
  createdAt: number;
  /** Index of the town where it is sold and mostly scanned. */
  home: number;
  /** Relative frequency of scans. */
  weight: number;
  changes: DemoChange[];
}

export interface Catalogue {
  brand: { name: string; prefix: string };
  /** Creation time of the producer, in milliseconds. */
  since: number;
  groups: DemoGroup[];
  /** Oldest first. */
  items: DemoItem[];
}

const NOTES = ["Warranty card replaced", "Repaired by the maker", "Returned and checked", "Sold at auction"];

/** Draws the changes of an item, none later than `now`. */
function lifeOf(
  chance: Chance,
  { group, createdAt, data, now }: { group: number; createdAt: number; data: JsonObject; now: number },
): DemoChange[] {
  const changes: DemoChange[] = [];
  let at = createdAt;
  const later = (days: number) => {
    at = Math.min(now, at + Math.floor(chance.between(0.1, days) * DAY_MS));
    return at;
  };
  const isGrouped = !chance.isTrue(0.05);
  if (isGrouped) {
    at = Math.min(now, at + 400 + chance.below(1_600));
    changes.push({ action: "addedToGroup", at, group });
  }
  if (isGrouped && chance.isTrue(0.012)) {
    changes.push({ action: "deletedFromGroup", at: later(20), group });
    at = Math.min(now, at + 30_000 + chance.below(60_000));
    changes.push({ action: "addedToGroup", at, group });
  }
  if (chance.isTrue(0.07))
    changes.push({ action: "modified", at: later(60), data: { ...data, note: chance.pick(NOTES) } });
  if (chance.isTrue(0.015)) changes.push({ action: "invalidated", at: later(60) });
  return changes;
}

/** Days between the producer's creation and the window. */
const LEAD_DAYS = 150;
const BATCH_SIZE = 24;
const NEW_SHARE = 0.3;

/** Draws registration times: in batches, during working hours, most of them before the window. */
function registrations(chance: Chance, count: number, since: number, { from, now }: Window): number[] {
  const maker = towns.find(({ country }) => country === "DE") ?? towns[0];
  if (!maker) throw new Error("The list of towns is empty.");
  const moments: number[] = [];
  while (moments.length < count) {
    const isNew = moments.length > 0 && chance.isTrue(NEW_SHARE);
    const [earliest, latest] = isNew ? [from, now - DAY_MS / 4] : [since + 3 * DAY_MS, from - DAY_MS];
    let at = workingMoment(chance, maker, earliest, Math.max(earliest, latest));
    for (let i = 0; i < BATCH_SIZE && moments.length < count; i++) {
      at = Math.min(now - MINUTE_MS, at + 3_000 + chance.below(25_000));
      moments.push(at);
    }
  }
  return moments.sort((a, b) => a - b);
}

/**
 * Builds a brand with products and items registered up to `now`. A seed gives the same brand and the same identifiers in
 * the same order, for any number of items.
 */
export function makeCatalogue(seed: number, count: number, window: Window): Catalogue {
  const brand = BRANDS[(seed - 1) % BRANDS.length] ?? BRANDS[0];
  const since = window.from - LEAD_DAYS * DAY_MS;
  const groups = LINES.flatMap((line) => line.products.map((product) => ({ line, product }))).map(
    ({ line, product }, i): DemoGroup => ({
      ...describeGroup(brand.name, line, product),
      line,
      product,
      createdAt: since + 2 * DAY_MS + i * 7 * MINUTE_MS,
    }),
  );
  const sums = runningSums(groups.map(({ product }) => product.weight));
  const serials = groups.map(() => 0);
  const taken = new Set<string>();
  const codes = chanceOf(seed, "identifiers");
  const chance = chanceOf(seed, "items");
  const items = registrations(chanceOf(seed, "registrations"), count, since, window).map(
    (createdAt): DemoItem => {
      const number = drawIndex(codes, sums);
      const group = groups[number];
      if (!group) throw new Error(`Group ${number} does not exist.`);
      const { line, product } = group;
      const serial = (serials[number] ?? 0) + 1;
      serials[number] = serial;
      const description = describeItem(chance, line, product, serial, createdAt);
      return {
        ...description,
        identifier: newIdentifier(codes, brand.prefix, product, taken),
        line: line.key,
        group: number,
        createdAt,
        home: drawTown(chance),
        weight: Math.exp(0.9 * chance.normal()),
        changes: lifeOf(chance, { group: number, createdAt, data: description.data, now: window.now }),
      };
    },
  );
  return { brand, since, groups, items };
}
