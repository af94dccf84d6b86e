import type { Db } from "@/db/client";
import { hasPendingWork } from "@/server/loops/read";
import { noteActivity, watchActivity } from "@/server/platform/activity";

const CHECK_INTERVAL_MS = 5_000;

/**
 * Wakes the loops of a process without requests for work that it does not make itself: due retries, leases of ended processes,
 * commands. One statement in five seconds asks for all loops. Returns a function that stops the checks.
 */
export function startWaking(db: Db): () => void {
  const isAwake = watchActivity();
  const check = async () => {
    if (!isAwake() && (await hasPendingWork(db))) noteActivity();
  };
  // Failed checks wait for the next interval: other parts report an outage of the database.
  const timer = setInterval(() => void check().catch(() => {}), CHECK_INTERVAL_MS).unref();
  return () => clearInterval(timer);
}
