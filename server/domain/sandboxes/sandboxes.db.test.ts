import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { COUNTED, MOVED, producerOf } from "@/db/producer-tables";
import { items } from "@/db/schema/items";
import { producers } from "@/db/schema/producers";
import type { Ctx } from "@/server/core/ctx";
import { flushCalls } from "@/server/domain/api-calls/record";
import { requestCodeGeneration } from "@/server/domain/codes/generate";
import { CodeGeneration } from "@/server/domain/codes/schema";
import { addItemToGroup } from "@/server/domain/groups/add-item";
import { closeProducer } from "@/server/domain/producers/close";
import type { NewProducer } from "@/server/domain/producers/create";
import { suspendProducer } from "@/server/domain/producers/suspend";
import { findDifferences } from "@/server/domain/stats/check";
import { createToken } from "@/server/domain/tokens/create";
import { revokeToken } from "@/server/domain/tokens/revoke";
import { runtime } from "@/server/runtime/runtime";
import { envelope, get, post, problem } from "@/server/testing/api";
import { callProcedure, newSignedIn, procedures, type SignedInPerson } from "@/server/testing/dashboard";
import {
  ctxOf,
  itemRow,
  newContent,
  newGroup,
  newHook,
  newItem,
  newProducer,
  newScan,
  systemCtx,
} from "@/server/testing/factories";
import { deleteDiscarded } from "./delete-discarded";
import { emptySandbox } from "./empty";
import { openSandbox } from "./open";
import { SCENARIOS } from "./schema";
import { simulateScans } from "./simulate";

// Holds decision 0078.

const { db } = runtime().database;

interface Sandbox extends NewProducer {
  ctx: Ctx;
}

async function ctxOfSandbox(producerId: string): Promise<Ctx> {
  const [row] = await db.select().from(producers).where(eq(producers.id, producerId));
  const ctx = ctxOf({ producerId, token: "", ownerKey: "" });
  return ctx.caller.kind === "producer"
    ? { ...ctx, caller: { ...ctx.caller, sandbox: row?.sandbox ?? -1 } }
    : ctx;
}

/** The sandbox of a producer, with a token. */
async function newSandbox(live: NewProducer): Promise<Sandbox> {
  const { id: producerId } = await openSandbox(ctxOf(live));
  const [token, ownerKey] = [
    await createToken(systemCtx(), { producerId, kind: "token", name: "Test" }),
    await createToken(systemCtx(), { producerId, kind: "ownerKey", name: "Test" }),
  ];
  return { producerId, token: token.secret, ownerKey: ownerKey.secret, ctx: await ctxOfSandbox(producerId) };
}

const countScans = () => db.execute(sql`select count_scans()`);

/** Inputs with which lists and counts are as wide as they can be. */
const day = new Date().toISOString().slice(0, 10);
const range = { from: Date.now() - 86_400_000, before: Date.now() + 86_400_000 };
const WORLD = { west: -180, south: -90, east: 180, north: 90 };
const WIDE: readonly unknown[] = [
  undefined,
  {},
  { filter: {} },
  { list: "items" },
  { search: "" },
  { range },
  { range, zone: "UTC" },
  { days: { from: day, to: day } },
  { box: WORLD, zoom: 0, days: { from: day, to: day } },
  { filter: { days: 7 } },
];

/** Changes with the time, not with what is done. */
const OF_TIME = ["admin.system", "hooks.events", "setUp.demoProgress"];
const isOfTime = (key: string) => ["asOf", "createdBefore", "lastUsedAt"].includes(key);

/** The answers of all queries of the dashboard that a person gets with the widest inputs. */
async function seenBy({ cookie }: SignedInPerson): Promise<Map<string, string>> {
  const seen = new Map<string, string>();
  for (const [path, type] of procedures) {
    if (type !== "query" || OF_TIME.includes(path)) continue;
    for (const input of WIDE) {
      const { status, value } = await callProcedure(path, input, { cookie });
      const text = JSON.stringify(value, (key, part: unknown) => (isOfTime(key) ? 0 : part));
      if (status === 200) seen.set(path, text);
      // Others may not ask at all.
      if (status === 200 || status === 403) break;
    }
  }
  return seen;
}

/** Does everything that an integrator does in a sandbox, with the identifiers of the live items, too. */
async function playIn(sandbox: Sandbox, identifiers: readonly string[]): Promise<void> {
  for (const identifier of identifiers) {
    expect((await post("/items", { identifier, title: "In the sandbox" }, sandbox)).status).toBe(200);
    await newScan(
      identifier,
      { copyclassification: "fake", location: { latitude: 1, longitude: 2 } },
      sandbox,
    );
  }
  const unknown = { identifier: `unknown-${randomUUID()}` };
  expect((await post("/scans", unknown, sandbox)).status).toBe(404);
  const group = await newGroup(sandbox, { title: "Group of the sandbox" });
  await addItemToGroup(sandbox.ctx, group, identifiers[0] ?? "");
  await newContent(sandbox, "text/plain", "x");
  await newHook(sandbox, ["itemScanned"]);
  const batch = { pattern: `S${randomUUID()}{number:3}`, count: 3, reserved: true };
  await requestCodeGeneration(sandbox.ctx, CodeGeneration.parse(batch));
  for (const scenario of SCENARIOS) await simulateScans(sandbox.ctx, { scenario });
  await countScans();
}

test("nothing that is done in a sandbox changes any list or count of its producer, of others or of admins", async () => {
  const live = await newProducer("Live");
  const items = [await newItem(live, { title: "Real" }), await newItem(live)];
  for (const item of items) await newScan(item, { copyclassification: "original" });
  const group = await newGroup(live, { title: "Real group" });
  await addItemToGroup(ctxOf(live), group, items[0] ?? "");
  await countScans();
  const owner = await newSignedIn([{ producer: live, role: "owner" }]);
  const admin = await newSignedIn([], { isAdmin: true });
  const sandbox = await newSandbox(live);
  const before = [await seenBy(owner), await seenBy(admin)];
  expect(before[0]?.size).toBeGreaterThan(40);
  expect(before[1]?.size).toBeGreaterThan(10);
  const read = async () => Promise.all(items.map(async (item) => (await get(`/items/${item}`)).body));
  const itemsBefore = await read();

  await playIn(sandbox, items);
  expect(await read()).toEqual(itemsBefore);
  expect([await seenBy(owner), await seenBy(admin)]).toEqual(before);
  expect(await db.transaction(findDifferences)).toEqual([]);
});

test("an identifier is of each sandbox anew, and test tokens and live calls never meet", async () => {
  const live = await newProducer();
  const sandbox = await newSandbox(live);
  const other = await newSandbox(await newProducer());
  expect(sandbox.token).toMatch(/^aat_test_[0-9A-Za-z]{36}$/);
  const identifier = `both-${randomUUID()}`;
  const title = async (call: { token?: string }) =>
    envelope(await get(`/items/${identifier}`, call)).data.title;
  for (const one of [sandbox, other])
    expect((await post("/items", { identifier, title: one.producerId }, one)).status).toBe(200);
  expect((await post("/items", { identifier }, sandbox)).status).toBe(409);
  expect((await get(`/items/${identifier}`)).status).toBe(404);
  expect((await get(`/items/${identifier}`, live)).status).toBe(404);
  expect((await post("/scans", { identifier })).status).toBe(404);
  expect((await post("/scans", { identifier }, live)).status).toBe(404);

  expect((await post("/items", { identifier, title: "live" }, live)).status).toBe(200);
  expect([await title(sandbox), await title(other), await title(live), await title({})]).toEqual([
    sandbox.producerId,
    other.producerId,
    "live",
    "live",
  ]);
  await Promise.all([{}, live, sandbox, other].map((call) => newScan(identifier, {}, call)));
  const scans = async (call: NewProducer) => envelope(await get(`/items/${identifier}`, call)).data._scans;
  expect([await scans(live), await scans(sandbox), await scans(other)]).toEqual([2, 1, 1]);
});

test("emptying a sandbox keeps its tokens and members, and deletes all its rows", async () => {
  const live = await newProducer();
  const owner = await newSignedIn([{ producer: live, role: "owner" }]);
  const sandbox = await newSandbox(live);
  const item = await newItem(live);
  await playIn(sandbox, [item]);
  const { id } = await emptySandbox(sandbox.ctx);
  expect(id).not.toBe(sandbox.producerId);
  expect((await get(`/items/${item}`, sandbox)).status).toBe(404);
  expect(await newItem({ ...sandbox, producerId: id })).toBeTruthy();
  const headers = { "x-assay-producer": id };
  expect((await callProcedure("items.list", {}, { cookie: owner.cookie, headers })).status).toBe(200);

  await flushCalls();
  await deleteDiscarded({ db }, sandbox.producerId);
  const left: string[] = [];
  for (const table of MOVED) {
    const [row] = await db.execute(
      sql.raw(`select from ${table.name} r where ${producerOf(table)} = '${sandbox.producerId}' limit 1`),
    );
    if (row) left.push(table.name);
  }
  for (const table of COUNTED) {
    const [row] = await db.execute(
      sql.raw(`select from ${table} where producer_id = '${sandbox.producerId}' limit 1`),
    );
    if (row) left.push(table);
  }
  expect(left).toEqual([]);
  expect((await get(`/items/${item}`, live)).status).toBe(200);
});

test("the members of a sandbox are those of its producer, and are changed there", async () => {
  const live = await newProducer();
  const owner = await newSignedIn([{ producer: live, role: "owner" }]);
  const { producerId } = await newSandbox(live);
  const later = await newSignedIn([{ producer: live, role: "editor" }]);
  const call = (path: string, input: unknown, { cookie }: SignedInPerson) =>
    callProcedure(path, input, { cookie, headers: { "x-assay-producer": producerId } });
  const create = () => call("items.create", { identifier: randomUUID() }, later);
  expect((await create()).status).toBe(200);
  const member = { personId: later.personId };
  expect((await call("members.changeRole", { ...member, role: "viewer" }, owner)).failure?.appCode).toBe(
    "in-sandbox",
  );
  await callProcedure("members.changeRole", { ...member, role: "viewer" }, { cookie: owner.cookie });
  expect((await create()).failure?.appCode).toBe("role-too-low");
  await callProcedure("members.remove", member, { cookie: owner.cookie });
  expect((await create()).failure?.appCode).toBe("no-producer");
});

test("403: a scan with a test token that is unknown, revoked or of a suspended sandbox reaches no real item", async () => {
  const live = await newProducer();
  const sandbox = await newSandbox(live);
  const identifier = await newItem(live);
  const scan = async (token: string) => problem(await post("/scans", { identifier }, { token })).code;
  expect(await scan("aat_test_unknown")).toBe("credential-not-accepted");
  const { id, secret } = await createToken(systemCtx(), { ...sandbox, kind: "token", name: "Revoked" });
  await revokeToken(systemCtx(), sandbox.producerId, id);
  expect(await scan(secret)).toBe("credential-not-accepted");
  const admin = await newSignedIn([], { isAdmin: true });
  const actor = { type: "user", id: admin.personId, name: "Admin" } as const;
  const asAdmin: Ctx = { ...systemCtx(), caller: { kind: "admin", actor } };
  await suspendProducer(asAdmin, { producerId: live.producerId, reason: "Unpaid" });
  expect(await scan(sandbox.token)).toBe("producer-suspended");
  const [row] = await db.select({ scans: items.scans }).from(items).where(eq(items.identifier, identifier));
  expect(row?.scans).toBe(0);
});

test("a producer has one sandbox; concurrent calls open the same one", async () => {
  const live = await newProducer();
  const opened = await Promise.all([1, 2, 3].map(() => openSandbox(ctxOf(live))));
  expect(new Set(opened.map(({ id }) => id)).size).toBe(1);
});

test("409: the simulator and emptying outside a sandbox; a sandbox has no sandbox", async () => {
  const live = await newProducer();
  const sandbox = await newSandbox(live);
  for (const refused of [simulateScans(ctxOf(live), { scenario: "genuine" }), emptySandbox(ctxOf(live))])
    await expect(refused).rejects.toMatchObject({ code: "not-in-sandbox" });
  await expect(openSandbox(sandbox.ctx)).rejects.toMatchObject({ code: "in-sandbox" });
});

test("a closed producer's sandbox is closed with it", async () => {
  const live = await newProducer("Closing");
  const sandbox = await newSandbox(live);
  const admin = await newSignedIn([], { isAdmin: true });
  const actor = { type: "user", id: admin.personId, name: "Admin" } as const;
  await closeProducer(
    { ...systemCtx(), caller: { kind: "admin", actor } },
    { producerId: live.producerId, name: "Closing", reason: "Contract ended" },
  );
  const refused = await post("/items", { identifier: randomUUID() }, sandbox);
  expect([refused.status, problem(refused).code]).toEqual([403, expect.any(String)]);
});

test("403: a scan with a token of a sandbox that may not record scans is none of the real item", async () => {
  const live = await newProducer();
  const identifier = await newItem(live);
  const { producerId } = await newSandbox(live);
  const { secret: token } = await createToken(systemCtx(), {
    producerId,
    kind: "token",
    name: "Test",
    scopes: ["items:read"],
  });
  expect(problem(await post("/scans", { identifier }, { token })).code).toBe("scope-missing");
  expect((await itemRow(identifier)).scans).toBe(0);
});
