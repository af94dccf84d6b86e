import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { type AlertCondition, alertRules } from "@/db/schema/alert-rules";
import { alerts } from "@/db/schema/alerts";
import { assessmentProgress } from "@/db/schema/assessment-progress";
import { ownerships } from "@/db/schema/ownerships";
import { scans } from "@/db/schema/scans";
import { setAside } from "@/db/schema/set-aside";
import { HOUR_MS, MINUTE_MS } from "@/server/core/time";
import { only } from "@/server/data/only";
import { newAssessor, takeTurn } from "@/server/domain/assessments/turn";
import type { NewProducer } from "@/server/domain/producers/create";
import { leastIdAt, newId } from "@/server/platform/ids";
import { runtime } from "@/server/runtime/runtime";
import { ctxOf, itemRow, newItem, newProducer, newScan } from "@/server/testing/factories";
import { createRule } from "./create-rule";
import { evaluateRules } from "./evaluate-rules";

// Holds decision 0035: no alert is missed because a loop is late or a rule fails.

const BERLIN = { latitude: 52.52, longitude: 13.405 };
const NAPLES = { latitude: 40.853, longitude: 14.267 };
const TRAVEL: AlertCondition = { kind: "impossibleTravel", windowHours: 1, scans: 1 };
const FAKES: AlertCondition = { kind: "fakeRate", windowHours: 1, percent: 50, minimumScans: 2, of: null };

const db = () => runtime().database.db;
let producer: NewProducer;
let item: string;
beforeEach(async () => {
  producer = await newProducer();
  item = await newItem(producer);
  await db().delete(setAside);
  await db()
    .update(assessmentProgress)
    .set({ holder: null, settled: leastIdAt(Date.now() - MINUTE_MS) });
});

/** A rule that was last changed six hours ago and is evaluated until a moment. */
async function newRule(condition: AlertCondition, evaluatedUntil: number): Promise<string> {
  const rule = { name: "Watch", condition, coolDownHours: 1, mailsMe: false };
  const { id } = await createRule(ctxOf(producer), rule);
  await db()
    .update(alertRules)
    .set({ evaluatedUntil: new Date(evaluatedUntil), updatedAt: new Date(Date.now() - 6 * HOUR_MS) })
    .where(eq(alertRules.id, id));
  return id;
}

const openedOf = async (ruleId: string) => {
  const rows = await db().select().from(alerts).where(eq(alerts.ruleId, ruleId));
  return rows.map(({ openedAt }) => openedAt.getTime());
};

async function assessAll() {
  const assessor = newAssessor();
  while ((await takeTurn(db(), assessor)).hasMore);
}

/** Marks all assessed scans as settled, as the assessor does some seconds later. */
const settle = (until: number) =>
  db()
    .update(assessmentProgress)
    .set({ settled: leastIdAt(until) });

/** Writes scans as if they arrived hours after they were made. */
async function insertLate(moments: number[], places = [BERLIN, NAPLES]) {
  const { id: itemId, producerId } = await itemRow(item);
  await db()
    .insert(scans)
    .values(
      moments.map((at, n) => ({
        id: newId(at),
        itemId,
        producerId,
        identifier: item,
        timestamp: new Date(at),
        copyclassification: "fake" as const,
        data: {},
        device: newId(),
        ...places[n % places.length],
      })),
    );
}

test("a rule about impossible travel waits for the assessor, hours if needed, and then opens its alert for the time of the scans", async () => {
  const now = Date.now();
  const rule = await newRule(TRAVEL, now - 2 * MINUTE_MS);
  await newScan(item, { location: BERLIN });
  await newScan(item, { location: NAPLES });
  const later = now + 5 * HOUR_MS;
  await evaluateRules(runtime().database, { now: later });
  expect(await openedOf(rule)).toEqual([]);
  await assessAll();
  await settle(later);
  await evaluateRules(runtime().database, { now: later });
  const [at = 0] = await openedOf(rule);
  expect(at - now).toBeLessThanOrEqual(2 * MINUTE_MS);
});

test("the first scan of an item that its owner reported as stolen opens an alert", async () => {
  const now = Date.now();
  const rule = await newRule({ kind: "stolenItem", windowHours: 1, scans: 1 }, now - 2 * MINUTE_MS);
  const { id: itemId, producerId } = await itemRow(item);
  const earlier = new Date(now - 3 * MINUTE_MS);
  await db().insert(ownerships).values({
    id: newId(),
    producerId,
    itemId,
    email: "owner@people.test",
    locale: "en",
    activatedAt: earlier,
    beganAt: earlier,
    stolenAt: earlier,
  });
  await insertLate([now - MINUTE_MS]);
  await assessAll();
  await settle(now + HOUR_MS);
  await evaluateRules(runtime().database, { now });
  expect(await openedOf(rule)).toHaveLength(1);
});

test("a rule about counts does not wait for the roll-up", async () => {
  const now = Date.now();
  const rule = await newRule(FAKES, now - 2 * MINUTE_MS);
  for (let n = 0; n < 3; n++) await newScan(item, { copyclassification: "fake" });
  await evaluateRules(runtime().database, { now: now + 2 * MINUTE_MS });
  expect(
    await db().execute(sql`select from pending_rollups where producer_id = ${producer.producerId}`),
  ).toHaveLength(3);
  expect(await openedOf(rule)).toHaveLength(1);
});

test.each([
  ["impossible travel", TRAVEL],
  ["the fake rate", FAKES],
])(
  "scans that arrive hours after their minute was evaluated still open one alert of a rule about %s",
  async (_, condition) => {
    const now = Date.now();
    const rule = await newRule(condition, now - 2 * MINUTE_MS);
    await settle(now + HOUR_MS);
    await evaluateRules(runtime().database, { now });
    const at = now - 4 * HOUR_MS;
    await insertLate([at, at + MINUTE_MS]);
    await assessAll();
    await settle(now + HOUR_MS);
    await evaluateRules(runtime().database, { now });
    const fired = await openedOf(rule);
    expect(fired).toHaveLength(1);
    expect(Math.abs((fired[0] ?? 0) - at)).toBeLessThanOrEqual(3 * MINUTE_MS);
    await assessAll();
    await evaluateRules(runtime().database, { now });
    expect(await openedOf(rule)).toEqual(fired);
  },
);

test("late scans from before a rule's last change open no alert", async () => {
  const now = Date.now();
  const rule = await newRule(FAKES, now - 2 * MINUTE_MS);
  await db().update(alertRules).set({ updatedAt: new Date() }).where(eq(alertRules.id, rule));
  const at = now - 4 * HOUR_MS;
  await insertLate([at, at + MINUTE_MS, at + 2 * MINUTE_MS], [BERLIN]);
  await assessAll();
  await evaluateRules(runtime().database, { now });
  expect(await openedOf(rule)).toEqual([]);
});

test("a rule that cannot be evaluated is set aside and delays no other rule", async () => {
  const now = Date.now();
  const [broken, whole] = [
    await newRule(FAKES, now - 3 * MINUTE_MS),
    await newRule(FAKES, now - 2 * MINUTE_MS),
  ];
  for (let n = 0; n < 3; n++) await newScan(item, { copyclassification: "fake" });
  await db().execute(
    sql`alter table alerts add constraint no_alert check (rule_id <> ${sql.raw(`'${broken}'`)})`,
  );
  onTestFinished(async () => {
    await db().execute(sql`alter table alerts drop constraint no_alert`);
  });
  await evaluateRules(runtime().database, { now: now + 2 * MINUTE_MS });
  expect([await openedOf(broken), await openedOf(whole)]).toEqual([[], [expect.any(Number)]]);
  expect(only(await db().select().from(setAside))).toMatchObject({ loop: "evaluatingRules", key: broken });
});
