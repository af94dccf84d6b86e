import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Database } from "@/db/client";
import { alertNotes } from "@/db/schema/alert-notes";
import { alertNotices } from "@/db/schema/alert-notices";
import { alertRules } from "@/db/schema/alert-rules";
import { alerts } from "@/db/schema/alerts";
import { apiCalls } from "@/db/schema/api-calls";
import { attempts } from "@/db/schema/attempts";
import { auditEvents } from "@/db/schema/audit-events";
import { backups } from "@/db/schema/backups";
import { caseEntries } from "@/db/schema/case-entries";
import { cases } from "@/db/schema/cases";
import { deliveries } from "@/db/schema/deliveries";
import { endedSessions } from "@/db/schema/ended-sessions";
import { events } from "@/db/schema/events";
import { evidenceFiles, evidencePacks } from "@/db/schema/evidence-packs";
import { hooks } from "@/db/schema/hooks";
import { idempotencyKeys } from "@/db/schema/idempotency-keys";
import { importRows, imports } from "@/db/schema/imports";
import { inspections } from "@/db/schema/inspections";
import { invitations } from "@/db/schema/invitations";
import { items } from "@/db/schema/items";
import { jobChanges } from "@/db/schema/job-changes";
import { jobs } from "@/db/schema/jobs";
import { labelPrints } from "@/db/schema/label-prints";
import { oneTimeSecrets } from "@/db/schema/one-time-secrets";
import { ownershipRequests } from "@/db/schema/ownership-requests";
import { printedLabels } from "@/db/schema/printed-labels";
import { reportPhotos } from "@/db/schema/report-photos";
import { reports } from "@/db/schema/reports";
import { sessions } from "@/db/schema/sessions";
import { setAside } from "@/db/schema/set-aside";
import { sightings } from "@/db/schema/sightings";
import { signInAttempts } from "@/db/schema/sign-in-attempts";
import { tokens } from "@/db/schema/tokens";
import { deleteOldAlerts } from "@/server/domain/alerts/delete-old";
import { deleteOldCalls } from "@/server/domain/api-calls/delete-old";
import { deleteOldCases } from "@/server/domain/cases/delete-old";
import { deleteOldEvidence } from "@/server/domain/evidence/delete-old";
import { findBrokenHistories } from "@/server/domain/history/check";
import { oldKeys } from "@/server/domain/idempotency/forget-old";
import { deleteOldImports } from "@/server/domain/imports/delete";
import { deleteOldInspections } from "@/server/domain/inspections/delete-old";
import { deletedItems } from "@/server/domain/items/purge-deleted";
import { deleteOldJobs } from "@/server/domain/jobs/delete-old";
import { deleteOldPrints } from "@/server/domain/labels/delete-old";
import { deleteOldInvitations } from "@/server/domain/members/delete-old-invitations";
import { oldOwnershipRequests } from "@/server/domain/ownership/delete-old";
import { endedSessionsLoop } from "@/server/domain/people/ended-sessions";
import { oldSecrets } from "@/server/domain/people/one-time-secrets";
import { oldSessions } from "@/server/domain/people/sessions";
import { deleteOldSightings } from "@/server/domain/sightings/delete-old";
import { deleteOldBackups } from "@/server/domain/system/delete-old-backups";
import { deleteOldTokens } from "@/server/domain/tokens/delete-old";
import { newId } from "@/server/platform/ids";
import { del, get, post } from "@/server/testing/api";
import { newSignedIn } from "@/server/testing/dashboard";
import { itemRow, newItem, newProducer } from "@/server/testing/factories";
import { deleteOldAuditEvents } from "./domain/audit-log/delete-old";
import { failedSignIns } from "./domain/people/sign-in-attempts";
import { deleteOldReports } from "./domain/reports/delete-old";
import { oldSetAside } from "./loops/old-set-aside";
import { runPass } from "./loops/pass";
import { runtime } from "./runtime/runtime";
import { forgetOldEvents } from "./webhooks/deliveries/forget-old";
import { deleteOldHooks } from "./webhooks/hooks/delete-old";

// Holds decision 0043.

const { database } = runtime();
const { db } = database;

const ROW = /^\| ((?:`\w+`(?:, )?)+) \| [^|]+ \| ([^|]+) \| [^|]*\|/;
const MS = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 };
const isUnit = (unit: string): unit is keyof typeof MS => unit in MS;

/** The text of retention.md on each table, and its times in milliseconds. */
const DOCUMENTED = new Map(
  readFileSync("docs/operations/retention.md", "utf8")
    .split("\n")
    .flatMap((line) => {
      const [, names, kept = ""] = ROW.exec(line) ?? [];
      const [, count, unit = ""] = /(\d+) (minutes|hours|days)\b/.exec(kept) ?? [];
      const keptMs = isUnit(unit) ? Number(count) * MS[unit] : undefined;
      return [...(names?.matchAll(/\w+/g) ?? [])].map(
        ([name]) => [name, { kept: kept.trim(), keptMs }] as const,
      );
    }),
);

let nextCase = 1;
const producer = await newProducer();
const { producerId } = producer;
const { personId } = await newSignedIn();

async function seedPrint(at: Date, table: "label_prints" | "printed_labels") {
  const id = newId();
  const item = await newItem(producer);
  await db.insert(labelPrints).values({
    id,
    producerId,
    format: "pdf",
    settings: {},
    skip: 0,
    count: 1,
    reprinted: 0,
    actorType: "user",
    actorId: newId(),
    actorName: "Ada",
    at,
  });
  await db.insert(printedLabels).values({ printId: id, position: 1, identifier: item });
  return () => isThere(table, table === "label_prints" ? "id" : "print_id", id);
}

async function seedEvent(at: Date) {
  const [eventId, hookId, deliveryId] = [newId(at.getTime()), newId(), newId()];
  await seedHook(hookId, null);
  await db.insert(events).values({
    id: eventId,
    type: "itemScanned",
    producerId,
    snapshot: { producer: { id: producerId, name: "Acme" } },
    hooks: [],
    createdAt: at,
  });
  const hook = sql`(select to_jsonb(${hooks}) from ${hooks} where id = ${hookId})`;
  await db.insert(deliveries).values({ id: deliveryId, eventId, hookId, hook, createdAt: at });
  await db.insert(attempts).values({ deliveryId, startedAt: at, latencyMs: 1, status: 200 });
  return { eventId, deliveryId };
}

const seedHook = (id: string, deletedAt: Date | null) =>
  db.insert(hooks).values({
    id,
    producerId,
    events: ["*"],
    url: "https://receiver.test/",
    secret: Buffer.from("secret"),
    deletedAt,
    createdAt: new Date(),
    updatedAt: new Date(),
  });

const CONDITION = { kind: "unknownIdentifiers", windowHours: 1, sightings: 1 } as const;

async function seedRule(deletedAt: Date | null) {
  const now = new Date();
  const id = newId();
  await db.insert(alertRules).values({
    id,
    producerId,
    name: "Rule",
    condition: CONDITION,
    coolDownHours: 1,
    evaluatedUntil: now,
    createdAt: now,
    updatedAt: now,
    deletedAt,
  });
  return id;
}

async function seedAlert(at: Date, noteAt = at) {
  const id = newId(at.getTime());
  await db.insert(alerts).values({
    id,
    producerId,
    ruleId: await seedRule(null),
    ruleName: "Rule",
    condition: CONDITION,
    openedAt: at,
    evidence: { figures: { kind: "unknownIdentifiers", sightings: 2 }, from: 0, before: 1 },
  });
  await db.insert(alertNotes).values({ alertId: id, at: noteAt, actorId: "1", actorName: "A", text: "seen" });
  await db.insert(alertNotices).values({ alertId: id, personId, dueAt: at });
  return id;
}

const token = (fields: { revokedAt?: Date; expiresAt?: Date }) => ({
  id: newId(),
  producerId,
  kind: "token" as const,
  name: "Token",
  hash: Buffer.from(newId().replaceAll("-", "").repeat(2), "hex"),
  hint: "1234",
  ...fields,
});

async function seedDeletedItem(at: Date) {
  const identifier = await newItem(producer, { title: "Gone", data: { color: "red" } });
  const { id } = await itemRow(identifier);
  expect((await del(`/items/${identifier}`, { token: producer.token })).status).toBe(200);
  await db.update(items).set({ deletedAt: at }).where(eq(items.id, id));
  return id;
}

const isThere = async (table: string, column: string, value: string | number) => {
  const rows = await db.execute(
    sql`select from ${sql.identifier(table)} where ${sql.identifier(column)}::text = ${String(value)}`,
  );
  return rows.length > 0;
};

interface Kept {
  /** Writes a row whose retention begins at a time. Returns a function that tells whether the row still exists. */
  seed(at: Date, keptMs: number): Promise<() => Promise<boolean>>;
  work(database: Database): Promise<unknown>;
}

/** An evidence pack of an open case, signed if `sealedAt` says so. */
async function seedPack(at: Date, { sealedAt }: { sealedAt?: Date }): Promise<string> {
  const [id, caseId] = [newId(), newId()];
  const open = { producerId, number: nextCase++, title: "Case", summary: "" };
  await db.insert(cases).values({ id: caseId, ...open, createdAt: at, updatedAt: at });
  const asked = { jobId: newId(), language: "en", actorId: "a", actorName: "Ada", requestedAt: at } as const;
  const seal = { sumsSha256: Buffer.alloc(32), signature: Buffer.alloc(64), publicKey: Buffer.alloc(32) };
  const signed = sealedAt ? { sealedAt, ...seal } : {};
  await db.insert(evidencePacks).values({ id, caseId, producerId, number: 1, ...asked, ...signed });
  return id;
}

/** How each time in the table is enforced. */
const ENFORCED_BY: Record<string, Kept> = {
  audit_events: {
    seed: async (at) => {
      const [row] = await db
        .insert(auditEvents)
        .values({
          producerId,
          at,
          actorType: "system",
          actorId: "system",
          actorName: "Assay",
          action: "producerRenamed",
          targetKind: "producer",
          targetId: producerId,
          changes: [],
          requestId: "test",
        })
        .returning();
      return () => isThere("audit_events", "id", row?.id ?? 0);
    },
    work: deleteOldAuditEvents,
  },
  api_calls: {
    seed: async (at) => {
      const id = newId(at.getTime());
      const said = { method: "GET", endpoint: "/items/{id}", path: "/items/a", requestId: "a", code: null };
      await db.insert(apiCalls).values({ id, producerId, tokenId: newId(), ...said, status: 200, ms: 1 });
      return () => isThere("api_calls", "id", id);
    },
    work: deleteOldCalls,
  },
  alerts: {
    seed: async (at) => {
      const id = await seedAlert(at);
      return () => isThere("alerts", "id", id);
    },
    work: deleteOldAlerts,
  },
  alert_notes: {
    seed: async (at) => {
      const id = await seedAlert(at);
      return () => isThere("alert_notes", "alert_id", id);
    },
    work: deleteOldAlerts,
  },
  alert_mails: {
    seed: async (at) => {
      const id = await seedAlert(at);
      return () => isThere("alert_mails", "alert_id", id);
    },
    work: deleteOldAlerts,
  },
  cases: {
    seed: async (at) => {
      const id = newId();
      const said = {
        producerId,
        number: nextCase++,
        title: "Case",
        summary: "",
        state: "dismissed",
      } as const;
      await db.insert(cases).values({ id, ...said, createdAt: at, updatedAt: at, decidedAt: at });
      await db.insert(caseEntries).values({ caseId: id, at, actorId: "a", actorName: "Ada", kind: "opened" });
      return () => isThere("cases", "id", id);
    },
    work: deleteOldCases,
  },
  evidence_files: {
    seed: async (at) => {
      const packId = await seedPack(at, { sealedAt: at });
      const file = { path: "README.txt", sha256: Buffer.alloc(32), size: 1, body: Buffer.from("x") };
      await db.insert(evidenceFiles).values({ packId, ...file });
      return () => isThere("evidence_files", "pack_id", packId);
    },
    work: deleteOldEvidence,
  },
  evidence_packs: {
    seed: async (at) => {
      const id = await seedPack(at, {});
      return () => isThere("evidence_packs", "id", id);
    },
    work: deleteOldEvidence,
  },
  inspections: {
    seed: async (at) => {
      const id = newId();
      const said = { code: "made up", note: "", isFlagged: false, deviceTime: at };
      await db.insert(inspections).values({ id, producerId, key: id, ...said, createdAt: at });
      return () => isThere("inspections", "id", id);
    },
    work: deleteOldInspections,
  },
  alert_rules: {
    seed: async (at) => {
      const id = await seedRule(at);
      return () => isThere("alert_rules", "id", id);
    },
    work: deleteOldAlerts,
  },
  backups: {
    seed: async (at) => {
      const [row] = await db.insert(backups).values({ at, place: "there" }).returning();
      // The newest row stays.
      await db.insert(backups).values({ place: "newest" });
      return () => isThere("backups", "id", row?.id ?? 0);
    },
    work: deleteOldBackups,
  },
  events: {
    seed: async (at) => {
      const { eventId } = await seedEvent(at);
      return () => isThere("events", "id", eventId);
    },
    work: forgetOldEvents,
  },
  deliveries: {
    seed: async (at) => {
      const { deliveryId } = await seedEvent(at);
      return () => isThere("deliveries", "id", deliveryId);
    },
    work: forgetOldEvents,
  },
  attempts: {
    seed: async (at) => {
      const { deliveryId } = await seedEvent(at);
      return () => isThere("attempts", "delivery_id", deliveryId);
    },
    work: forgetOldEvents,
  },
  ownership_requests: {
    seed: async (at, keptMs) => {
      const id = newId();
      const { id: itemId } = await itemRow(await newItem(producer));
      await db.insert(ownershipRequests).values({
        id,
        producerId,
        itemId,
        kind: "activation",
        email: "owner@people.test",
        locale: "en",
        hash: Buffer.from(newId().replaceAll("-", "").repeat(2), "hex"),
        createdAt: at,
        expiresAt: new Date(at.getTime() + keptMs),
      });
      return () => isThere("ownership_requests", "id", id);
    },
    work: (database) => runPass(oldOwnershipRequests, database),
  },
  one_time_secrets: {
    seed: async (at, keptMs) => {
      const hash = Buffer.from(newId().replaceAll("-", "").repeat(2), "hex");
      const expiresAt = new Date(at.getTime() + keptMs);
      await db
        .insert(oneTimeSecrets)
        .values({ hash, purpose: "password", personId: null, data: {}, expiresAt });
      return () => isThere("one_time_secrets", "hash", `\\x${hash.toString("hex")}`);
    },
    work: (database) => runPass(oldSecrets, database),
  },
  sessions: {
    seed: async (at, keptMs) => {
      const id = randomUUID();
      const expiresAt = new Date(at.getTime() + keptMs);
      const startedAt = new Date(expiresAt.getTime() - 1000);
      await db.insert(sessions).values({ id, personId, version: 1, startedAt, expiresAt, seenAt: startedAt });
      return () => isThere("sessions", "id", id);
    },
    work: (database) => runPass(oldSessions, database),
  },
  ended_sessions: {
    seed: async (at, keptMs) => {
      const id = newId();
      await db.insert(endedSessions).values({ id, expiresAt: new Date(at.getTime() + keptMs) });
      return () => isThere("ended_sessions", "id", id);
    },
    work: (database) => runPass(endedSessionsLoop, database),
  },
  sign_in_attempts: {
    seed: async (at, keptMs) => {
      const key = Buffer.from(newId().replaceAll("-", "").repeat(2), "hex");
      await db.insert(signInAttempts).values({ key, failed: 1, endsAt: new Date(at.getTime() + keptMs) });
      return () => isThere("sign_in_attempts", "key", `\\x${key.toString("hex")}`);
    },
    work: (database) => runPass(failedSignIns, database),
  },
  history: {
    seed: async (at) => {
      const id = await seedDeletedItem(at);
      return () => isThere("history", "item_id", id);
    },
    work: (database) => runPass(deletedItems, database),
  },
  items: {
    seed: async (at) => {
      const id = await seedDeletedItem(at);
      return async () => (await db.select().from(items).where(eq(items.id, id)))[0]?.title === "Gone";
    },
    work: (database) => runPass(deletedItems, database),
  },
  hooks: {
    seed: async (at) => {
      const id = newId();
      await seedHook(id, at);
      return () => isThere("hooks", "id", id);
    },
    work: deleteOldHooks,
  },
  idempotency_keys: {
    seed: async (at) => {
      const key = newId();
      await db
        .insert(idempotencyKeys)
        .values({ scope: "POST /scans anonymous", key, bodyHash: Buffer.from("x"), createdAt: at });
      return () => isThere("idempotency_keys", "key", key);
    },
    work: (database) => runPass(oldKeys, database),
  },
  invitations: {
    seed: async (at) => {
      const id = newId();
      await db.insert(invitations).values({
        id,
        producerId,
        email: `${id}@example.com`,
        role: "viewer",
        hash: Buffer.from(newId().replaceAll("-", "").repeat(2), "hex"),
        createdAt: new Date(at.getTime() - 1000),
        expiresAt: at,
      });
      return () => isThere("invitations", "id", id);
    },
    work: deleteOldInvitations,
  },
  imports: {
    seed: async (at) => {
      const id = newId();
      await db.insert(imports).values({
        id,
        producerId,
        kind: "items",
        state: "open",
        fileName: "stock.csv",
        headers: ["identifier"],
        mapping: ["identifier"],
        mode: "both",
        actorName: "Ada",
        createdAt: at,
        updatedAt: at,
      });
      await db.insert(importRows).values({ importId: id, number: 2, cells: ["a"] });
      return () => isThere("imports", "id", id);
    },
    work: deleteOldImports,
  },
  job_changes: {
    seed: async (at) => {
      const jobId = newId(at.getTime());
      const requested = { name: "Title", actorType: "user", actorId: personId, actorName: "Ada" } as const;
      const progress = { state: "done", done: 1, total: 1, result: {}, input: {} } as const;
      const times = { requestedAt: at, turnAt: at, endedAt: at };
      await db
        .insert(jobs)
        .values({ id: jobId, producerId, kind: "itemChange", ...requested, ...progress, ...times });
      const { id: itemId } = await itemRow(await newItem(producer));
      await db.insert(jobChanges).values({ jobId, itemId, position: 1 });
      return () => isThere("job_changes", "job_id", jobId);
    },
    work: deleteOldJobs,
  },
  jobs: {
    seed: async (at) => {
      const id = newId(at.getTime());
      const requested = { name: "Replay", actorType: "user", actorId: personId, actorName: "Ada" } as const;
      const progress = { state: "done", done: 1, total: 1, result: { replayed: 1 } } as const;
      await db.insert(jobs).values({
        id,
        producerId,
        kind: "replay",
        input: { hookId: newId(), since: 0 },
        ...requested,
        ...progress,
        requestedAt: at,
        turnAt: at,
        endedAt: at,
      });
      return () => isThere("jobs", "id", id);
    },
    work: deleteOldJobs,
  },
  label_prints: { seed: async (at) => seedPrint(at, "label_prints"), work: deleteOldPrints },
  printed_labels: { seed: async (at) => seedPrint(at, "printed_labels"), work: deleteOldPrints },
  sightings: {
    seed: async (at) => {
      const id = newId();
      await db
        .insert(sightings)
        .values({ id, identifier: "made up", timestamp: at, copyclassification: "fake" });
      return () => isThere("sightings", "id", id);
    },
    work: deleteOldSightings,
  },
  set_aside: {
    seed: async (at) => {
      const key = newId();
      const times = { firstFailedAt: at, lastFailedAt: new Date(), retryAt: new Date() };
      await db.insert(setAside).values({ loop: "erasing", key, reason: "broken", attempts: 1, ...times });
      return () => isThere("set_aside", "key", key);
    },
    work: (database) => runPass(oldSetAside, database),
  },
  reports: {
    seed: async (at) => {
      const id = newId();
      const item = await itemRow(await newItem(producer));
      await db
        .insert(reports)
        .values({ id, itemId: item.id, producerId, timestamp: at, kind: "shop", text: "" });
      return () => isThere("reports", "id", id);
    },
    work: deleteOldReports,
  },
  tokens: {
    seed: async (at) => {
      const [revoked, expired] = [token({ revokedAt: at }), token({ expiresAt: at })];
      await db.insert(tokens).values([revoked, expired]);
      return async () => {
        const there = [await isThere("tokens", "id", revoked.id), await isThere("tokens", "id", expired.id)];
        expect(there[0]).toBe(there[1]);
        return there[0] ?? false;
      };
    },
    work: deleteOldTokens,
  },
};

test("retention.md states for every table how long its rows are kept", async () => {
  const tables = await db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  expect([...DOCUMENTED.keys()].sort()).toEqual(tables.map(({ name }) => name).sort());
  for (const [name, { kept }] of DOCUMENTED) expect(kept, name).not.toBe("");
});

test("every time in retention.md is tested here", () => {
  const timed = [...DOCUMENTED].filter(([, { keptMs }]) => keptMs !== undefined).map(([name]) => name);
  expect(Object.keys(ENFORCED_BY).sort()).toEqual(timed.sort());
});

const MARGIN_MS = 60_000;

test.each(Object.entries(ENFORCED_BY))(
  "%s: older rows are deleted, younger ones stay",
  async (name, { seed, work }) => {
    const { keptMs = 0 } = DOCUMENTED.get(name) ?? {};
    const due = Date.now() - keptMs;
    const isOldThere = await seed(new Date(due - MARGIN_MS), keptMs);
    const isYoungThere = await seed(new Date(due + MARGIN_MS), keptMs);
    expect([await isOldThere(), await isYoungThere()]).toEqual([true, true]);
    await work(database);
    expect([await isOldThere(), await isYoungThere()]).toEqual([false, true]);
  },
);

test("a purged item keeps its identifier for its producer, its counters and scans, and every history is complete", async () => {
  const identifier = await newItem(producer, { title: "Gone" });
  await post("/scans", { identifier });
  const { id } = await itemRow(identifier);
  await del(`/items/${identifier}`, { token: producer.token });
  await db
    .update(items)
    .set({ deletedAt: new Date(Date.now() - 91 * MS.days) })
    .where(eq(items.id, id));
  await runPass(deletedItems, database);
  expect((await db.select().from(items).where(eq(items.id, id)))[0]).toMatchObject({
    identifier,
    title: null,
    scans: 1,
    historyLength: 0,
  });
  expect(await findBrokenHistories(db)).toEqual([]);
  const other = await newProducer();
  expect((await post("/items", { identifier }, { token: other.token })).status).toBe(409);
  expect((await post("/items", { identifier }, { token: producer.token })).status).toBe(200);
  expect((await get(`/items/${identifier}/history`, { token: producer.token })).body).toMatchObject({
    history: [{ data: { action: "created" } }],
  });
});

test("the database refuses to delete histories, audit events and notes before their retention ends", async () => {
  const id = await seedDeletedItem(new Date(Date.now() - 89 * MS.days));
  await seedAlert(new Date());
  await expect(db.execute(sql`delete from history where item_id = ${id}`)).rejects.toThrow();
  await expect(
    db.execute(sql`delete from audit_events where at > now() - interval '729 days'`),
  ).rejects.toThrow();
  await expect(
    db.execute(sql`delete from alert_notes where at > now() - interval '1 day'`),
  ).rejects.toThrow();
  await expect(db.execute(sql`update audit_events set actor_name = 'else'`)).rejects.toThrow();
});

test("an alert with a younger note, a report with its words, place, link or photo, and a webhook with deliveries stay", async () => {
  const old = new Date(Date.now() - 731 * MS.days);
  const noted = await seedAlert(old, new Date());
  const item = await itemRow(await newItem(producer));
  const worded = newId();
  await db
    .insert(reports)
    .values({ id: worded, itemId: item.id, producerId, timestamp: old, kind: "shop", text: "words" });
  const sent = { itemId: item.id, producerId, timestamp: old, kind: "other" as const, text: "" };
  const [placed, linked, pictured] = [newId(), newId(), newId()];
  await db.insert(reports).values([
    { ...sent, id: placed, place: "Flea market" },
    { ...sent, id: linked, sellerUrl: "https://shop.example/" },
    { ...sent, id: pictured },
  ]);
  await db.insert(reportPhotos).values({ reportId: pictured, image: Buffer.from("image"), createdAt: old });
  const { deliveryId } = await seedEvent(new Date());
  const [delivery] = await db.select().from(deliveries).where(eq(deliveries.id, deliveryId));
  const hookId = delivery?.hookId ?? "";
  await db.update(hooks).set({ deletedAt: old }).where(eq(hooks.id, hookId));
  await Promise.all([deleteOldAlerts(database), deleteOldReports(database), deleteOldHooks(database)]);
  expect(await isThere("alerts", "id", noted)).toBe(true);
  for (const id of [worded, placed, linked, pictured]) expect(await isThere("reports", "id", id)).toBe(true);
  expect(await isThere("hooks", "id", hookId)).toBe(true);
});
