import type { Check } from "../report";
import type { Load } from "./load";
import type { World } from "./world";

/** Names of checks that the controls of faults refer to. */
export const LOST = "lost acknowledged scans";
export const GAP = "longest time without an acknowledged scan";
export const ERRORS = "calls with a key that were not answered 200";

/** A fault of the cluster, with what callers may notice of it. */
export interface Fault {
  /** What happens. */
  what: string;
  /** Does it while callers record, and waits until everything works again. Returns further checks. */
  happen(world: World, load: Load): Promise<Check[]>;
  /** The longest time in ms without an acknowledged scan. */
  maxGapMs: number;
  /** Whether callers with a key notice nothing, not even an answer that they repeat. */
  isUnnoticed?: true;
  /** Takes the defence away, for the control, and returns what brings it back. */
  weaken(world: World): Promise<() => Promise<void>>;
  /** The check that fails in the control, without the name of the fault. */
  controlFails: string;
}
