import { parseArgs } from "node:util";
import { systemCtx } from "@/server/core/ctx";
import { openProducer } from "@/server/domain/producers/open";
import { ProducerName } from "@/server/domain/producers/schema";
import { newRequestId } from "@/server/http/request-id";
import { runtime } from "@/server/runtime/runtime";
import { runCommand } from "./command";

const USAGE =
  "usage: npm run -s producer -- create --name NAME [--json]   (NAME: 1 to 200 characters on one line)";

function readCommand(args: string[]) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { name: { type: "string" }, json: { type: "boolean", default: false } },
  });
  const name = ProducerName.safeParse(values.name).data;
  if (positionals.join(" ") !== "create" || name === undefined) return undefined;
  return { name, json: values.json };
}

/** `producer create`: creates a producer and prints its credentials, once. */
async function work(command: NonNullable<ReturnType<typeof readCommand>>): Promise<number> {
  const { database } = runtime();
  const ctx = systemCtx(database, newRequestId());
  const made = await openProducer(ctx, command.name, "en");
  process.stdout.write(
    command.json
      ? `${JSON.stringify(made)}\n`
      : `producer   ${made.producerId}\ntoken      ${made.token}\nowner key  ${made.ownerKey}\nThe token and the owner key are shown only once.\n`,
  );
  return 0;
}

runCommand({ usage: USAGE, read: readCommand, work });
