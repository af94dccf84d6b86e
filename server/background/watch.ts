import type { Db } from "@/db/client";
import type { LoopName } from "@/db/schema/loop-states";
import { readLoops } from "@/server/loops/read";
import { log } from "@/server/platform/log";

const CHECK_INTERVAL_MS = 30_000;

/** Watches the lag of all loops. Logs when a loop becomes late and when it recovers. */
export function watchLoops(db: Db) {
  const late = new Set<LoopName>();
  return {
    async look() {
      for (const { loop, isLate, lagMs } of await readLoops(db)) {
        if (isLate === late.has(loop)) continue;
        if (isLate) {
          late.add(loop);
          log.error({ loop, lagMs }, "a background loop is late");
        } else {
          late.delete(loop);
          log.info({ loop }, "a background loop is no longer late");
        }
      }
    },
  };
}

/** Checks all loops twice a minute. Returns a function that stops the checks. */
export function startWatching(db: Db): () => void {
  const watch = watchLoops(db);
  // Failed checks wait for the next interval: other parts report an outage of the database.
  const timer = setInterval(() => void watch.look().catch(() => {}), CHECK_INTERVAL_MS).unref();
  return () => clearInterval(timer);
}
