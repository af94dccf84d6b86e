import { makeCatalogue } from "./catalogue";
import { chanceOf } from "./chance";
import { endCopied, planCounterfeits } from "./fakes";
import type { Geography } from "./markets";
import { planScans } from "./scan-plan";
import type { PlannedScans } from "./scans";
import { type DemoSighting, makeSightings } from "./sightings";
import { clockOf, type Window } from "./timing";

/** The complete contents of a demo, before any row is written. */
export interface DemoPlan extends PlannedScans {
  sightings: DemoSighting[];
}

/** Plans a demo. The same seed, size, window and geography give the same plan. */
export function planDemo(
  seed: number,
  size: { items: number; scans: number },
  window: Window,
  geography: Geography,
): DemoPlan {
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
    sightings: makeSightings(
      catalogue,
      fakes,
      size.scans,
      window,
      clock,
      chanceOf(seed, "sightings"),
      geography,
    ),
  };
}
