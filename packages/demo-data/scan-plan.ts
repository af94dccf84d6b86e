import type { Catalogue } from "./catalogue";
import { type Chance, drawIndex, runningSums } from "./chance";
import { type Counterfeits, NOTICED_AT } from "./fakes";
import { stayPossible } from "./journeys";
import { isOfCounterfeit, KINDS, type Kind, kindOf, RHYTHMS } from "./kinds";
import { drawTown, drawTownOf, towns } from "./markets";
import { DAY_MS } from "./time";
import type { Clock, Window } from "./timing";

/** Planned scans as columns, sorted by time, so that millions fit into little memory. */
export interface ScanPlan {
  at: Float64Array;
  /** Indexes of the catalogue's items. */
  item: Int32Array;
  town: Int16Array;
  kind: Uint8Array;
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
