import os from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { z } from "zod";
import { type Database, openDatabase, POOLS_OF_THREAD, type PoolSizes } from "@/db/client";
import { joinActivity, watchActivity } from "@/server/platform/activity";
import { busyGauge } from "@/server/platform/busy";
import { measurePools, nameThread } from "@/server/platform/metrics";
import { sendMetrics } from "@/server/platform/metrics-text";
import { closeTraces, isTracing, openTraces } from "@/server/platform/traces";
import { type LoopReport, openLoopReport } from "./report";

const isShared = (value: unknown): value is Int32Array<SharedArrayBuffer> =>
  value instanceof Int32Array && value.buffer instanceof SharedArrayBuffer;

const OfParent = z.object({
  address: z.object({ url: z.string(), directUrl: z.string(), isPooled: z.boolean() }),
  loopUse: z.instanceof(Int32Array),
  activity: z.custom<Int32Array<SharedArrayBuffer>>(isShared),
  name: z.string(),
});

/** What the work of a thread needs. */
interface OfThread {
  database: Database;
  report: LoopReport;
  /** Whether the work takes time from callers. */
  isBusy: () => boolean;
  /** Whether something in the process was a sign of work lately. */
  isAwake: () => boolean;
}

/**
 * Starts the work of this thread, at a lower priority where its pace alone does not yield to callers. Stops it with what
 * `start` returned when the thread receives a message (`server/background/thread.ts`).
 */
export async function runInThread(
  priority: "PRIORITY_NORMAL" | "PRIORITY_BELOW_NORMAL",
  start: (of: OfThread) => () => Promise<void>,
  sizes: Partial<PoolSizes> = {},
): Promise<void> {
  const { address, loopUse, name, activity } = OfParent.parse(workerData);
  joinActivity(activity);
  // Only Linux has a priority per thread. Elsewhere it may be per process, which changes nothing between its threads.
  if (process.platform === "linux") os.setPriority(0, os.constants.priority[priority]);
  nameThread(name);
  await openTraces();
  const database = openDatabase(address, { ...POOLS_OF_THREAD, ...sizes });
  measurePools(database.pools);
  sendMetrics((text) => parentPort?.postMessage(text));
  const report = openLoopReport(database.db);
  const stop = start({ database, report, isBusy: busyGauge(loopUse), isAwake: watchActivity() });
  parentPort?.once("message", async () => {
    await stop();
    await report.close();
    await database.close();
    await closeTraces();
    // An export that a collector holds up would keep the thread.
    if (isTracing) process.exit();
  });
}
