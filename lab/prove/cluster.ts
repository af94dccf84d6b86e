import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { faults } from "./cluster/faults";
import { imageOfCluster } from "./cluster/image";
import type { Home } from "./home";
import type { Report } from "./report";

const Check = z.object({ what: z.string(), expected: z.string(), found: z.string(), ok: z.boolean() });
const Answer = z.object({
  checks: z.array(Check),
  figures: z.record(z.string(), z.union([z.string(), z.number()])),
});

/** The logs of the last run. */
const LOGS = path.resolve(".data/cluster-logs");

/** The checks that must fail in the control, one for each fault. */
export const clusterControlFails = [...faults].map(([name, { controlFails }]) => `${name}: ${controlFails}`);

/** Proves that faults of machines and networks lose nothing that was acknowledged, and end by themselves. */
export const cluster = (home: Home, fault?: string): Promise<Report> => runInside(home, fault, false);

/** The control: each fault without its defence. */
export const controlCluster = (home: Home, fault?: string): Promise<Report> => runInside(home, fault, true);

/** Runs the faults in namespaces, in which everything ends with the first process. */
async function runInside(home: Home, fault: string | undefined, isControl: boolean): Promise<Report> {
  if (fault !== undefined && !faults.has(fault)) {
    throw new Error(`There is no fault ${fault}; there are ${[...faults.keys()].join(", ")}.`);
  }
  const image = await imageOfCluster();
  const inside = path.join(home.dataDir, "inside");
  const answer = path.join(home.dataDir, "report.json");
  await rm(LOGS, { recursive: true, force: true });
  for (const folder of [inside, LOGS]) await mkdir(folder, { recursive: true });
  const order = JSON.stringify({ home: inside, image, answer, logs: LOGS, fault, isControl });
  // The whole tree dies with this process, also when it is killed.
  const isolated = ["--pdeathsig", "KILL", "unshare", "--net", "--mount", "--pid", "--fork"];
  const node = [
    "--kill-child",
    "--mount-proc",
    process.execPath,
    "--import",
    "tsx",
    "lab/prove/cluster/inside.ts",
  ];
  const child = spawn("setpriv", [...isolated, ...node, order], {
    stdio: ["ignore", "inherit", "inherit"],
    detached: true,
  });
  const leave = () => void child.kill("SIGKILL");
  process.once("SIGINT", leave).once("SIGTERM", leave);
  try {
    const [code] = await once(child, "exit");
    if (code !== 0) throw new Error(`The proof ended with ${code}; its logs lie in ${LOGS}.`);
    return Answer.parse(JSON.parse(await readFile(answer, "utf8")));
  } finally {
    process.off("SIGINT", leave).off("SIGTERM", leave);
    await rm(answer, { force: true });
  }
}
