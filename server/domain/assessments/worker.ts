import os from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { z } from "zod";
import { openDatabase } from "@/db/client";
import { openLoopReport } from "@/server/loops/report";
import { busyGauge } from "@/server/platform/busy";
import { startAssessor } from "./assessor";

/** A thread that assesses scans until it gets a message, at low priority, because callers' scans go first. */
const { url, loopUse } = z.object({ url: z.string(), loopUse: z.instanceof(Int32Array) }).parse(workerData);
// On Linux the priority is per thread. Elsewhere it may be per process, which changes nothing among its threads.
if (process.platform === "linux") os.setPriority(0, os.constants.priority.PRIORITY_LOW);

const database = openDatabase(url);
const report = openLoopReport(database.db);
const stop = startAssessor(database.db, { isBusy: busyGauge(loopUse), report });
parentPort?.once("message", async () => {
  await stop();
  await report.close();
  await database.close();
});
