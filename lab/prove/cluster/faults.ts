import { setTimeout as delay } from "node:timers/promises";
import type { Check } from "../report";
import { waitFor } from "../wait-for";
import type { Load } from "./load";
import type { World } from "./world";

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

export const LOST = "lost acknowledged scans";
export const GAP = "longest time without an acknowledged scan";
export const ERRORS = "calls with a key that were not answered 200";

const POSTGRES = /^postgres:|\/bin\/postgres /;
const RECEIVERS = /^postgres: .*walreceiver/;
/** Replication that lags for a moment before its server dies: an asynchronous one then loses what it had acknowledged. */
const LAG_MS = 700;

/** Makes all standbys lag behind; returns the end of it. */
async function lag({ cluster }: World, primary: number): Promise<() => void> {
  const standbys = [1, 2, 3].filter((n) => n !== primary).map((n) => cluster.machine(`db${n}`));
  for (const standby of standbys) standby.signal("SIGSTOP", RECEIVERS);
  await delay(LAG_MS);
  return () => {
    for (const standby of standbys) standby.signal("SIGCONT", RECEIVERS);
  };
}

/** Waits until callers are answered again after the given time. */
const untilWritten = (load: Load, after: number) =>
  waitFor("scans are acknowledged again", 60_000, () =>
    load.outcomes.some(({ scan, startedAt }) => scan && startedAt > after),
  );

/** Commits are acknowledged without a standby. */
async function withoutSynchronousReplication({ cluster }: World): Promise<() => Promise<void>> {
  await cluster.configure({ synchronous_mode: false, synchronous_mode_strict: false });
  await cluster.untilWhole(false);
  return async () => {
    await cluster.untilWhole(false);
    await cluster.configure({ synchronous_mode: true, synchronous_mode_strict: true });
  };
}

export const faults: ReadonlyMap<string, Fault> = new Map<string, Fault>([
  [
    "kill-primary",
    {
      what: "kill -9 of the primary's Postgres",
      maxGapMs: 10_000,
      async happen(world, load) {
        const primary = await world.cluster.primary();
        const caughtUp = await lag(world, primary);
        world.cluster.machine(`db${primary}`).signal("SIGKILL", POSTGRES);
        const killedAt = Date.now();
        caughtUp();
        await untilWritten(load, killedAt);
        return [];
      },
      weaken: withoutSynchronousReplication,
      controlFails: LOST,
    },
  ],
]);
