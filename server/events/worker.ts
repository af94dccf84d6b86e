import os from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { z } from "zod";
import { openOutboundHttp } from "@/server/platform/outbound-http";
import { openDeliverer } from "./deliver";

/** A thread that delivers until it is told to stop, at a lower priority: whoever scans goes first. */
const { url } = z.object({ url: z.string() }).parse(workerData);
// Of this thread alone, as Linux has it. Elsewhere it may be of the process, which changes nothing among its own threads.
if (process.platform === "linux") os.setPriority(0, os.constants.priority.PRIORITY_BELOW_NORMAL);

const http = openOutboundHttp();
const deliverer = openDeliverer({ url }, http);
deliverer.start();
parentPort?.once("message", async () => {
  await deliverer.close();
  await http.close();
});
