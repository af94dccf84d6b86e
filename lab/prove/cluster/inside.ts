import { execFileSync } from "node:child_process";
import { copyFileSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { runFaults } from "./run-faults";
import { openWorld } from "./world";

const Order = z.object({
  home: z.string(),
  image: z.string(),
  answer: z.string(),
  logs: z.string(),
  fault: z.string().optional(),
  isControl: z.boolean(),
});

/*
 * Runs in namespaces of its own (`unshare`): when this process ends, however it does, the kernel ends every process that
 * it started and removes networks and mounts.
 */
const order = Order.parse(JSON.parse(process.argv[2] ?? ""));
execFileSync("mount", ["-t", "tmpfs", "-o", "size=8g", "tmpfs", order.home]);
let code = 1;
try {
  const world = await openWorld(order.home, order.image);
  const report = await runFaults(world, order.fault, order.isControl);
  writeFileSync(order.answer, JSON.stringify(report));
  code = 0;
} catch (error) {
  console.error(error);
} finally {
  // The home is a file system of this namespace and ends with it.
  const logs = readdirSync(order.home).filter((name) => name.endsWith(".log"));
  for (const name of logs) copyFileSync(path.join(order.home, name), path.join(order.logs, name));
}
process.exit(code);
