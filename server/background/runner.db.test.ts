import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { alertRules } from "@/db/schema/alert-rules";
import { lateScans } from "@/db/schema/late-scans";
import { loopStates } from "@/db/schema/loop-states";
import { setAside } from "@/db/schema/set-aside";
import { readiness } from "@/server/api/health";
import { type Ctx, callingProducer } from "@/server/core/ctx";
import { only } from "@/server/data/only";
import { createRule } from "@/server/domain/alerts/create-rule";
import { closeProducer } from "@/server/domain/producers/close";
import type { Loop } from "@/server/loops/loop";
import { hasPendingWork, readLoops } from "@/server/loops/read";
import { openLoopReport } from "@/server/loops/report";
import { newId } from "@/server/platform/ids";
import { log } from "@/server/platform/log";
import { runtime } from "@/server/runtime/runtime";
import { ctxOf, newProducer, systemCtx } from "@/server/testing/factories";
import { newGate } from "@/server/testing/gate";
import { LOOPS_OF_PROCESS } from "./loops";
import { runOnce, startLoops } from "./runner";
import { watchLoops } from "./watch";

// Holds decision 0035: one rule for every background loop. Holds decision 0056: an idle process rarely asks.

const data = () => runtime().database;
const db = () => data().db;

beforeEach(async () => {
  await db().delete(setAside);
  await db().delete(loopStates);
});

function newReport() {
  const report = openLoopReport(db());
  onTestFinished(() => report.close());
  return report;
}

/** A loop over pieces: those in `poison` fail, and all others are done once. */
function newLoop(pieces: string[], poison: Set<string>) {
  const left = new Set(pieces);
  const done: string[] = [];
  const loop: Loop<string> = {
    name: "oldKeys",
    intervalMs: 1_000,
    timeoutMs: 5_000,
    keyOf: (piece) => piece,
    async *batches(run) {
      const batch = [...left].filter((piece) => !run.aside.includes(piece));
      if (batch.length > 0) yield batch;
    },
    async work(_, batch) {
      const bad = batch.find((piece) => poison.has(piece));
      if (bad !== undefined) throw new Error(`${bad} is broken`);
      for (const piece of batch) if (left.delete(piece)) done.push(piece);
    },
  };
  return { loop, done };
}

const aside = () => db().select().from(setAside).orderBy(setAside.key);
const stateOf = async () => only(await db().select().from(loopStates));
const makeDue = () =>
  db()
    .update(setAside)
    .set({ retryAt: new Date(0) });

test("poison is set aside with its reason, retried with growing delays, and removed once it succeeds", async () => {
  const poison = new Set(["b"]);
  const { loop, done } = newLoop(["a", "b", "c", "d"], poison);
  const report = newReport();
  const pass = () => runOnce(loop, data(), report);
  await pass();
  expect(done).toEqual(["a", "c", "d"]);
  const first = only(await aside());
  expect(first).toMatchObject({ loop: "oldKeys", key: "b", reason: "b is broken", attempts: 1 });

  await pass();
  expect(await aside()).toEqual([first]);

  await makeDue();
  await pass();
  const second = only(await aside());
  expect(second).toMatchObject({ attempts: 2, firstFailedAt: first.firstFailedAt });
  const delayOf = ({ retryAt, lastFailedAt }: typeof first) => retryAt.getTime() - lastFailedAt.getTime();
  expect([delayOf(first), delayOf(second)]).toEqual([60_000, 300_000]);

  poison.clear();
  await makeDue();
  await pass();
  expect([done, await aside()]).toEqual([["a", "c", "d", "b"], []]);
  await report.flush();
  expect(await stateOf()).toMatchObject({ loop: "oldKeys", failingSince: null, error: null });
});

test("an outage sets nothing aside; its start and its end are each logged once", async () => {
  const { loop } = newLoop(["a", "b"], new Set());
  const report = newReport();
  const errors = vi.spyOn(log, "error");
  const infos = vi.spyOn(log, "info");
  onTestFinished(() => {
    errors.mockRestore();
    infos.mockRestore();
  });
  const outage = Object.assign(new Error("the database system is shutting down"), { code: "57P03" });
  const broken = { ...loop, work: () => Promise.reject(outage) };
  for (let passes = 0; passes < 5; passes++) await runOnce(broken, data(), report);
  await report.flush();
  expect(await aside()).toEqual([]);
  expect(await stateOf()).toMatchObject({
    errorCode: "57P03",
    error: outage.message,
    failingSince: expect.any(Date),
  });
  expect(errors).toHaveBeenCalledTimes(1);

  const failingSince = new Date(Date.now() - 600_000);
  await db().update(loopStates).set({ failingSince });
  const answer = await readiness.GET(new Request("http://assay.test/readyz?verbose"));
  const shown = await answer.json();
  expect(shown).toMatchObject({
    loops: [
      {
        loop: "oldKeys",
        // Minus the interval of the loop and the minute within which passes are recorded.
        lagMs: expect.closeTo(539_000, -4),
        isLate: true,
        error: "57P03",
        failingSince: failingSince.getTime(),
        lastError: { at: expect.any(Number), error: "57P03" },
      },
    ],
  });
  expect(JSON.stringify(shown)).not.toContain(outage.message);

  await runOnce(loop, data(), report);
  await report.flush();
  expect(await stateOf()).toMatchObject({ failingSince: null, succeededAt: expect.any(Date) });
  expect(infos).toHaveBeenCalledTimes(1);
});

test("/readyz?verbose shows a loop's last error with its time, also after the loop has recovered", async () => {
  const { loop } = newLoop(["a"], new Set());
  const report = newReport();
  const broken = { ...loop, work: () => Promise.reject(Object.assign(new Error("away"), { code: "57P03" })) };
  await runOnce(broken, data(), report);
  await runOnce(loop, data(), report);
  await report.flush();
  const failedAt = (await stateOf()).failedAt?.getTime();
  expect(failedAt).toBeGreaterThan(Date.now() - 60_000);
  vi.resetModules();
  const { readiness } = await import("@/server/api/health");
  const answer = await readiness.GET(new Request("http://assay.test/readyz?verbose"));
  expect(await answer.json()).toMatchObject({
    loops: [{ failingSince: null, error: null, lastError: { at: failedAt, error: "57P03" } }],
  });
});

test("a hanging batch ends its pass, and the next pass continues", async () => {
  const { loop, done } = newLoop(["a"], new Set());
  const { opened, open } = newGate();
  onTestFinished(open);
  const report = newReport();
  let hangs = true;
  const hanging: Loop<string> = {
    ...loop,
    timeoutMs: 20,
    work: (run, batch) => (hangs ? opened : loop.work(run, batch)),
  };
  await runOnce(hanging, data(), report);
  expect(await aside()).toMatchObject([
    { key: "a", reason: expect.stringContaining("did not finish a batch") },
  ]);
  hangs = false;
  await makeDue();
  await runOnce({ ...hanging, timeoutMs: 5_000 }, data(), report);
  expect(done).toEqual(["a"]);
});

test("idle loops write only one small statement per interval", async () => {
  const { loop } = newLoop([], new Set());
  const report = newReport();
  await runOnce(loop, data(), report);
  await report.flush();
  const { written } = only(
    await db().execute<{ written: string }>(sql`select xmin::text as written from loop_states`),
  );
  for (let passes = 0; passes < 20; passes++) await runOnce(loop, data(), report);
  const now = only(
    await db().execute<{ written: string }>(sql`select xmin::text as written from loop_states`),
  );
  expect(now.written).toBe(written);
});

test("a loop that no process runs any more is late; the log reports that and the recovery once each", async () => {
  const report = newReport();
  report.succeeded("counting", 1_000);
  await report.flush();
  const errors = vi.spyOn(log, "error");
  const infos = vi.spyOn(log, "info");
  onTestFinished(() => {
    errors.mockRestore();
    infos.mockRestore();
  });
  const watch = watchLoops(db());
  await watch.look();
  expect(await readLoops(db())).toMatchObject([{ loop: "counting", isLate: false, lagMs: 0 }]);
  await db().update(loopStates).set({ succeededAt: sql`now() - interval '10 minutes'` });
  await watch.look();
  await watch.look();
  expect(await readLoops(db())).toMatchObject([{ loop: "counting", isLate: true }]);
  await db().update(loopStates).set({ succeededAt: sql`now()` }).where(eq(loopStates.loop, "counting"));
  await watch.look();
  await watch.look();
  expect([errors.mock.calls.length, infos.mock.calls.length]).toEqual([1, 1]);
});

test("an alert rule that is not evaluated makes its loop late, unless its producer is closed", async () => {
  const producer = await newProducer("Acme");
  const rule = await createRule(ctxOf(producer), {
    name: "Watch",
    condition: { kind: "unknownIdentifiers", windowHours: 1, sightings: 2 },
    coolDownHours: 1,
    mailsMe: false,
  });
  await db()
    .update(alertRules)
    .set({ evaluatedUntil: sql`now() - interval '5 hours'` })
    .where(eq(alertRules.id, rule.id));
  const report = newReport();
  report.succeeded("evaluatingRules", 5_000);
  await report.flush();
  expect(await readLoops(db())).toMatchObject([{ loop: "evaluatingRules", isLate: true }]);
  const { actor } = callingProducer(ctxOf(producer));
  const admin: Ctx = { ...systemCtx(), caller: { kind: "admin", actor } };
  await closeProducer(admin, { producerId: producer.producerId, name: "Acme", reason: "Contract ended" });
  expect(await readLoops(db())).toMatchObject([{ loop: "evaluatingRules", isLate: false }]);
});

test("a stop waits for the current batch, and no other batch begins", async () => {
  const { opened, open } = newGate();
  const { loop } = newLoop(["a"], new Set());
  let began = () => {};
  const begun = new Promise<void>((resolve) => {
    began = resolve;
  });
  const work = vi.fn(() => {
    began();
    return opened;
  });
  const stop = startLoops([() => ({ ...loop, work })], data(), newReport());
  await begun;
  let isStopped = false;
  const stopped = stop().then(() => {
    isStopped = true;
  });
  await db().execute(sql`select 1`);
  expect(isStopped).toBe(false);
  open();
  await stopped;
  expect(work).toHaveBeenCalledTimes(1);
});

test("a pass that ended before its work is followed by the next one without a pause", async () => {
  const { loop } = newLoop([], new Set());
  let passes = 0;
  const counted = (): Loop<string> => {
    passes++;
    return { ...loop, intervalMs: 60_000, continues: () => passes < 3 };
  };
  const stop = startLoops([counted], data(), newReport());
  await expect.poll(() => passes).toBe(3);
  await stop();
  expect(passes).toBe(3);
});

test("a loop that finds nothing waits for its idle interval, unless the process is awake", async () => {
  const { loop } = newLoop([], new Set());
  let [passes, looks, isAwake] = [0, 0, false];
  const idle = (): Loop<string> => {
    passes++;
    return { ...loop, intervalMs: 1, idleIntervalMs: 3_600_000 };
  };
  const look = () => {
    looks++;
    return isAwake;
  };
  const stop = startLoops([idle], data(), newReport(), look);
  onTestFinished(stop);
  await expect.poll(() => looks).toBeGreaterThan(20);
  expect(passes).toBe(1);
  isAwake = true;
  await expect.poll(() => passes).toBeGreaterThan(3);
});

test("work that this process does not make wakes it", async () => {
  expect(await hasPendingWork(db())).toBe(false);
  await db().insert(lateScans).values({ share: 0, scanId: newId() });
  expect(await hasPendingWork(db())).toBe(true);
  await db().delete(lateScans);
});

test("every loop of a process completes on an empty database", async () => {
  const report = newReport();
  for (const make of LOOPS_OF_PROCESS) await runOnce(make(), data(), report);
  await report.flush();
  const states = await readLoops(db());
  expect(states.map(({ loop }) => loop).sort()).toEqual(LOOPS_OF_PROCESS.map((make) => make().name).sort());
  expect(states.filter(({ failingSince, isLate }) => failingSince !== null || isLate)).toEqual([]);
});
