import { parseArgs } from "node:util";
import { systemCtx } from "@/server/core/ctx";
import { listTokens } from "@/server/domain/tokens/list";
import { revokeToken } from "@/server/domain/tokens/revoke";
import { newRequestId } from "@/server/http/request-id";
import { isId } from "@/server/platform/ids";
import { say } from "@/server/platform/say.mjs";
import { runtime } from "@/server/runtime/runtime";
import { runCommand } from "./command";

const USAGE = `usage: npm run -s token -- list --producer ID
       npm run -s token -- revoke TOKEN-ID --producer ID`;

function readCommand(args: string[]) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { producer: { type: "string" } },
  });
  const [verb, id, ...rest] = positionals;
  const producer = values.producer ?? "";
  if (!isId(producer) || rest.length > 0) return undefined;
  if (verb === "list" && id === undefined) return { producer };
  return verb === "revoke" && id !== undefined ? { producer, revoke: id } : undefined;
}

/** `token list`: prints a producer's tokens, one JSON line each. `token revoke`: revokes one in all processes immediately. */
async function work(command: NonNullable<ReturnType<typeof readCommand>>): Promise<number> {
  const { db, batchClient } = runtime().database;
  if (command.revoke !== undefined) {
    await revokeToken(systemCtx({ db, batchClient }, newRequestId()), command.producer, command.revoke);
    say(`token ${command.revoke} revoked`);
    return 0;
  }
  for (const token of await listTokens({ db }, command.producer))
    process.stdout.write(`${JSON.stringify(token)}\n`);
  return 0;
}

runCommand({ usage: USAGE, read: readCommand, work });
