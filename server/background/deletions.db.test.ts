import { eq, type SQL, sql } from "drizzle-orm";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import type { Db } from "@/db/client";
import { alertNotes } from "@/db/schema/alert-notes";
import { alertRules } from "@/db/schema/alert-rules";
import { alerts } from "@/db/schema/alerts";
import { auditEvents } from "@/db/schema/audit-events";
import { backups } from "@/db/schema/backups";
import { cases } from "@/db/schema/cases";
import { evidencePacks } from "@/db/schema/evidence-packs";
import { hooks } from "@/db/schema/hooks";
import { inspections } from "@/db/schema/inspections";
import { invitations } from "@/db/schema/invitations";
import { jobs } from "@/db/schema/jobs";
import { labelPrints } from "@/db/schema/label-prints";
import { type LoopName, loopStates } from "@/db/schema/loop-states";
import { reports } from "@/db/schema/reports";
import { sightings } from "@/db/schema/sightings";
import { tokens } from "@/db/schema/tokens";
import { DAY_MS } from "@/server/core/time";
import { only } from "@/server/data/only";
import { openLoopReport } from "@/server/loops/report";
import { newId } from "@/server/platform/ids";
import { runtime } from "@/server/runtime/runtime";
import { itemRow, newHook, newItem, newProducer } from "@/server/testing/factories";
import { DELETIONS } from "./loops";
import { runOnce } from "./runner";

// Holds decision 0035: a row that can't be deleted keeps no other.

const { database } = runtime();
const { db } = database;
const LONG_AGO = new Date(Date.now() - 1_200 * DAY_MS);
const producer = await newProducer();
const { producerId } = producer;
const itemId = (await itemRow(await newItem(producer))).id;

beforeEach(async () => {
  await db.delete(loopStates);
});

const CONDITION = { kind: "unknownIdentifiers", windowHours: 1, sightings: 1 } as const;
const newHash = () => Buffer.from(newId().replaceAll("-", "").repeat(2), "hex");

async function insertRule(id: string, deletedAt: Date | null) {
  const fields = { name: "Rule", condition: CONDITION, coolDownHours: 1 };
  const times = { evaluatedUntil: LONG_AGO, createdAt: LONG_AGO, updatedAt: LONG_AGO, deletedAt };
  await db.insert(alertRules).values({ id, producerId, ...fields, ...times });
}

/** Ids of audit events grow with time: these rows are older than all others. */
let oldestAuditEvent = -1_000;

/** A table that a loop deletes from. */
interface Deletion {
  loop: LoopName;
  table: string;
  /** Writes a row that is old enough to delete, with the given id if the database assigns none. Returns the id. */
  insert(id: string): Promise<string | number>;
  /** A column that may be updated, if there is one. */
  column?: string;
}

let nextCase = 1;

const DELETED_FROM: Deletion[] = [
  {
    loop: "oldAuditEvents",
    table: "audit_events",
    async insert() {
      const actor = { actorType: "system", actorId: "system", actorName: "Assay" } as const;
      const target = { targetKind: "producer", targetId: producerId, action: "producerRenamed" } as const;
      const [action] = await db
        .insert(auditEvents)
        .overridingSystemValue()
        .values({
          id: oldestAuditEvent++,
          producerId,
          at: LONG_AGO,
          ...actor,
          ...target,
          changes: [],
          requestId: "test",
        })
        .returning();
      return action?.id ?? 0;
    },
  },
  {
    loop: "oldAlerts",
    table: "alerts",
    async insert(id) {
      const ruleId = newId();
      await insertRule(ruleId, null);
      const evidence = { figures: { kind: "unknownIdentifiers", sightings: 2 }, from: 0, before: 1 } as const;
      const ofRule = { producerId, ruleId, ruleName: "Rule", condition: CONDITION };
      await db.insert(alerts).values({ id, ...ofRule, openedAt: LONG_AGO, evidence });
      return id;
    },
  },
  {
    loop: "oldAlerts",
    table: "alert_rules",
    column: "name",
    async insert(id) {
      await insertRule(id, LONG_AGO);
      return id;
    },
  },
  {
    loop: "oldCases",
    table: "cases",
    column: "title",
    async insert(id) {
      const said = {
        producerId,
        number: nextCase++,
        title: "Case",
        summary: "",
        state: "dismissed",
      } as const;
      const times = { createdAt: LONG_AGO, updatedAt: LONG_AGO, decidedAt: LONG_AGO };
      await db.insert(cases).values({ id, ...said, ...times });
      return id;
    },
  },
  {
    loop: "oldInspections",
    table: "inspections",
    column: "note",
    async insert(id) {
      const said = { code: "made up", note: "", isFlagged: false, deviceTime: LONG_AGO } as const;
      await db.insert(inspections).values({ id, producerId, key: id, ...said, createdAt: LONG_AGO });
      return id;
    },
  },
  {
    loop: "oldSightings",
    table: "sightings",
    async insert(id) {
      const seen = { timestamp: LONG_AGO, copyclassification: "fake" } as const;
      await db.insert(sightings).values({ id, identifier: "made up", ...seen });
      return id;
    },
  },
  {
    loop: "oldReports",
    table: "reports",
    column: "text",
    async insert(id) {
      const said = { timestamp: LONG_AGO, kind: "shop", text: "" } as const;
      await db.insert(reports).values({ id, itemId, producerId, ...said });
      return id;
    },
  },
  {
    loop: "oldTokens",
    table: "tokens",
    column: "name",
    async insert(id) {
      const token = { kind: "token", name: "Token", hash: newHash(), hint: "1234" } as const;
      await db.insert(tokens).values({ id, producerId, ...token, expiresAt: LONG_AGO });
      return id;
    },
  },
  {
    loop: "oldInvitations",
    table: "invitations",
    column: "email",
    async insert(id) {
      const invited = { email: `${id}@example.com`, role: "viewer", hash: newHash() } as const;
      const times = { createdAt: new Date(LONG_AGO.getTime() - DAY_MS), expiresAt: LONG_AGO };
      await db.insert(invitations).values({ id, producerId, ...invited, ...times });
      return id;
    },
  },
  {
    loop: "oldHooks",
    table: "hooks",
    column: "url",
    async insert(id) {
      const made = await newHook(producer);
      await db.update(hooks).set({ id, deletedAt: LONG_AGO }).where(eq(hooks.id, made));
      return id;
    },
  },
  {
    loop: "oldJobs",
    table: "jobs",
    column: "name",
    async insert(id) {
      const requested = { kind: "replay", input: {}, name: "a job", actorType: "user" } as const;
      const ended = { state: "done", done: 1, result: {}, endedAt: LONG_AGO } as const;
      const actor = { actorId: newId(), actorName: "Ada", requestedAt: LONG_AGO, turnAt: LONG_AGO };
      await db.insert(jobs).values({ id, producerId, ...requested, ...ended, ...actor });
      return id;
    },
  },
  {
    loop: "oldPrints",
    table: "label_prints",
    column: "actor_name",
    async insert(id) {
      const print = { format: "pdf", settings: {}, skip: 0, count: 1, reprinted: 0, at: LONG_AGO } as const;
      const actor = { actorType: "user", actorId: newId(), actorName: "a print" } as const;
      await db.insert(labelPrints).values({ id, producerId, ...print, ...actor });
      return id;
    },
  },
  {
    loop: "oldEvidence",
    table: "evidence_packs",
    column: "actor_name",
    async insert(id) {
      const caseId = newId();
      const open = { producerId, number: nextCase++, title: "Case", summary: "" };
      await db.insert(cases).values({ id: caseId, ...open, createdAt: LONG_AGO, updatedAt: LONG_AGO });
      const asked = { jobId: newId(), language: "en", requestedAt: LONG_AGO } as const;
      const actor = { actorId: newId(), actorName: "Ada" };
      await db.insert(evidencePacks).values({ id, caseId, producerId, number: 1, ...asked, ...actor });
      return id;
    },
  },
  {
    loop: "oldBackups",
    table: "backups",
    column: "place",
    async insert() {
      const [old] = await db.insert(backups).values({ at: LONG_AGO, place: "there" }).returning();
      // The newest row stays.
      await db.insert(backups).values({ place: "newest" });
      return old?.id ?? 0;
    },
  },
];

test("every deletion of a process is tested here", () => {
  const names = DELETIONS.map(({ name }) => name);
  expect(new Set(DELETED_FROM.map(({ loop }) => loop))).toEqual(new Set(names));
});

/** Makes the table refuse to delete a row, until the test ends. */
async function refuseToDelete(table: string, id: string | number) {
  await db.execute(
    sql.raw(`
      create function refuse_poison() returns trigger language plpgsql as $$ begin
        if old.id::text = '${id}' then raise 'poison'; end if;
        return old;
      end $$;
      create trigger poison before delete on ${table} for each row execute function refuse_poison()`),
  );
  onTestFinished(async () => {
    await db.execute(sql`drop function refuse_poison cascade`);
    await db.execute(sql.raw(`delete from ${table} where id::text = '${id}'`));
  });
}

/** The number of halvings from a batch of 1,000 rows to one row, which is then skipped. */
const FAILURES_UNTIL_SKIPPED = 10;

const INDEX_PLAN_SETTINGS = [
  "enable_indexscan",
  "enable_indexonlyscan",
  "enable_bitmapscan",
  "enable_mergejoin",
];

/** Runs a statement with sequential reads only, so that the order of rows does not depend on the plan. */
const inTableOrder = (statement: SQL) =>
  db.transaction(async (tx) => {
    for (const setting of INDEX_PLAN_SETTINGS) await tx.execute(sql.raw(`set local ${setting} = off`));
    return tx.execute(statement);
  });

/** A database that runs another action once a statement has failed so often that a row is skipped. */
function onceSkipped(other: () => Promise<unknown>): Db {
  let failures = 0;
  return new Proxy(db, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      if (name !== "execute") return member.bind(target);
      return async (statement: SQL) => {
        try {
          return await inTableOrder(statement);
        } catch (failure) {
          if (++failures === FAILURES_UNTIL_SKIPPED) await other();
          throw failure;
        }
      };
    },
  });
}

/** Runs one pass of a loop. Returns its report. */
async function runReported(name: LoopName, db: Db) {
  const loop = DELETIONS.find((one) => one.name === name);
  if (!loop) throw new Error(`There is no loop ${name}.`);
  const report = openLoopReport(database.db);
  await runOnce(loop, { ...database, db }, report);
  await report.close();
  return only(await database.db.select().from(loopStates).where(eq(loopStates.loop, name)));
}

const isThere = async (table: string, id: string | number) =>
  (await db.execute(sql.raw(`select from ${table} where id::text = '${id}'`))).length > 0;

test.each(DELETED_FROM)(
  "$loop: a row of $table that cannot be deleted blocks no later row, even if it is updated meanwhile, and is reported",
  async ({ loop, table, insert, column }) => {
    const [one = "", other = ""] = [newId(), newId()].sort();
    const poison = await insert(one);
    const next = await insert(other);
    await refuseToDelete(table, poison);
    // This moves the row's newest version behind all others.
    const write = async () => {
      if (column !== undefined)
        await db.execute(sql.raw(`update ${table} set ${column} = ${column} where id::text = '${poison}'`));
    };
    const state = await runReported(loop, onceSkipped(write));
    expect([await isThere(table, poison), await isThere(table, next)]).toEqual([true, false]);
    expect(state).toMatchObject({ succeededAt: null, errorCode: "P0001", error: "poison" });
  },
);

test("oldAlerts: an alert that cannot be deleted, or has a younger note, blocks no other alert or rule", async () => {
  const [alert, rule] = DELETED_FROM.filter(({ loop }) => loop === "oldAlerts");
  const [waiting = "", poison = "", gone = ""] = [newId(), newId(), newId()].sort();
  for (const id of [waiting, poison, gone]) await alert?.insert(id);
  await db
    .insert(alertNotes)
    .values({ alertId: waiting, at: new Date(), actorId: "1", actorName: "A", text: "seen" });
  await rule?.insert(gone);
  await refuseToDelete("alerts", poison);
  expect(await runReported("oldAlerts", db)).toMatchObject({ error: "poison" });
  const left = [waiting, poison, gone].map((id) => isThere("alerts", id));
  expect(await Promise.all(left)).toEqual([true, true, false]);
  expect(await isThere("alert_rules", gone)).toBe(false);
});
