import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { z } from "zod";
import { DATA_DIR } from "./where";

const Credentials = z.object({ producerId: z.string(), token: z.string(), ownerKey: z.string() });

/** Makes a producer as an operator would, beside the running service. */
export async function newProducer(name: string, dataDir = DATA_DIR) {
  const { stdout } = await promisify(execFile)(
    "npm",
    ["run", "-s", "producer", "--", "create", "--name", name, "--json"],
    { env: { ...process.env, DATA_DIR: dataDir } },
  );
  return Credentials.parse(JSON.parse(stdout));
}
