import { runInThread } from "@/server/loops/in-thread";
import { startAssessor } from "./assessor";

runInThread("PRIORITY_LOW", ({ database, report, isBusy }) => startAssessor(database.db, { isBusy, report }));
