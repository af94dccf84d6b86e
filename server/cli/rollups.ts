import { parseArgs } from "node:util";
import { sql } from "drizzle-orm";
import { findDifferences } from "@/server/domain/stats/check";
import { rebuildRollUps } from "@/server/domain/stats/rebuild";
import { say } from "@/server/platform/say.mjs";
import { runtime } from "@/server/runtime/runtime";
import { runCommand } from "./command";

const USAGE = "usage: npm run -s rollups -- check|rebuild [--json]";

async function check(): Promise<{ code: number; told: object; words: string }> {
  const differences = await runtime().database.db.transaction(
    async (tx) => {
      await tx.execute(sql`set local statement_timeout = 0`);
      return findDifferences(tx);
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
  return differences.length === 0
    ? { code: 0, told: { differences }, words: "all roll-ups match the scans" }
    : {
        code: 1,
        told: { differences },
        words: "roll-ups differ from the scans; run rebuild to correct them",
      };
}

async function rebuild(): Promise<{ code: number; told: object; words: string }> {
  const days = await rebuildRollUps(runtime().database.db);
  return { code: 0, told: { days }, words: `rebuilt the roll-ups of ${days} days` };
}

function readCommand(args: string[]) {
  const options = { json: { type: "boolean", default: false } } as const;
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
  const name = positionals.join(" ");
  const verb = name === "check" ? check : name === "rebuild" ? rebuild : undefined;
  return verb && { verb, json: values.json };
}

/** `rollups check`: exit code 0 where all counts of scans are right, else 1 and what is wrong. `rollups rebuild`: makes them right. */
async function work({ verb, json }: NonNullable<ReturnType<typeof readCommand>>): Promise<number> {
  const { code, told, words } = await verb();
  if (json) process.stdout.write(`${JSON.stringify(told)}\n`);
  else if ("differences" in told && Array.isArray(told.differences))
    for (const one of told.differences) process.stdout.write(`${JSON.stringify(one)}\n`);
  say(words);
  return code;
}

runCommand({ usage: USAGE, read: readCommand, work });
