import { parseArgs } from "node:util";
import { ANONYMOUS } from "@/server/auth/caller";
import { provideDatabase, say } from "@/server/database";
import { createProducer } from "@/server/domain/producers/create";
import { newRequestId } from "@/server/rest/request-id";
import { runtime } from "@/server/runtime";

const USAGE = "usage: npm run -s producer -- create --name NAME [--json]";

function readCommand() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { name: { type: "string" }, json: { type: "boolean", default: false } },
    });
    const name = values.name?.trim() ?? "";
    if (positionals.length !== 1 || positionals[0] !== "create") return undefined;
    return name.length >= 1 && name.length <= 200 && !name.includes("\0")
      ? { name, json: values.json }
      : undefined;
  } catch {
    return undefined;
  }
}

/** `producer create`: registers a producer and prints its credentials, this once. Works beside a running service. */
async function main() {
  const command = readCommand();
  if (!command) {
    say(USAGE);
    process.exit(2);
  }
  const stopDatabase = await provideDatabase();
  try {
    const { database } = runtime();
    const ctx = { caller: ANONYMOUS, db: database.db, hot: database.hot, requestId: newRequestId() };
    const made = await createProducer(ctx, command.name);
    process.stdout.write(
      command.json
        ? `${JSON.stringify(made)}\n`
        : `producer   ${made.producerId}\ntoken      ${made.token}\nowner key  ${made.ownerKey}\nThe token and the key are shown this once.\n`,
    );
  } finally {
    await runtime().close();
    await stopDatabase();
  }
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    say(error instanceof Error ? error.message : String(error));
    process.exit(1);
  },
);
