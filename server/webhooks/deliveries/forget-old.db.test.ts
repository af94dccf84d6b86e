import { eq, sql } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import type { Transaction } from "@/db/client";
import { events } from "@/db/schema/events";
import { DAY_MS } from "@/server/core/time";
import { newId } from "@/server/platform/ids";
import { runtime } from "@/server/runtime/runtime";
import { newProducer, systemCtx } from "@/server/testing/factories";
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
