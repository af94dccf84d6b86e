import type { Db } from "@/db/client";
import type { LoopName } from "@/db/schema/loop-states";
import { readLoops } from "@/server/loops/read";
import { log } from "@/server/platform/log";

const LOOK_INTERVAL_MS = 30_000;

/** Looks at all loops, and says in the log when one begins to be late and when it no longer is. */
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

/** Looks twice a minute. Returns what ends that. */
export function startWatching(db: Db): () => void {
  const watch = watchLoops(db);
  // What can't be read now is looked at later: that the database is away is said elsewhere.
  const timer = setInterval(() => void watch.look().catch(() => {}), LOOK_INTERVAL_MS).unref();
  return () => clearInterval(timer);
}
