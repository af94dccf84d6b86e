import os from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { z } from "zod";
import { openDatabase } from "@/db/client";
import { openLoopReport } from "@/server/loops/report";
import { busyGauge } from "@/server/platform/busy";
import { openOutboundHttp } from "@/server/platform/outbound-http";
import { openDeliverer } from "./deliver";
import { yieldingPace } from "./pace";

/** A thread that delivers until it receives a message; at a lower priority, since scans come first. */
const { url, loopUse } = z.object({ url: z.string(), loopUse: z.instanceof(Int32Array) }).parse(workerData);
// Only Linux has a priority per thread. Elsewhere it may be per process, which changes nothing between its threads.
if (process.platform === "linux") os.setPriority(0, os.constants.priority.PRIORITY_BELOW_NORMAL);

const http = openOutboundHttp();
const database = openDatabase(url);
const report = openLoopReport(database.db);
const deliverer = openDeliverer(database, http, yieldingPace(busyGauge(loopUse)), report);
deliverer.start();
parentPort?.once("message", async () => {
  await deliverer.close();
  await http.close();
  await report.close();
  await database.close();
});
