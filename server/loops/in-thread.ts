import os from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { z } from "zod";
import { type Database, openDatabase } from "@/db/client";
import { joinActivity, watchActivity } from "@/server/platform/activity";
import { busyGauge } from "@/server/platform/busy";
import { type LoopReport, openLoopReport } from "./report";

/** What the work of a thread needs. */
interface OfThread {
  database: Database;
  report: LoopReport;
  /** Whether the work takes time from callers. */
  isBusy: () => boolean;
  /** Whether something in the process was a sign of work lately. */
  isAwake: () => boolean;
}

const isShared = (value: unknown): value is Int32Array<SharedArrayBuffer> =>
  value instanceof Int32Array && value.buffer instanceof SharedArrayBuffer;

const OfProcess = z.object({
  url: z.string(),
  loopUse: z.instanceof(Int32Array),
  activity: z.custom<Int32Array<SharedArrayBuffer>>(isShared),
});

/**
 * Starts the work of this thread, at a lower priority where its pace alone does not yield to callers. Stops it with what `start` returned when the
 * thread receives a message (`server/background/thread.ts`).
 */
export function runInThread(
  priority: "PRIORITY_NORMAL" | "PRIORITY_BELOW_NORMAL",
  start: (of: OfThread) => () => Promise<void>,
): void {
  const { url, loopUse, activity } = OfProcess.parse(workerData);
  joinActivity(activity);
  // Only Linux has a priority per thread. Elsewhere it may be per process, which changes nothing between its threads.
  if (process.platform === "linux") os.setPriority(0, os.constants.priority[priority]);
  const database = openDatabase(url);
  const report = openLoopReport(database.db);
  const stop = start({ database, report, isBusy: busyGauge(loopUse), isAwake: watchActivity() });
  parentPort?.once("message", async () => {
    await stop();
    await report.close();
    await database.close();
  });
}
