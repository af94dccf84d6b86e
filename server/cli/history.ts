import { parseArgs } from "node:util";
import { sql } from "drizzle-orm";
import { findBrokenHistories } from "@/server/domain/history/check";
import { say } from "@/server/platform/say.mjs";
import { runtime } from "@/server/runtime/runtime";
import { runCommand } from "./command";

/** `history check`: exit code 0 if every chain is intact, else 1 and one line per broken chain. */
async function work(): Promise<number> {
  const broken = await runtime().database.db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    return findBrokenHistories(tx);
  });
  for (const { identifier, position, fault } of broken) {
    process.stdout.write(`${JSON.stringify({ identifier, position, fault })}\n`);
  }
  say(broken.length === 0 ? "all item histories are intact" : `broken item histories: ${broken.length}`);
  return broken.length === 0 ? 0 : 1;
}

runCommand({
  usage: "usage: npm run -s history -- check",
  read: (args) => {
    const { positionals } = parseArgs({ args, allowPositionals: true, options: {} });
    return positionals.join(" ") === "check" ? "check" : undefined;
  },
  work,
});
