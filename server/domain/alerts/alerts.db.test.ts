import { asc, eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { alertNotes } from "@/db/schema/alert-notes";
import type { AlertCondition } from "@/db/schema/alert-rules";
import { alertRules } from "@/db/schema/alert-rules";
import { alerts } from "@/db/schema/alerts";
import { type Assessment, assessments } from "@/db/schema/assessments";
import { scans } from "@/db/schema/scans";
import { sightings } from "@/db/schema/sightings";
import { type Ctx, callingProducer } from "@/server/core/ctx";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/server/core/time";
import { listAuditEvents } from "@/server/domain/audit-log/list";
import { addItemToGroup } from "@/server/domain/groups/add-item";
import { closeProducer } from "@/server/domain/producers/close";
import type { NewProducer } from "@/server/domain/producers/create";
import { suspendProducer } from "@/server/domain/producers/suspend";
import { newId } from "@/server/platform/ids";
import { runtime } from "@/server/runtime/runtime";
import { ctxOf, itemRow, newGroup, newItem, newProducer } from "@/server/testing/factories";
import { ctxOfMember, newMember } from "@/server/testing/people";
import { backTest } from "./back-test";
import { createRule } from "./create-rule";
import { deleteRule } from "./delete-rule";
import { evaluateRules } from "./evaluate-rules";
import { floorTo } from "./incidents";
import { listAlerts } from "./list";
import { listRules } from "./list-rules";
import { newsOfAlerts } from "./news";
import { moveAlert, noteAlert } from "./note";
import { getAlert } from "./read";
import { switchRule } from "./switch-rule";
import { updateRule } from "./update-rule";

// Holds decision 0029.

const data = () => runtime().database;
/** The last whole hour, and three hours before it. */
const END = floorTo(HOUR_MS, Date.now());
const BEGIN = END - 3 * HOUR_MS;
const SETTLED_MS = 5_000;

const evaluateUntil = (until: number) => evaluateRules(data(), { now: until + SETTLED_MS });

interface Scan {
  at: number;
  verdict?: "original" | "fake";
  country?: string;
  groupId?: string | null;
}

async function seedScans(producer: NewProducer, item: number, seeded: Scan[]): Promise<string[]> {
  const rows = seeded.map(({ at, verdict = "original", country = "DE", groupId = null }) => ({
    id: newId(),
    itemId: item,
    producerId: producer.producerId,
    identifier: "seeded",
    timestamp: new Date(at),
    copyclassification: verdict,
    country,
    continent: "EU",
    groupId,
    data: {},
  }));
  await data().db.insert(scans).values(rows);
  return rows.map(({ id }) => id);
}

const seedSightings = (producer: NewProducer, moments: number[]) =>
  data()
    .db.insert(sightings)
    .values(
      moments.map((at) => ({
        id: newId(),
        identifier: "made-up",
        timestamp: new Date(at),
        copyclassification: "unknown" as const,
        producerId: producer.producerId,
      })),
    );

interface World {
  producer: NewProducer;
  ctx: Ctx;
  item: number;
}

async function newWorld(): Promise<World> {
  const producer = await newProducer();
  const ctx = ctxOfMember(producer, await newMember(producer, "editor", { name: "Ada" }));
  return { producer, ctx, item: (await itemRow(await newItem(producer))).id };
}

const burst: AlertCondition = { kind: "unknownIdentifiers", windowHours: 1, sightings: 2 };

/** A rule that is evaluated from a moment on. */
async function newRule(ctx: Ctx, condition: AlertCondition, { coolDownHours = 1, from = BEGIN } = {}) {
  const { id } = await createRule(ctx, { name: "Watch", condition, coolDownHours, mailsMe: false });
  await data()
    .db.update(alertRules)
    .set({ evaluatedUntil: new Date(from) })
    .where(eq(alertRules.id, id));
  return id;
}

async function openedOf(ruleId: string) {
  const rows = await data()
    .db.select()
    .from(alerts)
    .where(eq(alerts.ruleId, ruleId))
    .orderBy(asc(alerts.openedAt));
  return rows.map(({ openedAt, evidence }) => ({ at: openedAt.getTime(), evidence }));
}

/** An alert of three sightings. */
async function newAlert({ producer, ctx }: World): Promise<string> {
  await seedSightings(producer, [BEGIN, BEGIN, BEGIN]);
  const rule = await newRule(ctx, burst);
  await evaluateUntil(END);
  const [alert] = await data().db.select().from(alerts).where(eq(alerts.ruleId, rule));
  return alert?.id ?? "";
}

describe("a rule opens the alerts that its back-test finds", () => {
  let world: World;
  let group: string;
  beforeAll(async () => {
    world = await newWorld();
    const { producer, item } = world;
    group = await newGroup(producer, {});
    let seed = 11;
    const chance = () => {
      seed = (seed * 16_807) % 2_147_483_647;
      return seed / 2_147_483_647;
    };
    const moment = () => BEGIN - 2 * HOUR_MS + Math.floor(chance() * 5 * HOUR_MS);
    const ids = await seedScans(
      producer,
      item,
      Array.from({ length: 500 }, () => ({
        at: moment(),
        verdict: chance() < 0.15 ? "fake" : "original",
        country: chance() < 0.9 ? "DE" : chance() < 0.6 ? "FJ" : "TO",
        groupId: chance() < 0.3 ? group : null,
      })),
    );
    // DE was scanned days before, so it is no new country.
    await seedScans(producer, item, [{ at: END - 5 * 86_400_000 }]);
    await seedSightings(producer, Array.from({ length: 60 }, moment));
    const travelled = await data()
      .db.select({
        scanId: scans.id,
        producerId: scans.producerId,
        itemId: scans.itemId,
        timestamp: scans.timestamp,
      })
      .from(scans)
      .where(eq(scans.producerId, producer.producerId));
    await data()
      .db.insert(assessments)
      .values(
        travelled.flatMap((row): Assessment[] => {
          const nth = ids.indexOf(row.scanId) % 17;
          const journey = { scan: row.scanId, km: 900, hours: 1, kmh: 900 };
          if (nth === 0)
            return [
              { ...row, score: 60, reasons: ["impossible_travel"], evidence: { impossible_travel: journey } },
            ];
          if (nth === 1)
            return [{ ...row, score: 90, reasons: ["stolen"], evidence: { stolen: { at: BEGIN } } }];
          return [];
        }),
      );
  });

  const conditions: [string, () => AlertCondition][] = [
    [
      "fake rate of all scans",
      () => ({ kind: "fakeRate", windowHours: 1, percent: 14.5, minimumScans: 20, of: null }),
    ],
    [
      "fake rate of a country",
      () => ({ kind: "fakeRate", windowHours: 2, percent: 12, minimumScans: 5, of: { country: "FJ" } }),
    ],
    [
      "fake rate of a group",
      () => ({ kind: "fakeRate", windowHours: 1, percent: 14, minimumScans: 10, of: { group } }),
    ],
    ["unknown identifiers", () => ({ kind: "unknownIdentifiers", windowHours: 1, sightings: 20 })],
    ["new country", () => ({ kind: "newCountry", windowHours: 2, quietDays: 2, scans: 3 })],
    ["impossible travel", () => ({ kind: "impossibleTravel", windowHours: 1, scans: 3 })],
    ["stolen items", () => ({ kind: "stolenItem", windowHours: 1, scans: 3 })],
  ];
  test.each(conditions)("%s, for any division of the time into evaluations", async (_, conditionOf) => {
    const { ctx } = world;
    const trial = { condition: conditionOf(), coolDownHours: 1 };
    const rule = await newRule(ctx, trial.condition);
    for (let until = BEGIN, step = 1; until < END; step = (step * 5) % 17) {
      until = Math.min(END, until + step * MINUTE_MS);
      await evaluateUntil(until);
    }
    const tested = await backTest(ctx, trial, { until: END, days: 3 / 24 });
    expect(await openedOf(rule)).toEqual(tested.incidents);
    expect(tested.incidents.length).toBeGreaterThan(0);
    expect(tested).toMatchObject({ from: BEGIN, until: END, isRough: false });
    expect(tested.levels).toHaveLength(3);
    await deleteRule(ctx, rule);
  });

  test("new country, once on the day of its appearance, however rarely the rule is evaluated", async () => {
    const { producer, ctx, item } = await newWorld();
    const day = floorTo(DAY_MS, END) - DAY_MS;
    const scanned = [5, 330, 660, 1_000].map((minutes) => day + minutes * MINUTE_MS);
    await seedScans(
      producer,
      item,
      scanned.map((at) => ({ at, country: "FJ" })),
    );
    const condition = { kind: "newCountry", windowHours: 1, quietDays: 2, scans: 1 } as const;
    const rule = await newRule(ctx, condition, { from: day });
    for (let until = day + 6 * HOUR_MS; until <= day + DAY_MS; until += 6 * HOUR_MS)
      await evaluateUntil(until);
    const tested = await backTest(ctx, { condition, coolDownHours: 1 }, { until: day + DAY_MS, days: 1 });
    expect(tested.incidents).toHaveLength(1);
    expect(await openedOf(rule)).toEqual(tested.incidents);
  });
});

describe("concurrent evaluation", () => {
  test("each rule opens one alert, however many processes evaluate it", async () => {
    const { producer, ctx } = await newWorld();
    await seedSightings(producer, [BEGIN, BEGIN, BEGIN]);
    const rules = await Promise.all(Array.from({ length: 8 }, () => newRule(ctx, burst)));
    await Promise.all(Array.from({ length: 4 }, () => evaluateUntil(END)));
    for (const rule of rules) expect(await openedOf(rule)).toHaveLength(1);
    await evaluateUntil(END);
    for (const rule of rules) expect(await openedOf(rule)).toHaveLength(1);
  });

  test("a rule that another process evaluates is skipped and delays no other rule", async () => {
    const { producer, ctx } = await newWorld();
    await seedSightings(producer, [BEGIN, BEGIN, BEGIN]);
    const [held, free] = [await newRule(ctx, burst), await newRule(ctx, burst)];
    await data().db.transaction(async (tx) => {
      await tx.select().from(alertRules).where(eq(alertRules.id, held)).for("no key update");
      await evaluateUntil(END);
      expect([await openedOf(held), await openedOf(free)]).toMatchObject([[], [{}]]);
    });
    await evaluateUntil(END);
    const [{ at } = { at: 0 }] = await openedOf(held);
    expect((await listRules(ctx)).map(({ lastOpenedAt }) => lastOpenedAt)).toEqual([at, at]);
  });
});

describe("rules", () => {
  test("a rule that is off or deleted is not evaluated, and time spent off is not evaluated later", async () => {
    const { producer, ctx } = await newWorld();
    await seedSightings(producer, [BEGIN, BEGIN, BEGIN]);
    const [off, gone] = [await newRule(ctx, burst), await newRule(ctx, burst)];
    await switchRule(ctx, off, false);
    await deleteRule(ctx, gone);
    await evaluateUntil(END);
    await switchRule(ctx, off, true);
    await evaluateUntil(END);
    expect([await openedOf(off), await openedOf(gone)]).toEqual([[], []]);
    expect((await listRules(ctx)).map(({ id, isOn, lastOpenedAt }) => [id, isOn, lastOpenedAt])).toEqual([
      [off, true, null],
    ]);
  });

  test("the rules of a closed producer open no alert, those of a suspended one do", async () => {
    const [closed, suspended] = [await newWorld(), await newWorld()];
    const rules: string[] = [];
    for (const { producer, ctx } of [closed, suspended]) {
      await seedSightings(producer, [BEGIN, BEGIN, BEGIN]);
      rules.push(await newRule(ctx, burst));
    }
    const { actor } = callingProducer(closed.ctx);
    const admin: Ctx = { ...closed.ctx, caller: { kind: "admin", actor } };
    const { producerId } = closed.producer;
    await closeProducer(admin, { producerId, name: "Acme", reason: "Contract ended" });
    await suspendProducer(admin, { producerId: suspended.producer.producerId, reason: "Unpaid" });
    await evaluateUntil(END);
    const opened = await Promise.all(rules.map(openedOf));
    expect(opened).toMatchObject([[], [{ evidence: { figures: { sightings: 3 } } }]]);
  });

  test("changes of rules are recorded in the audit log, with the changed values", async () => {
    const { ctx } = await newWorld();
    const id = await newRule(ctx, burst);
    const changed = { name: "Watch more", condition: { ...burst, sightings: 9 }, coolDownHours: 1 };
    await updateRule(ctx, id, { ...changed, mailsMe: true });
    expect((await listRules(ctx))[0]).toMatchObject({ ...changed, mailsMe: true });
    await switchRule(ctx, id, false);
    await switchRule(ctx, id, true);
    await deleteRule(ctx, id);
    const { entries } = await listAuditEvents(ctx, { kind: "alertRule" }, { limit: 10 });
    expect(entries.map(({ action, actorName }) => [action, actorName])).toEqual(
      ["Deleted", "SwitchedOn", "SwitchedOff", "Changed", "Created"].map((did) => [`alertRule${did}`, "Ada"]),
    );
    expect(entries.find(({ action }) => action === "alertRuleChanged")?.changes).toEqual([
      { path: "/name", from: "Watch", to: "Watch more" },
      { path: "/sightings", from: 2, to: 9 },
    ]);
  });

  test("400: a rule cannot change its kind, and a producer cannot have more than 50 rules", async () => {
    const { ctx } = await newWorld();
    const id = await newRule(ctx, burst);
    const other = { kind: "impossibleTravel", windowHours: 1, scans: 1 } as const;
    const rule = { name: "Watch", coolDownHours: 1, mailsMe: false };
    await expect(updateRule(ctx, id, { ...rule, condition: other })).rejects.toMatchObject({
      code: "kind-of-alert-rule",
    });
    for (let n = 1; n < 50; n++) await createRule(ctx, { ...rule, condition: burst });
    await expect(createRule(ctx, { ...rule, condition: burst })).rejects.toMatchObject({
      code: "too-many-alert-rules",
    });
  });

  test("a rule about a group counts scans of items that were in the group", async () => {
    const { producer, ctx } = await newWorld();
    const [inside, group] = [await newItem(producer), await newGroup(producer, {})];
    await addItemToGroup(ctxOf(producer), group, inside);
    await seedScans(producer, (await itemRow(inside)).id, [
      { at: BEGIN, verdict: "fake", groupId: group },
      { at: BEGIN, verdict: "fake" },
    ]);
    const condition = {
      kind: "fakeRate",
      windowHours: 1,
      percent: 1,
      minimumScans: 1,
      of: { group },
    } as const;
    const rule = await newRule(ctx, condition);
    await evaluateUntil(END);
    expect((await openedOf(rule))[0]?.evidence.figures).toEqual({ kind: "fakeRate", scans: 1, fakes: 1 });
  });
});

describe("alerts", () => {
  test("move from open through acknowledged to an end state, and keep each note with its author", async () => {
    const world = await newWorld();
    const { ctx } = world;
    const id = await newAlert(world);
    expect(await newsOfAlerts(ctx)).toEqual({ open: 1, newest: [{ id, ruleName: "Watch" }] });
    await expect(moveAlert(ctx, id, "confirmed", "")).rejects.toMatchObject({ code: "alert-moved-on" });
    await moveAlert(ctx, id, "acknowledged", "I look into it.");
    await noteAlert(ctx, id, "A trade fair.");
    await moveAlert(ctx, id, "falseAlarm", "");
    await expect(moveAlert(ctx, id, "confirmed", "")).rejects.toMatchObject({ code: "alert-moved-on" });
    const { state, notes } = await getAlert(ctx, id);
    expect(state).toBe("falseAlarm");
    expect(notes.map(({ by, state, text }) => [by, state, text])).toEqual([
      ["Ada", "acknowledged", "I look into it."],
      ["Ada", null, "A trade fair."],
      ["Ada", "falseAlarm", ""],
    ]);
    expect(await newsOfAlerts(ctx)).toEqual({ open: 0, newest: [] });
    const idsOf = async (filter: Parameters<typeof listAlerts>[1]) =>
      (await listAlerts(ctx, filter, { limit: 10 })).entries.map((alert) => alert.id);
    expect([await idsOf({}), await idsOf({ state: "falseAlarm" }), await idsOf({ state: "open" })]).toEqual([
      [id],
      [id],
      [],
    ]);
  });

  test("take at most 200 notes, also concurrent ones, and can still change state", async () => {
    const world = await newWorld();
    const { ctx } = world;
    const id = await newAlert(world);
    await moveAlert(ctx, id, "acknowledged", "I look at it.");
    await ctx.db.execute(sql`
      insert into alert_notes (alert_id, at, actor_id, actor_name, text)
      select ${id}::uuid, now(), 'x', 'Ada', 'Note ' || n from generate_series(1, 198) n`);
    const written = await Promise.allSettled(["a", "b", "c", "d"].map((text) => noteAlert(ctx, id, text)));
    expect(written.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
    await expect(noteAlert(ctx, id, "e")).rejects.toMatchObject({ kind: "invalid", code: "too-many-notes" });
    await moveAlert(ctx, id, "confirmed", "They are fakes.");
    expect((await getAlert(ctx, id)).notes).toHaveLength(202);
  });

  test("show the newest notes if there are more than the limit, from before it existed", async () => {
    const world = await newWorld();
    const id = await newAlert(world);
    await world.ctx.db.execute(sql`
      insert into alert_notes (alert_id, at, actor_id, actor_name, text)
      select ${id}::uuid, now(), 'x', 'Ada', 'Note ' || n from generate_series(1, 1000) n`);
    const { notes } = await getAlert(world.ctx, id);
    expect([notes.length, notes[0]?.text, notes.at(-1)?.text]).toEqual([203, "Note 798", "Note 1000"]);
  });

  test("refuse one of two concurrent state changes", async () => {
    const world = await newWorld();
    const id = await newAlert(world);
    await moveAlert(world.ctx, id, "acknowledged", "");
    const moved = await Promise.allSettled([
      moveAlert(world.ctx, id, "confirmed", ""),
      moveAlert(world.ctx, id, "falseAlarm", ""),
    ]);
    expect(moved.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });

  test("the database refuses other state changes, changed alerts and changed notes", async () => {
    const world = await newWorld();
    const id = await newAlert(world);
    const { db } = data();
    const own = eq(alerts.id, id);
    const refused = (message: string) => ({ cause: expect.objectContaining({ message }) });
    await expect(db.update(alerts).set({ state: "confirmed" }).where(own)).rejects.toMatchObject(
      refused("an alert does not go from open to confirmed"),
    );
    await expect(db.update(alerts).set({ ruleName: "Other" }).where(own)).rejects.toMatchObject(
      refused("what an alert says stays as it is"),
    );
    await db.update(alerts).set({ state: "acknowledged" }).where(own);
    await expect(db.update(alerts).set({ state: "open" }).where(own)).rejects.toMatchObject(
      refused("an alert does not go from acknowledged to open"),
    );
    const [row] = await db.select().from(alerts).where(own);
    if (!row) throw new Error("unreachable");
    await expect(
      db.insert(alerts).values({ ...row, id: newId(), openedAt: new Date(0), state: "confirmed" }),
    ).rejects.toMatchObject(refused("an alert begins open"));
    await expect(db.insert(alerts).values({ ...row, id: newId(), state: "open" })).rejects.toMatchObject({
      cause: expect.objectContaining({ constraint_name: "alerts_once" }),
    });
    await noteAlert(world.ctx, id, "Kept.");
    await expect(
      db.update(alertNotes).set({ text: "x" }).where(eq(alertNotes.alertId, id)),
    ).rejects.toMatchObject(refused("alert_notes is append-only"));
    await expect(
      db.update(alertRules).set({ condition: sql`'{"kind": "other"}'` }).where(eq(alertRules.id, row.ruleId)),
    ).rejects.toMatchObject({ cause: expect.objectContaining({ constraint_name: "alert_rules_condition" }) });
  });
});
