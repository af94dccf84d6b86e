import { and, asc, eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { type ApiCall, apiCalls } from "@/db/schema/api-calls";
import { auditEvents } from "@/db/schema/audit-events";
import type { Ctx } from "@/server/core/ctx";
import { DAY_MS, HOUR_MS } from "@/server/core/time";
import { partitionsOf } from "@/server/data/partitions";
import type { NewProducer } from "@/server/domain/producers/create";
import { find } from "@/server/domain/search/find";
import { createToken } from "@/server/domain/tokens/create";
import { leastIdAt, newId, timeOfId } from "@/server/platform/ids";
import { runtime } from "@/server/runtime/runtime";
import { ctxOf, newProducer, systemCtx } from "@/server/testing/factories";
import { rowsRead } from "@/server/testing/hot-item";
import { deleteOldCalls, renewCallPartitions } from "./delete-old";
import { choicesOfCalls, findCalls, getCall, listCalls } from "./list";
import { findAllCalls, getCallAsAdmin } from "./list-all";
import { recordCalls } from "./record";
import type { CallFilter } from "./schema";

// Holds decision 0071.

const { database } = runtime();
const { db } = database;

const adminCtx = (): Ctx => ({
  ...systemCtx(),
  caller: { kind: "admin", actor: { type: "user", id: newId(), name: "Ada" } },
});

const rowOf = ({ producerId }: NewProducer, fields: Partial<ApiCall> = {}): ApiCall => ({
  id: newId(),
  producerId,
  tokenId: newId(),
  method: "GET",
  endpoint: "/items/{id}",
  path: "/items/a",
  status: 200,
  ms: 3,
  requestId: newId(),
  code: null,
  requestBody: null,
  answerBody: null,
  skipped: 0,
  ...fields,
});

/** Records calls of these states, oldest first. Returns their rows. */
async function record(producer: NewProducer, all: Partial<ApiCall>[]): Promise<ApiCall[]> {
  const start = Date.now() - all.length;
  const rows = all.map((fields, n) => rowOf(producer, { id: newId(start + n), ...fields }));
  await recordCalls(db, rows);
  return rows;
}

const pathsOf = async (producer: NewProducer, filter: CallFilter = {}, limit = 100) =>
  (await listCalls(ctxOf(producer), filter, { limit })).entries.map(({ path }) => path);

test("the migration makes partitions for this week and the next ones, so that new calls have one", async () => {
  const now = leastIdAt(Date.now());
  const [, ...ahead] = (await partitionsOf(db, "api_calls")).filter(({ until }) => until > now);
  expect(ahead.length).toBeGreaterThanOrEqual(2);
  const producer = await newProducer();
  await record(producer, [{}]);
  const [row] = await db
    .select({ place: sql<string>`${apiCalls}.tableoid::regclass::text` })
    .from(apiCalls)
    .where(eq(apiCalls.producerId, producer.producerId))
    .orderBy(asc(apiCalls.id));
  expect(row?.place).toMatch(/^partitions\.api_calls_20\d{6}$/);
});

test("a producer's calls are listed newest first, in pages, and no other producer's", async () => {
  const [producer, other] = [await newProducer(), await newProducer()];
  await record(producer, [{ path: "/1" }, { path: "/2" }, { path: "/3" }]);
  const [theirs] = await record(other, [{ path: "/4" }]);
  expect(await pathsOf(producer)).toEqual(["/3", "/2", "/1"]);
  const first = await listCalls(ctxOf(producer), {}, { limit: 2 });
  expect(first.entries.map(({ path }) => path)).toEqual(["/3", "/2"]);
  expect(first.nextCursor).toMatch(/_/);
  await expect(getCall(ctxOf(producer), theirs?.id ?? "")).rejects.toMatchObject({ code: "call-not-found" });
  await expect(getCall(ctxOf(producer), "none")).rejects.toMatchObject({ code: "call-not-found" });
  expect(await findCalls(ctxOf(producer), theirs?.requestId ?? "", 5)).toEqual([]);
});

test("each filter lets its calls pass", async () => {
  const producer = await newProducer();
  const hourAgo = Date.now() - HOUR_MS;
  const [old, , refused] = await record(producer, [
    { path: "/old", id: newId(hourAgo) },
    { path: "/created", method: "POST", endpoint: "/items" },
    { path: "/refused", status: 404, code: "item-not-found" },
    { path: "/broken", status: 503 },
  ]);
  expect(await pathsOf(producer, { outcome: "succeeded" })).toEqual(["/created", "/old"]);
  expect(await pathsOf(producer, { outcome: "failed" })).toEqual(["/broken", "/refused"]);
  expect(await pathsOf(producer, { outcome: "refused" })).toEqual(["/refused"]);
  expect(await pathsOf(producer, { outcome: "broken" })).toEqual(["/broken"]);
  expect(await pathsOf(producer, { method: "POST" })).toEqual(["/created"]);
  expect(await pathsOf(producer, { endpoint: "/items" })).toEqual(["/created"]);
  expect(await pathsOf(producer, { token: old?.tokenId })).toEqual(["/old"]);
  expect(await pathsOf(producer, { requestId: refused?.requestId })).toEqual(["/refused"]);
  expect(await pathsOf(producer, { requestId: refused?.requestId, method: "POST" })).toEqual([]);
  expect(await pathsOf(producer, { from: hourAgo + 1_000 })).toHaveLength(3);
  expect(await pathsOf(producer, { before: hourAgo + 1_000 })).toEqual(["/old"]);
});

test("a search by a request id finds its call, and a part of it does not", async () => {
  const producer = await newProducer();
  const requestId = `${newId().slice(0, 12)}-1z`;
  const [row] = await record(producer, [{ requestId, path: "/found", status: 409 }]);
  const { calls } = await find(ctxOf(producer), requestId);
  expect(calls).toEqual([{ id: row?.id, method: "GET", path: "/found", status: 409 }]);
  expect((await find(ctxOf(producer), requestId.slice(0, -1))).calls).toEqual([]);
});

test("an admin finds a call of any producer by its request id, without its path; opening it is in the producer's audit log", async () => {
  const [producer, other] = [await newProducer(), await newProducer()];
  const requestId = `${newId().slice(0, 12)}-a1`;
  const [mine] = await record(producer, [
    { requestId, path: "/items/secret", status: 404, requestBody: "{}" },
  ]);
  const [theirs] = await record(other, [{ requestId }]);
  await record(other, [{}]);
  const admin = adminCtx();
  const found = await findAllCalls(admin, requestId);
  expect(found.map(({ id }) => id).sort()).toEqual([mine?.id, theirs?.id].sort());
  expect(found.find(({ id }) => id === mine?.id)).toMatchObject({
    status: 404,
    endpoint: "/items/{id}",
    sandbox: 0,
  });
  expect(JSON.stringify(found)).not.toContain("secret");
  const seen = () =>
    db.$count(
      auditEvents,
      and(eq(auditEvents.producerId, producer.producerId), eq(auditEvents.action, "adminSawProducer")),
    );
  expect(await seen()).toBe(0);
  expect(await getCallAsAdmin(admin, mine?.id ?? "")).toMatchObject({
    path: "/items/secret",
    requestBody: "{}",
  });
  expect(await seen()).toBe(1);
  await expect(getCallAsAdmin(admin, newId())).rejects.toMatchObject({ code: "call-not-found" });
  await expect(getCallAsAdmin(admin, "none")).rejects.toMatchObject({ code: "call-not-found" });
  await expect(findAllCalls(ctxOf(producer), requestId)).rejects.toThrow();
  await expect(getCallAsAdmin(ctxOf(producer), theirs?.id ?? "")).rejects.toThrow();
});

test("calls name their token, and offer endpoints and tokens to filter by", async () => {
  const producer = await newProducer();
  const ctx = ctxOf(producer);
  const { id: tokenId } = await createToken(ctx, {
    producerId: producer.producerId,
    kind: "token",
    name: "Line 3",
  });
  const [, gone] = await record(producer, [{ tokenId }, { endpoint: "/scans" }, { tokenId }]);
  expect((await listCalls(ctx, {}, { limit: 9 })).entries.map(({ token }) => token)).toEqual([
    "Line 3",
    null,
    "Line 3",
  ]);
  expect(await choicesOfCalls(ctx)).toEqual({
    endpoints: ["/items/{id}", "/scans"],
    tokens: [
      { id: gone?.tokenId, name: "" },
      { id: tokenId, name: "Line 3" },
    ],
  });
});

test("a page reads few more rows than it returns, whatever its filter", async () => {
  const producer = await newProducer();
  await db.execute(sql`
    insert into api_calls (id, producer_id, token_id, method, endpoint, path, status, ms, request_id)
    select new_id(), ${producer.producerId}, new_id(), 'GET', '/items', '/items', 200, 1, 'r' || n from generate_series(1, 6000) n`);
  await record(
    producer,
    Array.from({ length: 3 }, () => ({ status: 404 })),
  );
  await record(
    producer,
    Array.from({ length: 60 }, () => ({})),
  );
  const read = (filter: CallFilter) =>
    rowsRead("api_calls", (tx) => listCalls({ ...ctxOf(producer), db: tx }, filter, { limit: 50 }));
  expect(await read({})).toBeLessThanOrEqual(52);
  expect(await read({ outcome: "failed" })).toBeLessThanOrEqual(6);
  expect(await read({ requestId: "r17" })).toBeLessThanOrEqual(2);
  const ofAll = rowsRead("api_calls", (tx) => findAllCalls({ ...adminCtx(), db: tx }, "r17"));
  expect(await ofAll).toBeLessThanOrEqual(2);
  expect(await read({ before: Date.now() - DAY_MS })).toBeLessThanOrEqual(2);
});

test("calls of a producer that is gone are left out, and others of the batch are written", async () => {
  const producer = await newProducer();
  const gone = { ...producer, producerId: newId() };
  await recordCalls(db, [rowOf(gone), rowOf(producer, { path: "/kept" }), rowOf(gone)]);
  expect(await pathsOf(producer)).toEqual(["/kept"]);
  expect(await db.$count(apiCalls, eq(apiCalls.producerId, gone.producerId))).toBe(0);
});

test("hostile texts are stored as they are", async () => {
  const producer = await newProducer();
  const requestBody = JSON.stringify({ "\0": "\ud800 \u2028 ' \\" });
  const [row] = await record(producer, [{ requestBody, path: "/items/%00'\\" }]);
  expect(await getCall(ctxOf(producer), row?.id ?? "")).toMatchObject({ requestBody, path: "/items/%00'\\" });
});

test("beyond its limit a producer loses its oldest calls, and failed ones last", async () => {
  const [producer, other] = [await newProducer(), await newProducer()];
  await record(other, [{ path: "/other" }]);
  const states = [404, 404, 404, 200, 200, 200, 404, 200];
  await record(
    producer,
    states.map((status, n) => ({ status, path: `/${n}` })),
  );
  expect(await deleteOldCalls(database, undefined, { calls: 3, failed: 2 })).toBeGreaterThanOrEqual(4);
  expect(await pathsOf(producer)).toEqual(["/7", "/6", "/5", "/2"]);
  expect(await pathsOf(other)).toEqual(["/other"]);
  expect(await deleteOldCalls(database, undefined, { calls: 3, failed: 2 })).toBe(0);
});

test("weeks have partitions ahead; 30 days after a week its calls are dropped together", async () => {
  const week = Date.UTC(2040, 0, 2);
  await renewCallPartitions(database, week);
  const starts = async () =>
    (await partitionsOf(db, "api_calls")).map(({ from }) => timeOfId(from)).filter((at) => at >= week);
  expect(await starts()).toEqual([0, 7, 14].map((days) => week + days * DAY_MS));
  const producer = await newProducer();
  await recordCalls(db, [rowOf(producer, { id: newId(week + DAY_MS) })]);
  const isThere = async () => (await db.$count(apiCalls, eq(apiCalls.producerId, producer.producerId))) > 0;
  await renewCallPartitions(database, week + 36 * DAY_MS);
  expect(await isThere()).toBe(true);
  await renewCallPartitions(database, week + 37 * DAY_MS);
  expect(await isThere()).toBe(false);
});
