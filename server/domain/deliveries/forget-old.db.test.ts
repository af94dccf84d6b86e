import { eq, sql } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import { events } from "@/db/schema/events";
import { newId } from "@/server/platform/ids";
import { newProducer, systemCtx } from "@/server/testing/factories";
import { forgetOldEvents } from "./forget-old";

const DAY_MS = 86_400_000;

test("a stop ends the forgetting of many events after those in hand; the rest is forgotten next time", async () => {
  const { producerId } = await newProducer();
  const { db } = systemCtx();
  const createdAt = new Date(Date.now() - 31 * DAY_MS);
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
  const execute = db.execute.bind(db);
  const executing = vi.spyOn(db, "execute").mockImplementation((query) => {
    ending.abort();
    return execute(query);
  });
  onTestFinished(() => executing.mockRestore());
  expect(await forgetOldEvents(systemCtx(), ending.signal)).toBe(1_000);
  expect(await forgetOldEvents(systemCtx(), ending.signal)).toBe(0);
  expect(await db.$count(events, eq(events.producerId, producerId))).toBe(500);
  expect(await forgetOldEvents(systemCtx())).toBe(500);
});
