import { asc, eq, lt, sql } from "drizzle-orm";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { assessmentProgress } from "@/db/schema/assessment-progress";
import { assessments } from "@/db/schema/assessments";
import { items } from "@/db/schema/items";
import { lateScans } from "@/db/schema/late-scans";
import { scans } from "@/db/schema/scans";
import { setAside } from "@/db/schema/set-aside";
import { HOUR_MS } from "@/server/core/time";
import { only } from "@/server/data/only";
import type { NewProducer } from "@/server/domain/producers/create";
import { leastIdAt, newId } from "@/server/platform/ids";
import { runtime } from "@/server/runtime/runtime";
import { get } from "@/server/testing/api";
import { itemRow, newItem, newProducer, newScan } from "@/server/testing/factories";
import { newGate } from "@/server/testing/gate";
import { type Assessor, takeTurn } from "./turn";

// Holds decision 0026: every scan is assessed, once. Holds decision 0035: what can't be, stops no other.

const BERLIN = { latitude: 52.52, longitude: 13.405 };
const NAPLES = { latitude: 40.853, longitude: 14.267 };

const db = () => runtime().database.db;
type Writer = Pick<ReturnType<typeof db>, "insert">;
const newAssessor = (): Assessor => ({ id: newId(), seen: new Set() });

let producer: NewProducer;
let item: string;
beforeEach(async () => {
  producer = await newProducer();
  item = await newItem(producer);
  // As if whoever worked before were long gone.
  await db().update(assessmentProgress).set({ holder: null, heldUntil: null });
});

/** Takes turns until nothing is left to be done at once. */
async function work(assessor: Assessor) {
  while ((await takeTurn(db(), assessor)).hasMore);
}

const progress = async () => only(await db().select().from(assessmentProgress));

/** What was found of the producer's scans; `written` changes whenever a row does. */
const found = async () =>
  db()
    .select({
      scanId: assessments.scanId,
      reasons: assessments.reasons,
      evidence: assessments.evidence,
      written: sql<string>`${assessments}.xmin::text`,
    })
    .from(assessments)
    .where(eq(assessments.producerId, producer.producerId))
    .orderBy(asc(assessments.timestamp), asc(assessments.scanId));

const invalidate = () =>
  db()
    .update(items)
    .set({ invalidatedAt: new Date(0) })
    .where(eq(items.identifier, item));

/** Writes a scan as another process would have begun to do so long ago. */
async function insertScan(tx: Writer, agoMs: number, where = BERLIN) {
  const { id: itemId, producerId } = await itemRow(item);
  const at = Date.now() - agoMs;
  const id = newId(at);
  await tx.insert(scans).values({
    id,
    itemId,
    producerId,
    identifier: item,
    timestamp: new Date(at),
    copyclassification: "unknown",
    data: {},
    device: id,
    ...where,
  });
  return id;
}

/** Inserts a scan in a transaction that ends when it is told to. */
async function insertSlowly(agoMs: number) {
  const gate = newGate();
  let inserted = (_: string) => {};
  const id = new Promise<string>((resolve) => {
    inserted = resolve;
  });
  const ended = db().transaction(async (tx) => {
    inserted(await insertScan(tx, agoMs));
    await gate.opened;
  });
  return {
    id: await id,
    commit: () => {
      gate.open();
      return ended;
    },
  };
}

test("what is scanned is assessed once, beside what the interface says of it", async () => {
  const assessor = newAssessor();
  const others = await Promise.all(Array.from({ length: 9 }, () => newItem(producer)));
  const device = { deviceInfo: { environment: { id: "a warehouse's" } } };
  await Promise.all(others.map((one) => newScan(one, { location: BERLIN, ...device })));
  const first = await newScan(item, { location: BERLIN });
  const second = await newScan(item, { location: NAPLES, copyclassification: "original" });
  const told = () => get(`/scans/${second}`, { token: producer.token });
  const before = (await told()).body;
  await work(assessor);
  const rows = await found();
  expect(rows).toMatchObject([
    {
      scanId: second,
      reasons: ["impossible_travel", "contradicts_client"],
      evidence: { impossible_travel: { scan: first, km: 1299 } },
    },
  ]);
  await work(assessor);
  await work(newAssessor());
  expect(await found()).toEqual(rows);
  expect((await told()).body).toEqual(before);
  expect((await itemRow(item)).fakes).toBe(1);
});

test("a scan that is committed long after others is not walked past", async () => {
  await invalidate();
  const assessor = newAssessor();
  const slow = await insertSlowly(4_000);
  await newScan(item);
  // Until scans of its age would have to come late.
  await vi.waitFor(
    async () => {
      await work(assessor);
      expect(leastIdAt(Date.now() - 5_000) > slow.id).toBe(true);
    },
    { timeout: 10_000 },
  );
  await work(assessor);
  expect(await found()).toHaveLength(1);
  expect((await progress()).settled < slow.id).toBe(true);
  await slow.commit();
  await work(assessor);
  expect((await found()).map(({ scanId }) => scanId)).toContain(slow.id);
  await work(assessor);
  expect((await progress()).settled > slow.id).toBe(true);
});

test("a scan that comes late is what speaks against those right after it", async () => {
  const assessor = newAssessor();
  const slow = await insertSlowly(1_000);
  const other = await newScan(item, { location: NAPLES });
  await work(assessor);
  expect(await found()).toEqual([]);
  await slow.commit();
  await work(assessor);
  expect(await found()).toMatchObject([
    { scanId: other, evidence: { impossible_travel: { scan: slow.id } } },
  ]);
});

test("scans of long ago, as a demo has them, are assessed too", async () => {
  const ids = [await insertScan(db(), 50 * HOUR_MS), await insertScan(db(), 49.5 * HOUR_MS, NAPLES)];
  expect((await db().select().from(lateScans)).map(({ scanId }) => scanId)).toEqual(ids);
  await work(newAssessor());
  expect(await db().select().from(lateScans)).toEqual([]);
  expect((await found()).map(({ scanId }) => scanId)).toEqual([ids[1]]);
});

test("and so are scans from before there were assessments", async () => {
  await invalidate();
  const ids = [await insertScan(db(), 5 * HOUR_MS), await insertScan(db(), 4 * HOUR_MS)];
  await db().delete(lateScans);
  const backlogFrom = leastIdAt(0);
  await db()
    .update(assessmentProgress)
    .set({ backlogFrom, backlogUntil: leastIdAt(Date.now() - HOUR_MS) });
  await work(newAssessor());
  expect((await found()).map(({ scanId }) => scanId)).toEqual(ids);
  expect(await progress()).toMatchObject({ backlogFrom: (await progress()).backlogUntil });
});

test("of two workers one works, and the other does not wait; when one dies at it, the other does it all", async () => {
  await invalidate();
  const ids = [await insertScan(db(), 1_000), await insertScan(db(), 8_000), await insertScan(db(), 900)];
  const [one, other] = [newAssessor(), newAssessor()];
  const gate = newGate();
  const lock = newGate();
  const locking = db().transaction(async (tx) => {
    await tx.execute(sql`lock table ${assessments} in share mode`);
    lock.open();
    await gate.opened;
  });
  await lock.opened;
  const dying = takeTurn(db(), one).catch((err: unknown) => err);
  const waiting = sql`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await vi.waitFor(async () => expect(await db().execute(waiting)).toHaveLength(1), { timeout: 5_000 });
  expect(await takeTurn(db(), other)).toEqual({ hasMore: false });
  await db().execute(sql`select pg_terminate_backend(pid) from (${waiting}) waiting`);
  expect(await dying).toBeInstanceOf(Error);
  gate.open();
  await locking;
  expect(await found()).toEqual([]);
  await Promise.all([work(other), work(one), work(other), work(one)]);
  expect((await found()).map(({ scanId }) => scanId).sort()).toEqual(ids.sort());
  expect(await db().select().from(lateScans).where(lt(lateScans.scanId, newId()))).toEqual([]);
});

/** Lets no assessment of a scan be written, until the test ends or it is told to. */
async function refuseAssessment(id: string) {
  const name = sql.raw(`refuse_${id.replaceAll("-", "")}`);
  await db().execute(
    sql`create function ${name}() returns trigger language plpgsql as 'begin raise exception ''broken scan''; end'`,
  );
  await db().execute(
    sql`create trigger ${name} before insert on assessments for each row when (new.scan_id = ${sql.raw(`'${id}'`)}) execute function ${name}()`,
  );
  const allow = () => db().execute(sql`drop function if exists ${name} cascade`);
  onTestFinished(async () => {
    await allow();
  });
  return allow;
}

const aside = () => db().select().from(setAside).where(eq(setAside.loop, "assessing"));

test("a scan that can't be assessed is set aside; all others are assessed, and it is once it can be", async () => {
  await invalidate();
  const ids: string[] = [];
  for (let n = 0; n < 9; n++) ids.push(await newScan(item));
  const [, , , poison = ""] = ids;
  const late = await insertScan(db(), 5 * HOUR_MS);
  const allow = await refuseAssessment(poison);
  const assessor = newAssessor();
  await work(assessor);
  const others = [late, ...ids.filter((id) => id !== poison)];
  expect((await found()).map(({ scanId }) => scanId)).toEqual(others);
  expect(await aside()).toMatchObject([{ key: poison, reason: "broken scan", attempts: 1 }]);

  await db()
    .update(setAside)
    .set({ retryAt: new Date(0) });
  await work(assessor);
  expect(await aside()).toMatchObject([{ key: poison, attempts: 2 }]);

  await allow();
  await db()
    .update(setAside)
    .set({ retryAt: new Date(0) });
  await work(assessor);
  expect((await found()).map(({ scanId }) => scanId)).toEqual([late, ...ids]);
  expect(await aside()).toEqual([]);
});

test("a worker whose turns fail as a whole takes half as much, until they do not", async () => {
  await invalidate();
  const ids: string[] = [];
  for (let n = 0; n < 6; n++) ids.push(await insertScan(db(), 5 * HOUR_MS - n));
  await takeTurn(db(), { ...newAssessor(), batchSize: 2 });
  expect((await found()).map(({ scanId }) => scanId).slice(0, 2)).toEqual(ids.slice(0, 2));
  expect((await db().select().from(lateScans)).map(({ scanId }) => scanId)).toEqual(ids.slice(2));
});
