import { type Catalogue, makeCatalogue } from "./catalogue";
import { chanceOf } from "./chance";
import { endCopied, planCounterfeits } from "./fakes";
import type { ScanPlan } from "./scan-plan";
import { type DemoSighting, makeSightings, planScans } from "./scans";
import type { DemoSize } from "./schema";
import { clockOf, type Window } from "./timing";

/** The complete contents of a demo, before any row is written. */
export interface DemoPlan {
  seed: number;
  window: Window;
  catalogue: Catalogue;
  scans: ScanPlan;
  sightings: DemoSighting[];
}

/** Plans a demo. The same seed, size and window give the same plan, except for the ids of its sightings. */
export function planDemo(seed: number, size: Omit<DemoSize, "days">, window: Window): DemoPlan {
  const catalogue = makeCatalogue(seed, size.items, window);
  const fakes = planCounterfeits(chanceOf(seed, "counterfeits"), catalogue.items, window.from);
  const copied = catalogue.items.filter((_, number) => fakes.copied.includes(number));
  endCopied(chanceOf(seed, "ends"), copied, window);
  const clock = clockOf(window, chanceOf(seed, "weather"));
  return {
    seed,
    window,
    catalogue,
    scans: planScans(catalogue, fakes, size.scans, window, clock, chanceOf(seed, "scan plan")),
    sightings: makeSightings(catalogue, fakes, size.scans, window, clock, chanceOf(seed, "sightings")),
  };
}
