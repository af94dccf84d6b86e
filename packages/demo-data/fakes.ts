import { distanceKm } from "@assay/scan-map/sphere";
import type { DemoChange } from "./catalogue";
import { type Chance, drawIndex, runningSums } from "./chance";
import { ALPHABET, checkCharacter } from "./codes";
import { towns } from "./markets";
import type { Window } from "./timing";

/** Shares of all scans that are of counterfeits: sold in one region, or sent to buyers anywhere. */
export const CLUSTER_SHARE = 0.033;
export const SENT_SHARE = 0.005;
/** Share of scans by inspectors whom the brand sends to the region after the burst. */
export const INSPECTED_SHARE = 0.0015;

/** The product line that counterfeiters copy. */
export const COPIED_LINE = "atlas";

/** Ports where counterfeits arrive. */
const PORTS = ["Napoli|Naples", "Marseille", "Antwerpen", "Rotterdam", "Valencia", "Genova|Genoa"];
const REGION_KM = 140;
const FAR_KM = 900;
const CODES_PER_ITEM = 0.024;
const MAX_CODES = 40;

/** The region of the counterfeits and the items whose codes they carry. */
export interface Counterfeits {
  /** Index of the port's town. */
  port: number;
  drawTown(chance: Chance): number;
  /** Draws the index of a copied item; a few are copied far more often than the others. */
  drawCopied(chance: Chance): number;
  copied: readonly number[];
}

/** Returns the number of copied codes for a number of items. */
export const codesCopied = (items: number) =>
  Math.min(items, MAX_CODES, Math.max(1, Math.round(items * CODES_PER_ITEM)));

/** Plans the counterfeits: preferably codes of the copied line whose genuine items are far from the region. */
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
  if (!center) throw new Error("The list of towns is empty.");
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

/** Draws an unregistered code that resembles the brand's: its check character is wrong. */
export function madeUpIdentifier(chance: Chance, prefix: string): string {
  for (;;) {
    const code = `${prefix}-${chance.pick(["ATT", "ATC", "M38"])}-${chance.text(ALPHABET, 6)}`;
    const last = chance.text(ALPHABET, 1);
    if (last !== checkCharacter(code)) return `${code}${last}`;
  }
}

/** Part of the window after which the brand invalidates some copied codes and sends inspectors. */
export const NOTICED_AT = 0.82;
const INVALIDATED_SHARE = 0.3;

/** Invalidates some of the copied items after `NOTICED_AT`, except those already invalidated. */
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
