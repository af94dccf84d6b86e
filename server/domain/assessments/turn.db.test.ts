import { asc, eq, lt, sql } from "drizzle-orm";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { assessmentProgress, SHARES } from "@/db/schema/assessment-progress";
import { assessments } from "@/db/schema/assessments";
import { items } from "@/db/schema/items";
import { lateScans } from "@/db/schema/late-scans";
import { scans } from "@/db/schema/scans";
import { setAside } from "@/db/schema/set-aside";
import { HOUR_MS } from "@/server/core/time";
import { only } from "@/server/data/only";
import type { NewProducer } from "@/server/domain/producers/create";
import { placeScanLater } from "@/server/domain/scans/place-later";
import { leastIdAt, newId } from "@/server/platform/ids";
import { runtime } from "@/server/runtime/runtime";
import { get } from "@/server/testing/api";
import { itemRow, newItem, newProducer, newScan, systemCtx } from "@/server/testing/factories";
import { newGate } from "@/server/testing/gate";
import { rowsOfScansRead } from "@/server/testing/hot-item";
import { assessScans } from "./assess-scans";
import { acquireShares, keepProgress } from "./progress";
import { type Assessor, newAssessor, takeTurn } from "./turn";

// Holds decision 0026: every scan is assessed once. Holds decision 0035: a scan that cannot be assessed stops no other.
// Holds decision 0056: workers share the shares of producers.

const BERLIN = { latitude: 52.52, longitude: 13.405 };
const NAPLES = { latitude: 40.853, longitude: 14.267 };

const db = () => runtime().database.db;
type Writer = Pick<ReturnType<typeof db>, "insert">;

let producer: NewProducer;
let item: string;
beforeEach(async () => {
  producer = await newProducer();
  item = await newItem(producer);
  // As if the lease of earlier workers had expired.
  await db().update(assessmentProgress).set({ holder: null, heldUntil: null });
});

/** Takes turns until no work is left. */
async function work(assessor: Assessor) {
  while ((await takeTurn(db(), assessor)).hasMore);
}

/** The progress of the producer's share. */
const progress = async () => {
  const { share } = assessmentProgress;
  const isOwn = eq(share, sql`share_of(${producer.producerId}::uuid)`);
  return only(await db().select().from(assessmentProgress).where(isOwn));
};

/** The assessments of the producer's scans; `written` changes with every write of a row. */
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

/** Writes a scan as if another process had begun to write it `agoMs` ago. */
async function insertScan(tx: Writer, agoMs: number, where: Partial<typeof BERLIN> = BERLIN) {
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

/** Inserts a scan in a transaction that stays open until `commit` is called. */
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

test("a scan is assessed once, and its API response stays the same", async () => {
  const assessor = newAssessor();
  const others = await Promise.all(Array.from({ length: 9 }, () => newItem(producer)));
  const device = { deviceInfo: { environment: { id: "a warehouse's" } } };
  await Promise.all(others.map((one) => newScan(one, { location: BERLIN, ...device })));
  const first = await newScan(item, { location: BERLIN });
  const second = await newScan(item, { location: NAPLES, copyclassification: "original" });
  const response = () => get(`/scans/${second}`, { token: producer.token });
  const before = (await response()).body;
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
  expect((await response()).body).toEqual(before);
  expect((await itemRow(item)).fakes).toBe(1);
});

test("a scan that is committed long after newer ones is not skipped", async () => {
  await invalidate();
  const assessor = newAssessor();
  const slow = await insertSlowly(2_000);
  await newScan(item);
  // Until a scan of its age counts as late.
  await vi.waitFor(
    async () => {
      await work(assessor);
      expect(leastIdAt(Date.now() - 3_000) > slow.id).toBe(true);
    },
    { timeout: 10_000 },
  );
  await work(assessor);
  expect(await found()).toHaveLength(1);
  expect((await progress()).settled < slow.id).toBe(true);
  await slow.commit();
  await work(assessor);
  expect((await found()).map(({ scanId }) => scanId)).toContain(slow.id);
  // Transactions of other databases of the server delay it, too.
  await vi.waitFor(
    async () => {
      await work(assessor);
      expect((await progress()).settled > slow.id).toBe(true);
    },
    { timeout: 10_000 },
  );
});

test("a late scan is evidence against the scans right after it", async () => {
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

test("scans dated long ago, as in demo data, are assessed", async () => {
  const ids = [await insertScan(db(), 50 * HOUR_MS), await insertScan(db(), 49.5 * HOUR_MS, NAPLES)];
  expect((await db().select().from(lateScans)).map(({ scanId }) => scanId)).toEqual(ids);
  await work(newAssessor());
  expect(await db().select().from(lateScans)).toEqual([]);
  expect((await found()).map(({ scanId }) => scanId)).toEqual([ids[1]]);
});

test("scans from before the service had assessments are assessed", async () => {
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

test("one of two workers works and the other does not wait; if one dies, the other does all the work", async () => {
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

/** Refuses to write the assessment of a scan, until the returned function is called or the test ends. */
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

test("a scan that cannot be assessed is set aside and retried; all others are assessed", async () => {
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

test("a turn takes at most the worker's batch size", async () => {
  await invalidate();
  const ids: string[] = [];
  for (let n = 0; n < 6; n++) ids.push(await insertScan(db(), 5 * HOUR_MS - n));
  await takeTurn(db(), { ...newAssessor(), batchSize: 2 });
  expect((await found()).map(({ scanId }) => scanId).slice(0, 2)).toEqual(ids.slice(0, 2));
  expect((await db().select().from(lateScans)).map(({ scanId }) => scanId)).toEqual(ids.slice(2));
});

/** Makes the leases of ended workers expire. */
const expireLeases = () =>
  db()
    .update(assessmentProgress)
    .set({ heldUntil: new Date(0) });

test("two workers hold different shares; those of a killed one are free once its lease has ended", async () => {
  const [one, other] = [newId(), newId()];
  const sharesOf = (rows: { share: number }[]) => rows.map(({ share }) => share).sort((a, b) => a - b);
  const all = Array.from({ length: SHARES }, (_, n) => n);
  await db().transaction(async (tx) => {
    const held = await acquireShares(tx, one, SHARES / 4);
    expect(held).toHaveLength(SHARES / 4);
    const others = await db().transaction((beside) => acquireShares(beside, other, SHARES));
    expect(sharesOf([...held, ...others])).toEqual(all);
    const reached = held.map(({ share }) => ({ share, settled: undefined, backlogFrom: undefined }));
    await keepProgress(tx, one, reached, { now: Date.now(), hasMore: false });
  });
  const freeFor = async (worker: string) => {
    const rows = await db().transaction((tx) => acquireShares(tx, worker, SHARES));
    return sharesOf(rows);
  };
  expect(await freeFor(one)).toEqual(all);
  expect(await freeFor(other)).toHaveLength((SHARES * 3) / 4);
  await expireLeases();
  expect(await freeFor(other)).toEqual(all);
});

test("two workers with a backlog have different shares at the same time, and assess each scan", async () => {
  const ids: string[] = [];
  for (let n = 0; n < 12; n++) {
    producer = await newProducer();
    item = await newItem(producer);
    await invalidate();
    ids.push(await insertScan(db(), 900), await insertScan(db(), 800));
  }
  const [one, other] = [newAssessor(), newAssessor()];
  await db().transaction(async (tx) => {
    const ofOne = (await acquireShares(tx, one.id, 4)).map(({ share }) => share);
    const ofOther = await db().transaction((tx) => acquireShares(tx, other.id, SHARES));
    expect([...ofOne, ...ofOther.map(({ share }) => share)].sort((a, b) => a - b)).toEqual(
      Array.from({ length: SHARES }, (_, n) => n),
    );
  });
  for (const worker of [one, other]) Object.assign(worker, { isBehind: true, batchSize: 2 });
  await Promise.all([work(one), work(other)]);
  await work(one);
  const rows = await db().select({ id: assessments.scanId }).from(assessments);
  expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
});

test("workers that take turns on a share with a backlog go on where the other one stopped", async () => {
  await invalidate();
  const { id: itemId, producerId } = await itemRow(item);
  const ids = Array.from({ length: 10 }, (_, n) => newId(Date.now() - 10_000 + n));
  await db()
    .insert(scans)
    .values(
      ids.map((id) => ({
        ...{ id, itemId, producerId, identifier: item, timestamp: new Date(), device: id, ...BERLIN },
        ...{ copyclassification: "unknown" as const, data: {} },
      })),
    );
  const settled = leastIdAt(Date.now() - 20_000);
  await db()
    .update(assessmentProgress)
    .set({ settled, next: leastIdAt(Date.now() - 5_000), nextXid: 0 });
  const workers = [newAssessor(), newAssessor()].map((worker) => Object.assign(worker, { batchSize: 2 }));
  // Turns settle nothing before the transactions of tests beside this one have ended.
  await vi.waitFor(
    async () => {
      for (const worker of workers) await takeTurn(db(), worker);
      expect((await found()).map(({ scanId }) => scanId)).toEqual(expect.arrayContaining(ids));
    },
    { timeout: 20_000, interval: 10 },
  );
});

test("a quiet item is remembered: its next scan reads no other, and one from elsewhere is found", async () => {
  const assessor = newAssessor();
  for (let n = 3; n > 0; n--) await newScan(item, { location: BERLIN });
  await work(assessor);
  const next = await newScan(item, { location: BERLIN });
  // The history would be three more.
  expect(await rowsOfScansRead((tx) => assessScans(tx, [next], { recentOf: recentOf(assessor) }))).toBe(1);
  await newScan(item, { location: NAPLES });
  await work(assessor);
  expect(await found()).toMatchObject([{ reasons: ["impossible_travel"] }]);
});

test("what a worker remembers of a share is forgotten once another worker had a turn", async () => {
  const [one, other] = [newAssessor(), newAssessor()];
  await newScan(item, { location: BERLIN, deviceInfo: { environment: { id: "one" } } });
  await work(one);
  await expireLeases();
  await newScan(item, { location: NAPLES, deviceInfo: { environment: { id: "two" } } });
  await work(other);
  await expireLeases();
  expect(await found()).toHaveLength(1);
  const third = await newScan(item, { location: BERLIN, deviceInfo: { environment: { id: "three" } } });
  await work(one);
  expect((await found()).map(({ scanId }) => scanId)).toContain(third);
});

const recentOf =
  ({ kept }: Assessor) =>
  (share: number) => {
    const known = kept.get(share);
    if (!known) throw new Error(`The share ${share} is not held.`);
    return known.recent;
  };

test("a scan is assessed again once its place is told", async () => {
  const assessor = newAssessor();
  const [first, second] = [await insertScan(db(), 60_000, {}), await insertScan(db(), 30_000, {})];
  await work(assessor);
  expect(await found()).toEqual([]);
  for (const [id, where] of [
    [first, BERLIN],
    [second, NAPLES],
  ] as const) {
    expect(await placeScanLater(systemCtx(), { id, identifier: item }, where)).toBe(true);
    await work(assessor);
  }
  expect(await found()).toMatchObject([{ scanId: second, reasons: ["impossible_travel"] }]);
});
