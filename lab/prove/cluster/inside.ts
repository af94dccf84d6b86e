import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { z } from "zod";
import { runFaults } from "./run-faults";
import { openWorld } from "./world";

const Order = z.object({
  home: z.string(),
  image: z.string(),
  answer: z.string(),
  fault: z.string().optional(),
  isControl: z.boolean(),
});

/*
 * Runs in namespaces of its own (`unshare`): when this process ends, however it does, the kernel ends every process that
 * it started and removes networks and mounts.
 */
const order = Order.parse(JSON.parse(process.argv[2] ?? ""));
execFileSync("mount", ["-t", "tmpfs", "-o", "size=8g", "tmpfs", order.home]);
const world = await openWorld(order.home, order.image);
const report = await runFaults(world, order.fault, order.isControl);
writeFileSync(order.answer, JSON.stringify(report));
process.exit(0);
