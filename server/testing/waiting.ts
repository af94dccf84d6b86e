import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { only } from "@/server/data/only";
import { runtime } from "@/server/runtime/runtime";
import { until } from "./until";

/** Waits until a statement of another connection waits for a lock that the transaction holds. */
export async function untilWaitedFor(tx: Db): Promise<void> {
  const { pid } = only(await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`));
  await until(async () => {
    only(
      await runtime().database.db.execute(
        sql`select from pg_stat_activity where ${pid}::int = any(pg_blocking_pids(pid)) limit 1`,
      ),
    );
  });
}
