import { runInThread } from "@/server/loops/in-thread";
import { startAssessor } from "./assessor";

await runInThread("PRIORITY_NORMAL", ({ database, report, isBusy, isAwake }) =>
  startAssessor(database.db, { isBusy, isAwake, report }),
);
