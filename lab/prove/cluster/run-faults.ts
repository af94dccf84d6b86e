import { setTimeout as delay } from "node:timers/promises";
import { lostTo } from "../deliveries";
import { atMost, type Check, exactly, failures, type Report } from "../report";
import { waitFor } from "../wait-for";
import { ERRORS, type Fault, GAP, LOST } from "./fault";
import { faults } from "./faults";
import { keptOf, type Load } from "./load";
import type { World } from "./world";

const SCANS_BEFORE = 50;
const SCANS_AFTER = 100;
const START_TIMEOUT_MS = 30_000;
/** The lease of an instance that was killed lasts for 60 s. */
const DELIVERY_TIMEOUT_MS = 75_000;
/** Time for a second gap after the first, such as that of a returning server. */
const CALM_MS = 5_000;

export interface Line {
  fault: string;
  acknowledged: number;
  lost: number;
  errors: string;
  gap: string;
  verdict: string;
}

/** Lets the fault happen, and waits until callers have recorded for a while afterwards. */
async function recover(fault: Fault, world: World, load: Load): Promise<Check[]> {
  const checks = await fault.happen(world, load);
  await delay(CALM_MS);
  const before = load.count;
  await waitFor("callers record on", START_TIMEOUT_MS, () => load.count >= before + SCANS_AFTER);
  return checks;
}

/** Runs one fault and checks what was acknowledged meanwhile. */
async function runFault(
  name: string,
  fault: Fault,
  world: World,
  isControl: boolean,
): Promise<[Check[], Line]> {
  await world.cluster.untilWhole();
  const strengthen = isControl ? await fault.weaken(world) : undefined;
  const load = await world.load();
  await waitFor("callers record scans", START_TIMEOUT_MS, () => load.count >= SCANS_BEFORE);
  const happenedAt = Date.now();
  const special = await recover(fault, world, load).catch((error: unknown) => {
    console.error(error);
    return [exactly("recoveries that took too long", 0, 1)];
  });
  await load.stop();
  await strengthen?.();
  await world.cluster.untilWhole();
  const sql = world.cluster.sql();
  const kept = await keptOf(sql, load).finally(() => sql.end({ timeout: 1 }));
  const undelivered = () => lostTo([world.receiver], load.scans) - kept.lost;
  await waitFor("webhooks are delivered", DELIVERY_TIMEOUT_MS, () => undelivered() <= 0).catch(() => {});
  const gap = load.longestGap(happenedAt);
  const checks = [
    exactly(LOST, 0, kept.lost),
    exactly("rows of scans with a key, beyond one for each", 0, kept.surplus),
    exactly("acknowledged scans without exactly one event", 0, kept.events),
    exactly("acknowledged scans whose webhook was not delivered", 0, Math.max(0, undelivered())),
    exactly("calls with a key that were never acknowledged", 0, load.givenUp),
    ...(fault.isUnnoticed ? [exactly(ERRORS, 0, load.errors(true))] : []),
    atMost(GAP, fault.maxGapMs, gap, " ms"),
    ...special,
  ].map((check) => ({ ...check, what: `${name}: ${check.what}` }));
  const line = {
    fault: name,
    acknowledged: load.count,
    lost: kept.lost,
    errors: `${load.errors(false)} plain, ${load.errors(true)} with a key`,
    gap: `${(gap / 1000).toFixed(1)} s`,
    verdict: failures({ checks, figures: {} }).length === 0 ? "ok" : "FAILED",
  };
  return [checks, line];
}

/** Runs the faults on one cluster, one after the other, and prints a table of them. */
export async function runFaults(world: World, only: string | undefined, isControl: boolean): Promise<Report> {
  const checks: Check[] = [];
  const lines: Line[] = [];
  for (const [name, fault] of faults) {
    if (only !== undefined && name !== only) continue;
    console.error(`[cluster] ${name}: ${fault.what}`);
    const [found, line] = await runFault(name, fault, world, isControl);
    checks.push(...found);
    lines.push(line);
    console.error(`[cluster] ${JSON.stringify(line)}`);
  }
  console.table(lines);
  return { checks, figures: {} };
}
