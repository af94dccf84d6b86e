import { and, eq, isNull, sql } from "drizzle-orm";
import { beforeAll, expect, test, vi } from "vitest";
import { MOVED, type MovedTable, producerOf } from "@/db/producer-tables";
import { hooks } from "@/db/schema/hooks";
import { memberships } from "@/db/schema/memberships";
import { producers } from "@/db/schema/producers";
import { publicDemo } from "@/db/schema/public-demo";
import { tokens } from "@/db/schema/tokens";

// Holds decision 0086.

vi.stubEnv("PUBLIC_DEMO", "on");
const { runtime } = await import("@/server/runtime/runtime");
const { forgetDemoCodes } = await import("@/server/domain/public-demo/read-only");
const { SEEDING_LOCK } = await import("@/server/seed/seed-demo");
const { newItem, newProducer } = await import("@/server/testing/factories");
const { startPublicDemo } = await import("@/server/seed/public-demo");
const { post } = await import("@/server/testing/api");
const { only } = await import("@/server/data/only");
const { discardedSandboxes } = await import("@/server/domain/sandboxes/delete-discarded");
const { countScans } = await import("@/server/domain/stats/count-scans");
const { findDifferences } = await import("@/server/domain/stats/check");
const { runPass } = await import("@/server/loops/pass");
const { demoState, pressOpenDemo, readyDemo, SIZE } = await import("@/server/testing/public-demo");

const IN_TIME = { timeout: 60_000 };
const db = () => runtime().database.db;

const rowsOf = async (table: MovedTable, producerId: string): Promise<number> => {
  const of = sql.raw(`${table.name} r where ${producerOf(table)} = '${producerId}'::uuid`);
  return only(await db().execute<{ rows: number }>(sql`select count(*)::int as rows from ${of}`)).rows;
};
const ITEMS = { name: "items", key: ["id"], owner: "producer_id" };

beforeAll(async () => {
  await (await startPublicDemo(runtime().database, "first", SIZE))?.done;
}, 120_000);

test("after a process has died, the next press creates the demo once its lease is over; a closed demo is replaced", async () => {
  const { producerId } = await readyDemo();
  const closed = { closedAt: new Date(), suspendedAt: new Date(), suspendedReason: "Old" };
  await db().update(producers).set(closed).where(eq(producers.id, producerId));
  expect(await demoState()).toEqual({ state: "none" });
  await (await startPublicDemo(runtime().database, "again", SIZE))?.done;
  expect((await readyDemo()).producerId).not.toBe(producerId);

  await db()
    .update(publicDemo)
    .set({
      ...{ producerId: null, genuineCode: null, suspiciousCode: null, unknownCode: null, createdAt: null },
      leaseUntil: sql`now() + interval '1 minute'`,
    });
  expect(await startPublicDemo(runtime().database, "too early", SIZE)).toBeUndefined();
  await db().update(publicDemo).set({ leaseUntil: sql`now() - interval '1 second'` });
  expect(await demoState()).toEqual({ state: "failed" });
  await (await startPublicDemo(runtime().database, "later", SIZE))?.done;
  await readyDemo();
});

test("a creation that waits for another seeding keeps its lease, so that visitors begin no second one", async () => {
  const { producerId } = await readyDemo();
  const closed = { closedAt: new Date(), suspendedAt: new Date(), suspendedReason: "Old" };
  await db().update(producers).set(closed).where(eq(producers.id, producerId));
  const begun = await db().transaction(async (other) => {
    await other.execute(sql`select pg_advisory_xact_lock(${SEEDING_LOCK})`);
    const begun = await startPublicDemo(runtime().database, "waits", SIZE, 20);
    await vi.waitUntil(async () => (await db().select().from(publicDemo))[0]?.percent === 8, IN_TIME);
    await db().update(publicDemo).set({ leaseUntil: sql`now() - interval '1 second'` });
    await vi.waitUntil(async () => (await demoState()).state === "underWay", IN_TIME);
    expect(await startPublicDemo(runtime().database, "too early", SIZE)).toBeUndefined();
    return begun;
  });
  await begun?.done;
  await readyDemo();
});

test("403: nothing is recorded of the old demo while a new one is created, nor of a new one of another process", async () => {
  const { codes, producerId } = await readyDemo();
  const codeOf = async (identifier: string) => (await post("/scans", { identifier })).body;
  expect(await codeOf(codes.genuine)).toMatchObject({ code: "demo-read-only" });
  const [created] = await db().select().from(publicDemo);
  await db()
    .update(publicDemo)
    .set({
      ...{ producerId: null, genuineCode: null, suspiciousCode: null, unknownCode: null, createdAt: null },
      leaseUntil: sql`now() + interval '1 minute'`,
    });
  // Processes look twice a second; creating a demo takes longer.
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 501 });
  expect(await codeOf(codes.suspicious)).toMatchObject({ code: "demo-read-only" });

  const brand = await newProducer();
  const identifier = await newItem(brand);
  const ofVisitor = sql`person_id = (select id from people where is_demo_visitor)`;
  await db().update(memberships).set({ producerId: brand.producerId }).where(ofVisitor);
  await db()
    .update(publicDemo)
    .set({ ...created, producerId: brand.producerId });
  expect(await codeOf(identifier)).toMatchObject({ code: "demo-read-only" });
  await db().update(memberships).set({ producerId }).where(ofVisitor);
  await db()
    .update(publicDemo)
    .set({ ...created });
  forgetDemoCodes();
  vi.useRealTimers();
});

test("a demo of four days ago is replaced at the next visit, and closed; until then its codes are shown", async () => {
  const old = await readyDemo();
  await db().update(publicDemo).set({ createdAt: sql`now() - interval '4 days'` });
  expect(await demoState()).toEqual({ ...old, isOld: true });
  expect((await pressOpenDemo()).headers.get("location")).toBe("/demo");
  await vi.waitUntil(async () => (await demoState()).state === "ready", IN_TIME);
  const { producerId } = await readyDemo();
  expect(producerId).not.toBe(old.producerId);
  const [closed] = await db()
    .select({ reason: producers.suspendedReason, at: producers.closedAt })
    .from(producers)
    .where(eq(producers.id, old.producerId));
  expect(closed).toEqual({ reason: "A newer demo replaces it.", at: expect.any(Date) });
  const isOfOld = (table: typeof tokens | typeof hooks) => eq(table.producerId, old.producerId);
  expect(await db().$count(tokens, and(isOfOld(tokens), isNull(tokens.revokedAt)))).toBe(0);
  expect(await db().$count(hooks, and(isOfOld(hooks), isNull(hooks.deletedAt)))).toBe(0);
  expect((await pressOpenDemo()).headers.get("location")).toBe(`/p/${producerId}/overview`);
});

test("a replaced demo is deleted with all that it had, and the demo that replaced it stays", async () => {
  const old = await readyDemo();
  await db().update(publicDemo).set({ createdAt: sql`now() - interval '4 days'` });
  await (await startPublicDemo(runtime().database, "anew", SIZE))?.done;
  const { producerId } = await readyDemo();
  // The sums over all producers have its scans.
  await countScans(runtime().database);
  await runPass(discardedSandboxes, runtime().database);
  const left = await db()
    .select({ id: producers.id })
    .from(producers)
    .where(eq(producers.isPublicDemo, true));
  expect(left).toEqual([{ id: producerId }]);
  for (const table of MOVED.filter(({ name }) => name !== "producers" && name !== "idempotency_keys"))
    expect(await rowsOf(table, old.producerId), table.name).toBe(0);
  expect(await rowsOf(ITEMS, producerId)).toBe(SIZE.items);
  expect(await findDifferences(db())).toEqual([]);
});
