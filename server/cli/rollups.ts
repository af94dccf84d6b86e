import { parseArgs } from "node:util";
import { sql } from "drizzle-orm";
import { findDifferences } from "@/server/domain/stats/check";
import { rebuildRollUps } from "@/server/domain/stats/rebuild";
import { say } from "@/server/platform/say.mjs";
import { runtime } from "@/server/runtime/runtime";
import { runCommand } from "./command";

const USAGE = "usage: npm run -s rollups -- check|rebuild [--json]";

async function check(): Promise<{ code: number; result: object; words: string }> {
  const differences = await runtime().database.db.transaction(
    async (tx) => {
      await tx.execute(sql`set local statement_timeout = 0`);
      return findDifferences(tx);
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
  return differences.length === 0
    ? { code: 0, result: { differences }, words: "all roll-ups match the scans" }
    : {
        code: 1,
        result: { differences },
        words: "roll-ups differ from the scans; run rebuild to correct them",
      };
}

async function rebuild(): Promise<{ code: number; result: object; words: string }> {
  const days = await rebuildRollUps(runtime().database.db);
  return { code: 0, result: { days }, words: `rebuilt the roll-ups of ${days} days` };
}

function readCommand(args: string[]) {
  const options = { json: { type: "boolean", default: false } } as const;
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
  const name = positionals.join(" ");
  const verb = name === "check" ? check : name === "rebuild" ? rebuild : undefined;
  return verb && { verb, json: values.json };
}

/** `rollups check`: exit code 0 if all roll-ups match, else 1 and the differences. `rollups rebuild`: corrects them. */
async function work({ verb, json }: NonNullable<ReturnType<typeof readCommand>>): Promise<number> {
  const { code, result, words } = await verb();
  if (json) process.stdout.write(`${JSON.stringify(result)}\n`);
  else if ("differences" in result && Array.isArray(result.differences))
    for (const one of result.differences) process.stdout.write(`${JSON.stringify(one)}\n`);
  say(words);
  return code;
}

runCommand({ usage: USAGE, read: readCommand, work });
