import { ALPHABET, checkCharacter, type DemoChange } from "./catalogue";
import { type Chance, drawIndex, runningSums } from "./chance";
import { distanceKm, towns } from "./markets";
import type { Window } from "./timing";

/** Parts of all scans that are of counterfeits: sold in one region, or sent to buyers anywhere. */
export const CLUSTER_SHARE = 0.033;
export const SENT_SHARE = 0.005;
/** Scans of inspectors whom the brand sends to the region after the burst. */
export const INSPECTED_SHARE = 0.0015;

/** The product line that is worth copying. */
export const COPIED_LINE = "atlas";

/** Ports, where goods come in. */
const PORTS = ["Napoli|Naples", "Marseille", "Antwerpen", "Rotterdam", "Valencia", "Genova|Genoa"];
const REGION_KM = 140;
const FAR_KM = 900;
const CODES_PER_ITEM = 0.024;
const MAX_CODES = 40;

/** Where counterfeits are sold, and whose codes they carry. */
export interface Counterfeits {
  /** The number of the port's town. */
  port: number;
  drawTown(chance: Chance): number;
  /** The numbers of the items whose codes are copied, a few of them far more often than the others. */
  drawCopied(chance: Chance): number;
  copied: readonly number[];
}

/** How many codes of so many items are copied. */
export const codesCopied = (items: number) =>
  Math.min(items, MAX_CODES, Math.max(1, Math.round(items * CODES_PER_ITEM)));

/** Plans the counterfeits: codes of the copied line whose genuine items live far from the region, where there are such. */
export function planCounterfeits(
  chance: Chance,
  items: readonly { line: string; home: number; createdAt: number }[],
  from: number,
): Counterfeits {
  const names = chance.pick(PORTS).split("|");
  const port = Math.max(
    0,
    towns.findIndex(({ name }) => names.includes(name)),
  );
  const center = towns[port];
  if (!center) throw new Error("There is no town.");
  const farFrom = (home: number) => {
    const town = towns[home];
    return town !== undefined && distanceKm(town, center) > FAR_KM;
  };
  const numbered = items.map((item, number) => ({ ...item, number }));
  const candidates = [
    numbered.filter((item) => item.line === COPIED_LINE && item.createdAt < from && farFrom(item.home)),
    numbered.filter((item) => item.createdAt < from && farFrom(item.home)),
    numbered,
  ].flat();
  const copied = [...new Set(candidates.map(({ number }) => number))].slice(0, codesCopied(items.length));
  const copies = runningSums(copied.map((_, rank) => 1 / (rank + 1.5)));
  const region = runningSums(
    towns.map((town) => {
      const km = distanceKm(town, center);
      return km > REGION_KM ? 0 : town.people * Math.exp(-km / 40);
    }),
  );
  return {
    port,
    copied,
    drawTown: (chance) => drawIndex(chance, region),
    drawCopied: (chance) => copied[drawIndex(chance, copies)] ?? 0,
  };
}

/** A code that looks like the brand's and is nobody's: its last character is not the one that ends a genuine code. */
export function madeUpIdentifier(chance: Chance, prefix: string): string {
  for (;;) {
    const code = `${prefix}-${chance.pick(["ATT", "ATC", "M38"])}-${chance.text(ALPHABET, 6)}`;
    const last = chance.text(ALPHABET, 1);
    if (last !== checkCharacter(code)) return `${code}${last}`;
  }
}

/** When the brand knows of the counterfeits: it then invalidates some of the copied codes, and sends inspectors. */
export const NOTICED_AT = 0.82;
const INVALIDATED_SHARE = 0.3;

/** Ends some of the copied codes, once the brand has noticed; none that is at its end already. */
export function endCopied(
  chance: Chance,
  copied: readonly { createdAt: number; changes: DemoChange[] }[],
  { from, now }: Window,
): void {
  for (const { createdAt, changes } of copied) {
    if (!chance.isTrue(INVALIDATED_SHARE) || changes.some(({ action }) => action === "invalidated")) continue;
    const noticed = from + (NOTICED_AT + 0.16 * chance.next()) * (now - from);
    const at = Math.floor(Math.max(noticed, createdAt, changes.at(-1)?.at ?? 0));
    changes.push({ action: "invalidated", at });
  }
}
