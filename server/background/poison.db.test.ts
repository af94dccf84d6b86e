import { createCipheriv, createHash } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { crc32 } from "node:zlib";
import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { alertChannels } from "@/db/schema/alert-channels";
import { alertNotices } from "@/db/schema/alert-notices";
import { alertRules } from "@/db/schema/alert-rules";
import { alerts } from "@/db/schema/alerts";
import { codePatterns } from "@/db/schema/code-patterns";
import { endedSessions } from "@/db/schema/ended-sessions";
import { erasures } from "@/db/schema/erasures";
import { events } from "@/db/schema/events";
import { hooks } from "@/db/schema/hooks";
import { idempotencyKeys } from "@/db/schema/idempotency-keys";
import { items } from "@/db/schema/items";
import { LOOPS, type LoopName } from "@/db/schema/loop-states";
import { oneTimeSecrets } from "@/db/schema/one-time-secrets";
import { ownershipRequests } from "@/db/schema/ownership-requests";
import { producers } from "@/db/schema/producers";
import { scans } from "@/db/schema/scans";
import { secretKeys } from "@/db/schema/secret-keys";
import { sessions } from "@/db/schema/sessions";
import { setAside } from "@/db/schema/set-aside";
import { signInAttempts } from "@/db/schema/sign-in-attempts";
import { pendingBytes } from "@/db/schema/storage";
import { DAY_MS, HOUR_MS } from "@/server/core/time";
import { only } from "@/server/data/only";
import { sealedUrl } from "@/server/domain/alert-channels/post";
import { orphans } from "@/server/domain/contents/sweep";
import { openKeys } from "@/server/domain/keys/open";
import { discardSandbox } from "@/server/domain/sandboxes/empty";
import { openSandbox } from "@/server/domain/sandboxes/open";
import type { Loop } from "@/server/loops/loop";
import { runPass } from "@/server/loops/pass";
import { blobs } from "@/server/platform/blobs";
import { derivatives } from "@/server/platform/derivatives";
import { env } from "@/server/platform/env";
import { newId } from "@/server/platform/ids";
import { keyring } from "@/server/platform/keyring";
import { derivedKey } from "@/server/platform/secrets";
import { runtime } from "@/server/runtime/runtime";
import { del } from "@/server/testing/api";
import {
  ctxOf,
  itemRow,
  newContent,
  newHook,
  newItem,
  newProducer,
  newScan,
} from "@/server/testing/factories";
import { newPattern } from "@/server/testing/patterns";
import { newMember, newPerson } from "@/server/testing/people";
import { DELETIONS, LOOPS_OF_PROCESS } from "./loops";

// Holds decision 0035: a piece that fails alone holds no other up, in any loop.

vi.mock("@/server/platform/mail", () => ({ canMail: true, sendMail: async () => true }));

const { database } = runtime();
const { db } = database;
const LONG_AGO = new Date(Date.now() - 1_000 * DAY_MS);

beforeEach(async () => {
  await db.delete(setAside);
});

/** Makes the table refuse a row with this value, until the test ends. */
async function refuse(table: string, column: string, value: string) {
  await db.execute(
    sql.raw(`
      create function refuse_poison() returns trigger language plpgsql as $$ begin
        if '${value}' in (to_jsonb(old) ->> '${column}', to_jsonb(new) ->> '${column}') then raise 'poison'; end if;
        return coalesce(new, old);
      end $$;
      create trigger poison before insert or update or delete on ${table} for each row execute function refuse_poison()`),
  );
  onTestFinished(async () => {
    await db.execute(sql`drop function refuse_poison cascade`);
  });
}

const rowsOf = async (table: string, where: string) =>
  (await db.execute(sql.raw(`select from ${table} where ${where}`))).length > 0;

/** Two pieces of work; the first one fails. */
interface Pieces {
  /** The key of the first piece in `set_aside`. */
  key: string;
  /** Whether the first and the second piece are still pending. */
  isLeft: [() => Promise<boolean>, () => Promise<boolean>];
  /** A loop with its own limits of age, if the loop of the process needs them. */
  loop?: Loop<unknown>;
}

/** Two pieces that are rows, identified by a column, and pending while `unless` is true. */
async function twoRows(
  [first, second]: readonly [string | number, string | number],
  {
    table,
    column,
    unless = "true",
    refusing = table,
    by = column,
    key = String(first),
  }: {
    table: string;
    column: string;
    unless?: string;
    refusing?: string;
    by?: string;
    key?: string;
  },
): Promise<Pieces> {
  await refuse(refusing, by, String(first));
  const isLeft = (value: string | number) => () =>
    rowsOf(table, `to_jsonb(${table}) ->> '${column}' = '${value}' and ${unless}`);
  return { key, isLeft: [isLeft(first), isLeft(second)] };
}

const twice = async <T>(make: () => Promise<T>): Promise<[T, T]> => [await make(), await make()];
const ofPair = <T, U>([first, second]: [T, T], map: (one: T) => U): [U, U] => [map(first), map(second)];
const newProducerId = async () => (await newProducer()).producerId;

async function newRule(producerId: string) {
  const id = newId();
  const fields = { name: "Rule", coolDownHours: 1, createdAt: LONG_AGO, updatedAt: LONG_AGO };
  const condition = { kind: "unknownIdentifiers", windowHours: 1, sightings: 1 } as const;
  await db
    .insert(alertRules)
    // Two hours ago: an hour has ended since then, also in the first seconds of one.
    .values({ id, producerId, condition, evaluatedUntil: new Date(Date.now() - 2 * HOUR_MS), ...fields });
  return { id, condition };
}

/** A due notice of an alert of its own. */
async function newNotice(producerId: string, recipient: { personId: string } | { channelId: string }) {
  const { id: ruleId, condition } = await newRule(producerId);
  const alertId = newId();
  const evidence = { figures: { kind: "unknownIdentifiers", sightings: 2 }, from: 0, before: 1 } as const;
  const ofRule = { producerId, ruleId, ruleName: "Rule", condition };
  await db.insert(alerts).values({ id: alertId, ...ofRule, openedAt: LONG_AGO, evidence });
  await db.insert(alertNotices).values({ alertId, dueAt: LONG_AGO, ...recipient });
}

/** A webhook's secret as an earlier release sealed it, without a key id; it begins with a zero. */
function sealedWithoutKeyId(hookId: string): Buffer {
  const nonce = Buffer.alloc(12);
  const cipher = createCipheriv("aes-256-gcm", derivedKey(only(keyring()), "hook-secrets"), nonce);
  cipher.setAAD(Buffer.from(hookId));
  return Buffer.concat([nonce, cipher.update("secret"), cipher.final(), cipher.getAuthTag()]);
}

/** Creates two pieces of each loop. */
const PIECES: Partial<Record<LoopName, () => Promise<Pieces>>> = {
  async counting() {
    const [first, second] = await twice(() => newProducer());
    for (const producer of [first, second]) await newScan(await newItem(producer));
    return twoRows([first.producerId, second.producerId], {
      table: "pending_rollups",
      column: "producer_id",
      refusing: "rollup_days",
    });
  },
  async countingBytes() {
    const ids = await twice(newProducerId);
    for (const producerId of ids)
      await db.insert(pendingBytes).values({ producerId, kind: "items", bytes: 1 });
    return twoRows(ids, { table: "pending_bytes", column: "producer_id", refusing: "rollup_bytes" });
  },
  async evaluatingRules() {
    const producerId = await newProducerId();
    const rules = await twice(() => newRule(producerId));
    return twoRows(
      ofPair(rules, ({ id }) => id),
      { table: "alert_rules", column: "id", unless: "evaluated_until < now() - interval '30 minutes'" },
    );
  },
  async mailingAlerts() {
    const producer = await newProducer();
    const ids = await twice(async () => (await newMember(producer, "viewer")).id);
    for (const personId of ids) await newNotice(producer.producerId, { personId });
    const columns = { table: "alert_mails", column: "person_id", unless: "sent_at is null" };
    return twoRows(ids, { ...columns, key: `${producer.producerId}/${ids[0]}` });
  },
  async messagingChannels() {
    const producer = await newProducer();
    const fields = { name: "C", kind: "slack", url: "http://127.0.0.1:1/", locale: "en" } as const;
    const ids = await twice(async () => {
      const id = newId();
      const { producerId } = producer;
      const moments = { createdAt: LONG_AGO, updatedAt: LONG_AGO };
      await db.insert(alertChannels).values({
        ...{ id, producerId, ...fields, ...moments, host: "127.0.0.1:1", allRules: true },
        url: sealedUrl(fields.url, id),
      });
      await newNotice(producerId, { channelId: id });
      return id;
    });
    const columns = { table: "alert_mails", column: "channel_id", unless: "failure is null" };
    return twoRows(ids, { ...columns, key: `${producer.producerId}/${ids[0]}` });
  },
  async resealing() {
    const producer = await newProducer();
    const ids = await twice(() => newHook(producer));
    for (const id of ids)
      await db
        .update(hooks)
        .set({ secret: sealedWithoutKeyId(id) })
        .where(eq(hooks.id, id));
    await db.delete(secretKeys);
    await openKeys(database);
    return twoRows(ids, { table: "hooks", column: "id", unless: "get_byte(secret, 0) = 0" });
  },
  async releasingHooks() {
    const producer = await newProducer();
    const ids = await twice(() => newHook(producer));
    await db
      .update(hooks)
      .set({ secretUnreadableSince: LONG_AGO })
      .where(eq(hooks.producerId, producer.producerId));
    return twoRows(ids, { table: "hooks", column: "id", unless: "secret_unreadable_since is not null" });
  },
  async erasing() {
    const producer = await newProducer();
    const { producerId } = producer;
    const ids = await twice(async () => {
      const id = newId();
      const scanId = await newScan(await newItem(producer));
      const requested = { requestedAt: LONG_AGO, requestedByName: "Ada" };
      await db.insert(erasures).values({ id, producerId, kind: "scan", scanId, ...requested });
      return id;
    });
    return twoRows(ids, { table: "erasures", column: "id", unless: "done_at is null" });
  },
  async retention() {
    const producer = await newProducer();
    const { producerId } = producer;
    const item = await newItem(producer);
    const ids = await twice(() => newScan(item));
    const old = { timestamp: LONG_AGO, latitude: 53.5, longitude: 10 };
    await db.update(scans).set(old).where(eq(scans.producerId, producerId));
    const key = `places/${producerId}/${ids[0]}`;
    return twoRows(ids, { table: "scans", column: "id", unless: "not coarse", key });
  },
  async attributingCodes() {
    const producer = await newProducer();
    const ids = await twice(async () => (await newPattern(producer, newId())).id);
    await db.update(codePatterns).set({ changedAt: LONG_AGO });
    return twoRows(ids, { table: "code_patterns", column: "id", unless: "sweep <> 'done'" });
  },
  async oldEvents() {
    const producerId = await newProducerId();
    const snapshot = { producer: { id: producerId, name: "Acme" } };
    const event = { type: "itemScanned", producerId, snapshot, hooks: [], createdAt: LONG_AGO };
    const ids: [string, string] = [newId(), newId()];
    await db.insert(events).values(ids.map((id) => ({ id, ...event })));
    return twoRows(ids, { table: "events", column: "id" });
  },
  async oldKeys() {
    const keys: [string, string] = [newId(), newId()];
    const ofKey = { scope: "POST /scans anonymous", bodyHash: Buffer.from("x"), createdAt: LONG_AGO };
    await db.insert(idempotencyKeys).values(keys.map((key) => ({ key, ...ofKey })));
    const key = createHash("sha256")
      .update(JSON.stringify([ofKey.scope, keys[0]]))
      .digest("hex");
    return twoRows(keys, { table: "idempotency_keys", column: "key", key });
  },
  async failedSignIns() {
    const keys = ofPair([newId(), newId()], (id) => createHash("sha256").update(id).digest());
    await db.insert(signInAttempts).values(keys.map((key) => ({ key, failed: 1, endsAt: LONG_AGO })));
    const [hex, otherHex] = ofPair(keys, (key) => key.toString("hex"));
    const columns = { table: "sign_in_attempts", column: "key", key: hex };
    return twoRows([`\\x${hex}`, `\\x${otherHex}`], columns);
  },
  async endedSessions() {
    const ids: [string, string] = [newId(), newId()];
    await db.insert(endedSessions).values(ids.map((id) => ({ id, expiresAt: LONG_AGO })));
    return twoRows(ids, { table: "ended_sessions", column: "id" });
  },
  async oldSessions() {
    const ids: [string, string] = [newId(), newId()];
    const { id: personId } = await newPerson();
    const row = { personId, version: 1, startedAt: new Date(LONG_AGO.getTime() - 1), seenAt: LONG_AGO };
    await db.insert(sessions).values(ids.map((id) => ({ id, expiresAt: LONG_AGO, ...row })));
    return twoRows(ids, { table: "sessions", column: "id" });
  },
  async oldOwnershipRequests() {
    const ids: [string, string] = [newId(), newId()];
    const { id: itemId, producerId } = await itemRow(await newItem(await newProducer()));
    const row = { itemId, producerId, kind: "activation", email: "a@people.test", locale: "en" } as const;
    const createdAt = new Date(LONG_AGO.getTime() - 1);
    await db.insert(ownershipRequests).values(
      ids.map((id) => ({
        ...row,
        id,
        hash: createHash("sha256").update(id).digest(),
        createdAt,
        expiresAt: LONG_AGO,
      })),
    );
    return twoRows(ids, { table: "ownership_requests", column: "id" });
  },
  async oldSecrets() {
    const hashes = ofPair([newId(), newId()], (id) => createHash("sha256").update(id).digest());
    const row = { purpose: "password", personId: null, data: {}, expiresAt: LONG_AGO } as const;
    await db.insert(oneTimeSecrets).values(hashes.map((hash) => ({ hash, ...row })));
    const [hex, otherHex] = ofPair(hashes, (hash) => hash.toString("hex"));
    return twoRows([`\\x${hex}`, `\\x${otherHex}`], {
      table: "one_time_secrets",
      column: "hash",
      key: hex,
    });
  },
  async stalePictures() {
    const keys: [string, string] = [`${newId()}-100`, `${newId()}-100`];
    for (const key of keys) await derivatives().take(key, async () => Buffer.from("a picture"));
    // A folder cannot be removed like a file.
    const folder = (crc32(keys[0]) & 0xff).toString(16);
    const file = path.resolve(env.DATA_DIR, "derivatives", folder, keys[0]);
    await rm(file);
    await mkdir(file);
    onTestFinished(() => rm(file, { recursive: true }));
    return { key: keys[0], isLeft: ofPair(keys, (key) => () => derivatives().has(key)) };
  },
  async orphans() {
    await newContent(await newProducer(), "text/plain", "kept");
    const ids: [string, string] = [newId(), newId()];
    for (const id of ids) await blobs().put(id, Buffer.from("bytes"));
    const { remove } = blobs();
    const removing = vi
      .spyOn(blobs(), "remove")
      .mockImplementation((id) => (id === ids[0] ? Promise.reject(new Error("poison")) : remove(id)));
    onTestFinished(() => removing.mockRestore());
    const isLeft = ofPair(ids, (id) => async () => (await blobs().read(id)) !== undefined);
    return { key: ids[0], isLeft, loop: orphans(new Date(Date.now() + DAY_MS)) };
  },
  async measuringStorage() {
    const ids = await twice(newProducerId);
    for (const id of ids)
      await db.update(producers).set({ storageMeasuredAt: null }).where(eq(producers.id, id));
    return twoRows(ids, { table: "producers", column: "id", unless: "storage_measured_at is null" });
  },
  async discardedSandboxes() {
    const ids = await twice(async () => {
      const live = await newProducer();
      const { id } = await openSandbox(ctxOf(live));
      await discardSandbox(ctxOf(live), id);
      return id;
    });
    return twoRows(ids, { table: "producers", column: "id" });
  },
  async deletedItems() {
    const producer = await newProducer();
    const ids = await twice(async () => {
      const identifier = await newItem(producer, { title: "Gone" });
      const { id } = await itemRow(identifier);
      await del(`/items/${identifier}`, { token: producer.token });
      return id;
    });
    for (const [place, id] of ids.entries())
      await db
        .update(items)
        .set({ deletedAt: new Date(LONG_AGO.getTime() + place) })
        .where(eq(items.id, id));
    return twoRows(ids, { table: "items", column: "id", unless: "purged_at is null" });
  },
  async oldSetAside() {
    const keys: [string, string] = [newId(), newId()];
    const times = { firstFailedAt: LONG_AGO, lastFailedAt: LONG_AGO, retryAt: LONG_AGO };
    const failed = { loop: "erasing" as const, reason: "broken", attempts: 1, ...times };
    await db.insert(setAside).values(keys.map((key) => ({ key, ...failed })));
    return twoRows(keys, { table: "set_aside", column: "key", key: `erasing/${keys[0]}` });
  },
};

/** Loops without pieces, or that delete by `inBatches` (deletions.db.test.ts). */
const WITHOUT_PIECES: LoopName[] = [
  "learningKeys",
  "oldCalls",
  "oldImports",
  "partitioning",
  ...DELETIONS.map(({ name }) => name),
];

test("every loop of a process that has pieces is tested here", () => {
  const names = LOOPS_OF_PROCESS.map((make) => make().name);
  const isName = (name: string): name is LoopName => LOOPS.some((loop) => loop === name);
  expect([...Object.keys(PIECES).filter(isName), ...WITHOUT_PIECES].sort()).toEqual(names.sort());
});

test.each(Object.entries(PIECES))(
  "%s: a failing piece is set aside with its reason, and the next one is done",
  async (name, make) => {
    const {
      key,
      isLeft,
      loop = LOOPS_OF_PROCESS.map((make) => make()).find((loop) => loop.name === name),
    } = await make();
    if (!loop) throw new Error(`There is no loop ${name}.`);
    await runPass(loop, database);
    expect(await Promise.all(isLeft.map((isPending) => isPending()))).toEqual([true, false]);
    const rows = await db.select().from(setAside).where(eq(setAside.loop, loop.name));
    expect(rows).toMatchObject([{ key, attempts: 1, reason: expect.stringMatching(/./) }]);
  },
);

const LONGER_THAN_A_BATCH = 1_001;

/** Creates more old rows than a batch. Returns their keys in `set_aside`. */
const LONG_LISTS: Partial<Record<LoopName, () => Promise<string[]>>> = {
  async oldKeys() {
    const scope = "POST /scans anonymous";
    const keys = Array.from({ length: LONGER_THAN_A_BATCH }, () => newId());
    await db
      .insert(idempotencyKeys)
      .values(keys.map((key) => ({ scope, key, bodyHash: Buffer.from("x"), createdAt: LONG_AGO })));
    return keys.map((key) =>
      createHash("sha256")
        .update(JSON.stringify([scope, key]))
        .digest("hex"),
    );
  },
  async failedSignIns() {
    const keys = Array.from({ length: LONGER_THAN_A_BATCH }, () =>
      createHash("sha256").update(newId()).digest(),
    );
    await db.insert(signInAttempts).values(keys.map((key) => ({ key, failed: 1, endsAt: LONG_AGO })));
    return keys.map((key) => key.toString("hex"));
  },
  async endedSessions() {
    const ids = Array.from({ length: LONGER_THAN_A_BATCH }, () => newId());
    await db.insert(endedSessions).values(ids.map((id) => ({ id, expiresAt: LONG_AGO })));
    return ids;
  },
};

test.each(Object.entries(LONG_LISTS))(
  "%s: a full batch of set-aside pieces does not block the piece after it",
  async (name, make) => {
    const loop = LOOPS_OF_PROCESS.map((make) => make()).find((loop) => loop.name === name);
    if (!loop) throw new Error(`There is no loop ${name}.`);
    await runPass(loop, database);
    // The last row in the table's order.
    const keys = (await make()).slice(0, -1);
    const soon = new Date(Date.now() + DAY_MS);
    const times = { firstFailedAt: LONG_AGO, lastFailedAt: LONG_AGO, retryAt: soon };
    await db
      .insert(setAside)
      .values(keys.map((key) => ({ loop: loop.name, key, reason: "broken", attempts: 1, ...times })));
    expect(await runPass(loop, database)).toBe(1);
  },
);

test("deletedItems: an item that another process has locked is skipped and not set aside", async () => {
  const [busy, free] = await twice(async () => {
    const { id } = await itemRow(await newItem(await newProducer()));
    await db.update(items).set({ deletedAt: LONG_AGO }).where(eq(items.id, id));
    return id;
  });
  const loop = LOOPS_OF_PROCESS.map((make) => make()).find(({ name }) => name === "deletedItems");
  if (!loop) throw new Error("There is no loop deletedItems.");
  await db.transaction(async (tx) => {
    await tx.select().from(items).where(eq(items.id, busy)).for("no key update");
    await runPass(loop, database);
  });
  const isPurged = async (id: number) => rowsOf("items", `id = ${id} and purged_at is not null`);
  expect([await isPurged(busy), await isPurged(free)]).toEqual([false, true]);
  expect(await db.select().from(setAside)).toEqual([]);
  await runPass(loop, database);
  expect(await isPurged(busy)).toBe(true);
});

test.each([
  ["counting", 4_702_113],
  ["countingBytes", 4_702_114],
] as const)(
  "%s: a piece that another process has locked keeps its number of attempts",
  async (name, lock) => {
    const loop = LOOPS_OF_PROCESS.map((make) => make()).find((one) => one.name === name);
    const make = PIECES[name];
    if (!loop || !make) throw new Error(`There is no loop ${name}.`);
    const { key } = await make();
    const failed = { firstFailedAt: LONG_AGO, lastFailedAt: LONG_AGO, retryAt: LONG_AGO, attempts: 4 };
    await db.insert(setAside).values({ loop: name, key, reason: "broken", ...failed });
    await db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${lock})`);
      await runPass(loop, database);
    });
    expect(await db.select().from(setAside)).toMatchObject([{ key, attempts: 4 }]);
    await runPass(loop, database);
    expect(await db.select().from(setAside)).toMatchObject([{ key, attempts: 5 }]);
  },
);
