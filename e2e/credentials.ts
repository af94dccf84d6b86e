import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { z } from "zod";
import { createProducer, type NewProducer } from "@/server/domain/producers/create";
import { openSandbox } from "@/server/domain/sandboxes/open";
import { createToken } from "@/server/domain/tokens/create";
import { inside } from "./inside";

const Credentials = z.object({ producerId: z.string(), token: z.string(), ownerKey: z.string() });

/** Create a producer; by command if the service's data directory is not that of the journeys, of another build if it has a folder of its own. */
export async function newProducer(name: string, dataDir?: string, folder?: string): Promise<NewProducer> {
  if (dataDir === undefined) return createProducer(await inside(), name);
  const { stdout } = await promisify(execFile)(
    "npm",
    ["run", "-s", "producer", "--", "create", "--name", name, "--json"],
    { cwd: folder, env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: "" } },
  );
  return Credentials.parse(JSON.parse(stdout));
}

/** Open the sandbox of a producer, and create a test token. */
export async function newTestToken({ producerId }: Pick<NewProducer, "producerId">): Promise<string> {
  const ctx = await inside();
  const actor = { type: "token", id: producerId, name: "First token" } as const;
  const sandbox = await openSandbox({
    ...ctx,
    caller: { kind: "producer", producerId, sandbox: 0, credential: "token", actor },
  });
  return (await createToken(ctx, { producerId: sandbox.id, kind: "token", name: "Test token" })).secret;
}
