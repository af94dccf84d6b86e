import { createHmac, hkdfSync } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { asc, eq, isNull, sql } from "drizzle-orm";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { activationSettings } from "@/db/schema/activation-settings";
import { hooks } from "@/db/schema/hooks";
import { secretKeys } from "@/db/schema/secret-keys";
import { setAside } from "@/db/schema/set-aside";
import { deviceHash } from "@/server/domain/scans/device";
import { signedInPerson } from "@/server/identity/from-session";
import { SESSION_COOKIE } from "@/server/identity/session-token";
import { runPass } from "@/server/loops/pass";
import { forgetKeyring, keyFile, keyring } from "@/server/platform/keyring";
import { seal, unseal } from "@/server/platform/sealed";
import { setKeyRoles } from "@/server/platform/secrets";
import { runtime } from "@/server/runtime/runtime";
import { post } from "@/server/testing/api";
import { Browser } from "@/server/testing/browser";
import { registerHook } from "@/server/testing/delivering";
import { newItem, newProducer } from "@/server/testing/factories";
import { newPerson, PASSWORD } from "@/server/testing/people";
import { newHookSecret, sealedSecret } from "@/server/webhooks/hooks/create";
import { listKeys } from "./list";
import { openKeys } from "./open";
import { removeKey, replaceLostKeys } from "./remove";
import { resealAll, resealing } from "./reseal";
import { rotateKey, stageKey } from "./rotate";

// Holds decision 0040.

// Runs before anything reads the environment: the keys of this file's deployment are in its data folder.
vi.hoisted(() => {
  process.env.SECRET_KEY = "";
});

const URL_OF_HOOK = "https://receiver.test/hook";

const database = () => runtime().database;
const db = () => database().db;
const clear = async () => {
  await db().delete(hooks);
  await db().delete(secretKeys);
  await db().delete(setAside);
};

/** A deployment that starts for the first time. */
beforeEach(async () => {
  await clear();
  rmSync(keyFile(), { force: true });
  setKeyRoles(undefined);
  await openKeys(database());
});

const ids = () => keyring().map(({ id }) => id);
const sealedBy = async () =>
  (await listKeys(database())).filter(({ secrets }) => secrets > 0).map(({ id, secrets }) => [id, secrets]);
const past = (minutes: number) => sql`now() - make_interval(mins => ${minutes})`;

/** Hooks with secrets, sealed with the newest key. */
async function newHooks(count: number): Promise<{ id: string; secret: string }[]> {
  const producer = await newProducer();
  const made: { id: string; secret: string }[] = [];
  for (let i = 0; i < count; i++) {
    const { id, secret } = await registerHook(producer, URL_OF_HOOK);
    made.push({ id, secret });
  }
  return made;
}

const secretOf = async (id: string) => {
  const [hook] = await db().select({ secret: hooks.secret }).from(hooks).where(eq(hooks.id, id));
  return unseal(hook?.secret ?? Buffer.alloc(0), "hook-secrets", id);
};

test("processes that start concurrently agree on one key", async () => {
  await clear();
  rmSync(keyFile());
  await Promise.all(Array.from({ length: 6 }, () => openKeys(database())));
  expect(await listKeys(database())).toMatchObject([{ id: ids()[0], state: "current", isHashing: true }]);
  expect(ids()).toHaveLength(1);
});

test.each([
  ["missing", () => rmSync(keyFile()), /^The secret key is missing: there is no \S+\. Restore it/],
  ["empty", () => writeFileSync(keyFile(), ""), /is empty/],
  [
    "another one",
    () => writeFileSync(keyFile(), "x".repeat(43)),
    /is not the key of this database, which is/,
  ],
])("a start is refused in one line and creates nothing if the key is %s", async (_, spoil, reason) => {
  spoil();
  const start = openKeys(database());
  await expect(start).rejects.toThrow(reason);
  await expect(start).rejects.toThrow(/^[^\n]+$/);
  expect(await db().select().from(secretKeys)).toHaveLength(1);
});

test("the hooks of a database of an earlier release show whether the key is right", async () => {
  const [hook] = await newHooks(1);
  const secret = readFileSync(keyFile(), "utf8");
  await db().delete(secretKeys);
  writeFileSync(keyFile(), "y".repeat(43));
  await expect(openKeys(database())).rejects.toThrow(/it cannot read the secrets of its webhooks/);
  writeFileSync(keyFile(), secret);
  await openKeys(database());
  expect(await secretOf(hook?.id ?? "")).toBe(hook?.secret);
});

test("after a rotation new secrets are sealed with the new key, and old ones are resealed", async () => {
  const before = await newHooks(3);
  const [first] = ids();
  const { current, before: was } = await rotateKey(database());
  expect([ids(), was]).toEqual([[first, current], first]);
  const after = await newHooks(1);
  expect(await sealedBy()).toEqual([
    [current, 1],
    [first, 3],
  ]);
  expect(await resealAll(database())).toBe(3);
  expect(await sealedBy()).toEqual([[current, 4]]);
  for (const { id, secret } of [...before, ...after]) expect(await secretOf(id)).toBe(secret);
});

/** Reseals secrets and stops the process after `batches` batches. Returns how many. */
async function resealBatches(batches: number): Promise<number> {
  const stop = new AbortController();
  const counts: number[] = [];
  const loop = resealing((count) => {
    counts.push(count);
    if (counts.length === batches) stop.abort();
  });
  await runPass(loop, { ...database(), signal: stop.signal });
  return counts.reduce((sum, count) => sum + count, 0);
}

test("secrets are resealed in batches that continue where the last one ended, and once more after all processes know the key", async () => {
  const producer = await newProducer();
  const { id } = await registerHook(producer, URL_OF_HOOK);
  await db().execute(sql`
    insert into hooks (id, producer_id, events, url, secret, created_at, updated_at)
    select new_id(), producer_id, events, url, secret, created_at, updated_at from hooks, generate_series(1, 449)`);
  for (const row of await db().select({ id: hooks.id }).from(hooks))
    await db()
      .update(hooks)
      .set({ secret: sealedSecret(newHookSecret(), row.id) })
      .where(eq(hooks.id, row.id));
  await rotateKey(database());
  expect(await resealBatches(2)).toBe(400);
  const [before] = await db()
    .select({ id: hooks.id })
    .from(hooks)
    .orderBy(asc(hooks.id))
    .offset(199)
    .limit(1);
  expect(await db().select().from(secretKeys).where(isNull(secretKeys.usedUntil))).toMatchObject([
    { resealedTo: before?.id, resealedAt: null },
  ]);
  expect(await resealAll(database())).toBe(50);
  // A process that does not know of the rotation yet seals a secret with the previous key.
  const [current, old] = (await listKeys(database())).map(({ id }) => id);
  setKeyRoles({ current: old ?? "", hashing: old ?? "", retired: [] });
  const sealedLate = sealedSecret(newHookSecret(), id);
  await db().update(hooks).set({ secret: sealedLate }).where(eq(hooks.id, id));
  await openKeys(database());
  await db()
    .update(secretKeys)
    .set({ usedFrom: past(2) })
    .where(eq(secretKeys.id, current ?? ""));
  expect(await resealAll(database())).toBe(1);
  expect(await resealAll(database())).toBe(0);
  expect(await sealedBy()).toEqual([[current, 450]]);
});

test("a hook whose secret cannot be resealed is set aside, keeps its key needed, and is retried after the others", async () => {
  const { current: old } = await rotateKey(database());
  const [first, poison, last] = await newHooks(3);
  const { current } = await rotateKey(database());
  await db().update(secretKeys).set({
    usedFrom: sql`used_from - interval '10 minutes'`,
    sessionsUntil: sql`case when used_until is not null then now() end`,
  });
  await db().execute(
    sql`create function refuse_poison() returns trigger language plpgsql as $$ begin raise 'poison'; end $$`,
  );
  const repair = () => db().execute(sql`drop function if exists refuse_poison cascade`);
  onTestFinished(async () => {
    await repair();
  });
  await db().execute(
    sql.raw(`create trigger poison before update on hooks for each row when (old.id = '${poison?.id}')
      execute function refuse_poison()`),
  );
  const aside = () => db().select().from(setAside);
  expect(await resealAll(database())).toBe(2);
  expect(await sealedBy()).toEqual([
    [current, 2],
    [old, 1],
  ]);
  expect(await aside()).toMatchObject([
    { loop: "resealing", key: poison?.id, reason: "poison", attempts: 1 },
  ]);
  for (const hook of [first, poison, last]) expect(await secretOf(hook?.id ?? "")).toBe(hook?.secret);
  await expect(removeKey(database(), old)).rejects.toThrow("it seals 1 secrets");

  await repair();
  expect(await resealAll(database())).toBe(0);
  await db()
    .update(setAside)
    .set({ retryAt: past(0) });
  expect(await resealAll(database())).toBe(1);
  expect(await sealedBy()).toEqual([[current, 3]]);
  expect(await aside()).toEqual([]);
});

test("a secret of an earlier release, which has no key id, is readable and is resealed", async () => {
  const [hook] = await newHooks(1);
  const { id = "", secret = "" } = hook ?? {};
  const { createCipheriv, randomBytes } = await import("node:crypto");
  const nonce = randomBytes(12);
  const key = Buffer.from(hkdfSync("sha256", readFileSync(keyFile(), "utf8"), "assay", "hook-secrets", 32));
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(id));
  const sealed = Buffer.concat([nonce, cipher.update(secret, "utf8"), cipher.final(), cipher.getAuthTag()]);
  await db().update(hooks).set({ secret: sealed }).where(eq(hooks.id, id));
  expect(await secretOf(id)).toBe(secret);
  expect(await resealAll(database())).toBe(1);
  expect(await sealedBy()).toEqual([[ids()[0], 1]]);
  expect(await secretOf(id)).toBe(secret);
});

test("the hash of a device is the same after every rotation", async () => {
  const key = Buffer.from(hkdfSync("sha256", readFileSync(keyFile(), "utf8"), "assay", "device-hash", 32));
  const hash = createHmac("sha256", key).update("5F1C").digest("base64url").slice(0, 32);
  expect(deviceHash("5F1C")).toBe(hash);
  await rotateKey(database());
  await rotateKey(database());
  expect(deviceHash("5F1C")).toBe(hash);
  await openKeys(database());
  expect(deviceHash("5F1C")).toBe(hash);
});

test("a session stays valid after a rotation until it expires, and a new one is sealed with the new key", async () => {
  const { email, id } = await newPerson();
  const browser = new Browser();
  await browser.signIn(email, PASSWORD);
  // Later calls reseal it.
  const sealedWithOld = browser.cookies.get(SESSION_COOKIE);
  const [first] = ids();
  await rotateKey(database());
  expect((await signedInPerson(browser.headers()))?.person.id).toBe(id);
  expect(await browser.session()).toMatchObject({ user: { id } });
  const other = new Browser();
  await other.signIn(email, PASSWORD);
  await db()
    .update(secretKeys)
    .set({ sessionsUntil: past(1) })
    .where(eq(secretKeys.id, first ?? ""));
  await openKeys(database());
  expect(await signedInPerson(new Headers({ cookie: `${SESSION_COOKIE}=${sealedWithOld}` }))).toBeUndefined();
  expect((await signedInPerson(other.headers()))?.person.id).toBe(id);
});

test("a rotation that ends sessions ends all of them", async () => {
  const browser = new Browser();
  await browser.signIn((await newPerson()).email, PASSWORD);
  expect(await signedInPerson(browser.headers())).toBeDefined();
  await rotateKey(database(), { endSessions: true });
  expect(await signedInPerson(browser.headers())).toBeUndefined();
});

test("a response for an Idempotency-Key is returned again after a rotation", async () => {
  const identifier = await newItem(await newProducer());
  const scan = () =>
    post(
      "/scans",
      { identifier },
      { headers: { "idempotency-key": "a key of sixteen+ characters".replaceAll(" ", "-") } },
    );
  const first = await scan();
  await rotateKey(database());
  expect((await scan()).body).toEqual(first.body);
});

test("a staged key is in the keyring but seals nothing before the rotation", async () => {
  const [first] = ids();
  const staged = await stageKey(database());
  expect(await stageKey(database())).toBe(staged);
  expect(ids()).toEqual([first, staged]);
  expect((await listKeys(database())).map(({ id, state }) => [id, state])).toEqual([
    [staged, "unused"],
    [first, "current"],
  ]);
  await newHooks(1);
  expect(await sealedBy()).toEqual([[first, 1]]);
  expect((await rotateKey(database())).current).toBe(staged);
});

test("a process without the newest key uses the newest that it has", async () => {
  const file = readFileSync(keyFile(), "utf8");
  const [first] = ids();
  const { current } = await rotateKey(database());
  const both = readFileSync(keyFile(), "utf8");
  writeFileSync(keyFile(), file);
  await expect(openKeys(database())).rejects.toThrow(`The secret key ${current} is missing in`);
  const { learnKeyRoles } = await import("./roles");
  await learnKeyRoles(database());
  await newHooks(1);
  expect(await sealedBy()).toEqual([[first, 1]]);
  writeFileSync(keyFile(), both);
  forgetKeyring();
  await learnKeyRoles(database());
  await newHooks(1);
  expect(await sealedBy()).toEqual([
    [current, 1],
    [first, 1],
  ]);
});

test("a key can be removed once nothing needs it; the key of the device hashes stays", async () => {
  await newHooks(1);
  const [first = ""] = ids();
  const { current: second } = await rotateKey(database());
  const { current: third } = await rotateKey(database());
  const reasons: string[] = [];
  const refusal = (id: string) =>
    removeKey(database(), id).catch((error: Error) => reasons.push(error.message));
  await refusal(third);
  await refusal(first);
  await refusal(second);
  expect(reasons).toEqual([
    expect.stringMatching(/it is the current key/),
    expect.stringMatching(/it is used for the device hashes/),
    expect.stringMatching(/sessions that it sealed last until/),
  ]);
  await db()
    .update(secretKeys)
    .set({ sessionsUntil: past(1) })
    .where(eq(secretKeys.id, second));
  await removeKey(database(), second);
  expect(ids()).toEqual([first, third]);
  await openKeys(database());
  // A removed key is never used again, even if it is added again.
  await expect(removeKey(database(), second)).rejects.toThrow("There is no key");
});

test("the secret of second codes is resealed, and stays the same", async () => {
  const { producerId } = await newProducer();
  const secret = seal("a secret", "second-codes", producerId);
  await db().insert(activationSettings).values({ producerId, isOn: true, secret, updatedAt: new Date() });
  const { current, before } = await rotateKey(database());
  await expect(removeKey(database(), before ?? "")).rejects.toThrow();
  expect(await resealAll(database())).toBe(1);
  expect(await sealedBy()).toEqual([[current, 1]]);
  const [row] = await db().select().from(activationSettings);
  expect(unseal(row?.secret ?? Buffer.alloc(0), "second-codes", producerId)).toBe("a secret");
  await db().delete(activationSettings);
});

test("lost keys are replaced, and new secrets are readable", async () => {
  await newHooks(1);
  const [first] = ids();
  writeFileSync(keyFile(), "z".repeat(43));
  forgetKeyring();
  const { lost, current } = await replaceLostKeys(database());
  expect([lost, current]).toEqual([[first], ids()[0]]);
  await openKeys(database());
  expect(await listKeys(database())).toMatchObject([{ id: current, state: "current", isHashing: true }]);
  const [hook] = await newHooks(1);
  expect(await secretOf(hook?.id ?? "")).toBe(hook?.secret);
});
