// Holds decision 0032.
import { sql } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { runtime } from "@/server/runtime";

const { db } = runtime().database;

test("what is asked on a connection that was lost is refused, also again and again, and others are asked as ever", async () => {
  const lost = db.transaction(async (tx) => {
    const [own] = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    const isThere = sql`select from pg_stat_activity where pid = ${own?.pid}`;
    await db.execute(sql`select pg_terminate_backend(${own?.pid})`);
    await vi.waitFor(async () => expect(await db.execute(isThere)).toHaveLength(0));
    await expect(tx.execute(sql`select 1`)).rejects.toThrow();
    await expect(tx.execute(sql`select 2`)).rejects.toThrow();
    await tx.execute(sql`select 3`);
  });
  await expect(lost).rejects.toThrow();
  const answers = await Promise.all(Array.from({ length: 30 }, () => db.execute(sql`select 1 as one`)));
  expect(answers.flat()).toEqual(Array(30).fill({ one: 1 }));
});
