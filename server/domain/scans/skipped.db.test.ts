import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { sightings } from "@/db/schema/sightings";
import { runtime } from "@/server/runtime/runtime";
import { itemRow, newItem, newProducer, systemCtx } from "@/server/testing/factories";
import { newGate } from "@/server/testing/gate";
import { untilWaitedFor } from "@/server/testing/waiting";
import { recordScan } from "./record";
import { NewScan } from "./schema";

// Holds decision 0010.

/** A client that calls `sent` with each statement, and `answered` before the answer is read. */
const watched = <Client extends object>(
  client: Client,
  sent: () => unknown,
  answered: () => unknown = () => {},
): Client =>
  new Proxy(client, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      if (name === "$client") return watched(value, sent, answered);
      if (name !== "unsafe") return value;
      return async (...statement: unknown[]) => {
        sent();
        const rows: unknown = await Reflect.apply(value, target, statement);
        await answered();
        return rows;
      };
    },
  });

/** Records a scan and lists its statements, with what happens after the first shared one and with one of its own. */
async function record(
  identifier: string,
  { afterFirst, withOwn }: { afterFirst?: () => unknown; withOwn?: () => unknown } = {},
) {
  const statements: string[] = [];
  const ctx = systemCtx();
  const batchClient = watched(ctx.batchClient, () => statements.push("shared"), afterFirst);
  const db = watched(runtime().database.db, () => {
    statements.push("own");
    withOwn?.();
  });
  await recordScan({ ...ctx, db, batchClient }, NewScan.parse({ identifier }), undefined);
  return statements;
}

/** Locks an item as the statement of another process does. */
async function lock(identifier: string): Promise<() => Promise<void>> {
  const [locked, released] = [newGate(), newGate()];
  const ended = runtime().database.db.transaction(async (tx) => {
    await tx.execute(sql`select from items where identifier = ${identifier} for no key update`);
    locked.open();
    await released.opened;
  });
  await locked.opened;
  return async () => {
    released.open();
    await ended;
  };
}

test("a scan of an item that another process had locked joins the next shared statement", async () => {
  const identifier = await newItem(await newProducer());
  const afterFirst = await lock(identifier);
  expect(await record(identifier, { afterFirst })).toEqual(["shared", "shared"]);
  expect((await itemRow(identifier)).scans).toBe(1);
});

test("a scan of an item that stays locked waits in a statement of its own", async () => {
  const identifier = await newItem(await newProducer());
  const withOwn = await lock(identifier);
  expect(await record(identifier, { withOwn })).toEqual(["shared", "shared", "own"]);
  expect((await itemRow(identifier)).scans).toBe(1);
});

test("a scan of a large item is in no second shared statement", async () => {
  const identifier = await newItem(await newProducer(), { data: { text: "x".repeat(20_000) } });
  expect(await record(identifier)).toEqual(["shared", "own"]);
  expect((await itemRow(identifier)).scans).toBe(1);
});

test("404: a scan that waits for its item while it is deleted is kept as one of an unregistered code", async () => {
  const { db } = runtime().database;
  const identifier = await newItem(await newProducer());
  const { refused } = await db.transaction(async (tx) => {
    await tx.execute(sql`update items set deleted_at = now() where identifier = ${identifier}`);
    const refused = record(identifier).catch((error: unknown) => error);
    await untilWaitedFor(tx);
    return { refused };
  });
  expect(await refused).toMatchObject({ code: "item-not-found" });
  expect(await db.select().from(sightings).where(eq(sightings.identifier, identifier))).toHaveLength(1);
});
