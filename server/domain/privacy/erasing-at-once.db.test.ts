import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { erasures } from "@/db/schema/erasures";
import { scans } from "@/db/schema/scans";
import { only } from "@/server/data/only";
import { newId } from "@/server/platform/ids";
import { runtime } from "@/server/runtime/runtime";
import { ctxOf, itemRow, newItem, newProducer } from "@/server/testing/factories";
import { untilWaitedFor } from "@/server/testing/waiting";
import { beginErasure, carryOutErasures } from "./erase";
import { requestErasure } from "./request";

// Holds decision 0030.

const { database } = runtime();
const { db } = database;

/** Scans of a device, as many as an import may bring. */
async function newDevice(count: number) {
  const producer = await newProducer();
  const identifier = await newItem(producer);
  const { id: itemId } = await itemRow(identifier);
  const device = randomUUID().replaceAll("-", "");
  await db.insert(scans).values(
    Array.from({ length: count }, (_, n) => ({
      id: newId(),
      itemId,
      producerId: producer.producerId,
      identifier,
      device,
      data: { n },
      timestamp: new Date(Date.now() - n * 1_000),
      copyclassification: "fake" as const,
    })),
  );
  return { ctx: ctxOf(producer), device };
}

const erasureOf = async (id: string) => only(await db.select().from(erasures).where(eq(erasures.id, id)));

test("an erasure is not done while scans are left that it did not reach beside another one", async () => {
  const { ctx, device } = await newDevice(700);
  // Each of them erases the first scans that it finds: 300 are left.
  const first = await requestErasure(ctx, { device });
  const second = await requestErasure(ctx, { device });
  const { step } = await db.transaction(async (tx) => {
    await beginErasure({ ...ctx, db: tx }, first.id);
    const step = beginErasure(ctx, second.id);
    await untilWaitedFor(tx);
    return { step };
  });
  await step;
  expect(await db.$count(scans, eq(scans.device, device))).toBe(100);
  expect(await erasureOf(second.id)).toMatchObject({ doneAt: null, device });

  await carryOutErasures(database);
  expect(await db.$count(scans, sql`device = ${device}`)).toBe(0);
  for (const { id } of [first, second])
    expect(await erasureOf(id)).toMatchObject({ doneAt: expect.any(Date), device: null });
});
