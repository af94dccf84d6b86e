import { runInThread } from "@/server/loops/in-thread";
import { runningJobs } from "./run-jobs";
import { startLoops } from "./runner";

await runInThread("PRIORITY_BELOW_NORMAL", ({ database, report, isBusy, isAwake }) =>
  startLoops([() => runningJobs(isBusy)], database, report, isAwake),
);
