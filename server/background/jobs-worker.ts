import { runInThread } from "@/server/loops/in-thread";
import { PARTS_AT_ONCE, runningJobs } from "./run-jobs";
import { startLoops } from "./runner";

await runInThread(
  "PRIORITY_BELOW_NORMAL",
  ({ database, report, isBusy, isAwake }) =>
    startLoops([() => runningJobs(isBusy)], database, report, isAwake),
  // Jobs use the connections of this pool alone.
  { own: PARTS_AT_ONCE },
);
