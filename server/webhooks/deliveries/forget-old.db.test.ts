import { eq, sql } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import type { Transaction } from "@/db/client";
import { events } from "@/db/schema/events";
import { DAY_MS } from "@/server/core/time";
import { newId } from "@/server/platform/ids";
import { runtime } from "@/server/runtime/runtime";
import { newHook, newProducer, systemCtx } from "@/server/testing/factories";
import { forgetOldEvents } from "./forget-old";

test("a stop ends the deletion of old events after the current batch; the next pass deletes the rest", async () => {
  const { producerId } = await newProducer();
  const { db } = runtime().database;
  const createdAt = new Date(Date.now() - 38 * DAY_MS);
  const old = () => ({
    id: newId(),
    type: "itemCreated",
    producerId,
    hooks: [],
    snapshot: sql`'{}'`,
    createdAt,
  });
  await db.insert(events).values(Array.from({ length: 1_500 }, old));

  const ending = new AbortController();
  const transaction = db.transaction.bind(db);
  let begun = 0;
  const beginning = vi
    .spyOn(db, "transaction")
    .mockImplementation(<T>(work: (tx: Transaction) => Promise<T>): Promise<T> => {
      // The first statement finds them, the second one deletes them.
      if (++begun === 2) ending.abort();
      return transaction(work);
    });
  onTestFinished(() => beginning.mockRestore());
  expect(await forgetOldEvents(systemCtx(), ending.signal)).toBe(1_000);
  expect(await forgetOldEvents(systemCtx(), ending.signal)).toBe(0);
  expect(await db.$count(events, eq(events.producerId, producerId))).toBe(500);
  expect(await forgetOldEvents(systemCtx())).toBe(500);
});

test("deliveries and attempts whose event an older build has deleted alone are deleted, unless one is queued", async () => {
  const producer = await newProducer();
  const hookId = await newHook(producer);
  const { db } = runtime().database;
  const idOf = (days: number) => newId(Date.now() - days * DAY_MS);
  const [old, queued, young] = [idOf(38), idOf(38), idOf(36)];
  for (const id of [old, queued, young]) {
    await db.execute(
      sql`insert into deliveries (id, event_id, hook_id, hook, created_at) values (${id}, ${id}, ${hookId}, '{}', now())`,
    );
    await db.execute(
      sql`insert into attempts (delivery_id, started_at, latency_ms, status) values (${id}, now(), 1, 500)`,
    );
  }
  await db.execute(
    sql`insert into delivery_queue (delivery_id, hook_id, due_at) values (${queued}, ${hookId}, now())`,
  );
  await forgetOldEvents(systemCtx());
  const left = await db.execute(
    sql`select deliveries.id from deliveries join attempts on delivery_id = deliveries.id order by 1`,
  );
  expect(left).toEqual([queued, young].toSorted().map((id) => ({ id })));
});
