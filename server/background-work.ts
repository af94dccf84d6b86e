import type { Database } from "@/db/client";
import { startAssessing } from "./background/assessing";
import { startDelivering } from "./background/delivering";
import { LOOPS_OF_EACH_PROCESS, LOOPS_OF_PROCESS } from "./background/loops";
import { startLoops } from "./background/runner";
import { startRunningJobs } from "./background/running-jobs";
import { onceSuperseded } from "./background/superseded";
import { startWaking } from "./background/wake";
import { startWatching } from "./background/watch";
import { backupLoops } from "./backups/loops";
import { watchActivity } from "./platform/activity";
import { runsBackgroundWork } from "./platform/worker";
import { runtime } from "./runtime/runtime";

export interface BackgroundWork {
  /** Ends deliveries once those in flight have ended. */
  stopDelivering(): Promise<void>;
  /** Ends all other work after its batches in progress. */
  stop(): Promise<void>;
}

/** A function that does its work once; every call waits for it. */
function once(work: () => Promise<unknown>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => {
    done ??= work().then(() => {});
    return done;
  };
}

/** Starts the background work of this process: all of its instance, or only what every process does. */
export function startBackgroundWork(database: Database): BackgroundWork {
  const { report } = runtime();
  if (!runsBackgroundWork)
    return {
      stop: startLoops(LOOPS_OF_EACH_PROCESS, database, report, watchActivity()),
      stopDelivering: async () => {},
    };
  const ends = [startWatching(database.db), startWaking(database.db)];
  const background = [
    startLoops([...LOOPS_OF_PROCESS, ...backupLoops(database)], database, report, watchActivity()),
    startAssessing(database),
    startRunningJobs(database),
  ];
  const stopBackground = once(() => Promise.all(background.map((stopOne) => stopOne())));
  const stopDelivering = once(startDelivering(database));
  ends.push(
    onceSuperseded(database.db, async () => {
      await Promise.all([stopDelivering(), stopBackground()]);
    }),
  );
  return {
    stopDelivering,
    async stop() {
      for (const end of ends) end();
      await stopBackground();
    },
  };
}
