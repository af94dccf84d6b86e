import { randomUUID } from "node:crypto";
import { asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { apiCalls } from "@/db/schema/api-calls";
import { flushCalls } from "@/server/domain/api-calls/record";
import type { NewProducer } from "@/server/domain/producers/create";
import { suspendProducer } from "@/server/domain/producers/suspend";
import { newId } from "@/server/platform/ids";
import { runtime } from "@/server/runtime/runtime";
import { call, del, get, post } from "@/server/testing/api";
import { newGroup, newItem, newProducer, systemCtx, unacceptedTokens } from "@/server/testing/factories";

// Holds decision 0071.

const { db } = runtime().database;

/** The recorded calls of a producer, oldest first. */
async function recorded({ producerId }: NewProducer) {
  await flushCalls();
  return db.select().from(apiCalls).where(eq(apiCalls.producerId, producerId)).orderBy(asc(apiCalls.id));
}

/** Whether any recorded call has the text. */
async function isAnywhere(text: string) {
  await flushCalls();
  const rows = await db.select().from(apiCalls);
  return rows.some((row) => JSON.stringify(row).includes(text));
}

test("200: a call with a token is recorded with method, endpoint, path, token and request id, without bodies", async () => {
  const producer = await newProducer();
  const { token } = producer;
  const item = `Item ${randomUUID()}`;
  const created = await post("/items", { identifier: item, title: "Shoe" }, { token });
  const path = `/items/${encodeURIComponent(item)}`;
  await call("HEAD", path, { token });
  const read = await get(`${path}?locale=de&search=a@b.de`, { token });
  await del(path, { token });
  const rows = await recorded(producer);
  const bodies = { requestBody: null, answerBody: null, code: null, skipped: 0 };
  expect(rows).toMatchObject([
    { method: "POST", endpoint: "/items", path: "/items", ...bodies },
    { method: "HEAD", endpoint: "/items/{id}", path, ...bodies },
    { method: "GET", endpoint: "/items/{id}", path: `${path}?locale=de&search=[redacted]`, ...bodies },
    { method: "DELETE", endpoint: "/items/{id}", path, ...bodies },
  ]);
  expect(rows.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(rows[0]?.requestId).toBe(created.headers.get("x-request-id"));
  expect(rows[2]?.requestId).toBe(read.headers.get("x-request-id"));
  expect(new Set(rows.map(({ tokenId }) => tokenId)).size).toBe(1);
});

test("404 and 400: a refused call is recorded with its code and both bodies", async () => {
  const producer = await newProducer();
  const { token } = producer;
  await get("/items/never-registered", { token });
  await post("/items", { identifier: "", title: 7 }, { token });
  await call("POST", "/items", { token, rawBody: "{" });
  const [absent, wrong, malformed] = await recorded(producer);
  expect(absent).toMatchObject({ status: 404, code: "item-not-found", requestBody: null });
  expect(JSON.parse(absent?.answerBody ?? "")).toMatchObject({ status: 404, requestId: absent?.requestId });
  expect(wrong).toMatchObject({ status: 400, requestBody: JSON.stringify({ identifier: "", title: 7 }) });
  expect(JSON.parse(wrong?.answerBody ?? "")).toMatchObject({ code: wrong?.code });
  expect(malformed).toMatchObject({ status: 400, code: "malformed-json", requestBody: null });
});

test("a query with text that the database cannot store keeps no call from being recorded", async () => {
  const producer = await newProducer();
  await get("/items/none?surprise=a%00b", producer);
  expect(await recorded(producer)).toMatchObject([{ path: "/items/none?surprise=a\ufffdb" }]);
});

test("a call with an owner key is recorded with that key", async () => {
  const producer = await newProducer();
  const group = await newGroup(producer);
  const hook = { events: "*", url: "https://example.com/" };
  await post(`/groups/${group}/hooks`, hook, { ownerKey: producer.ownerKey });
  const rows = await recorded(producer);
  expect(rows.map(({ endpoint }) => endpoint)).toEqual(["/groups", expect.stringMatching(/hooks$/)]);
  expect(rows[0]?.tokenId).not.toBe(rows[1]?.tokenId);
});

test("calls without a token, with one that is not accepted, and of public files are not recorded", async () => {
  const producer = await newProducer();
  const item = await newItem(producer);
  const before = (await recorded(producer)).length;
  await post("/scans", { identifier: item, copyclassification: "original" });
  await get(`/items/${item}`);
  for (const [, token] of await unacceptedTokens(producer)) await get("/scans", { token });
  expect(await recorded(producer)).toHaveLength(before);
});

test("calls with the credentials of a suspended producer are recorded with their refusal; its scans count as anyone's", async () => {
  const producer = await newProducer();
  const { producerId, token, ownerKey } = producer;
  const item = await newItem(producer);
  await recorded(producer);
  const admin = { kind: "admin", actor: { type: "user", id: newId(), name: "Ada" } } as const;
  await suspendProducer({ ...systemCtx(), caller: admin }, { producerId, reason: "Unpaid" });
  const before = (await recorded(producer)).length;
  await get("/scans", { token });
  await post("/producers/hooks", { events: "*", url: "https://example.com/" }, { ownerKey });
  await post("/scans", { identifier: item }, { token });
  const refused = { status: 403, code: "producer-suspended" };
  expect((await recorded(producer)).slice(before)).toMatchObject([
    { ...refused, endpoint: "/scans" },
    { ...refused, endpoint: "/producers/hooks" },
  ]);
});

test("a scan by another producer's token is recorded for the token's producer only", async () => {
  const [owner, scanner] = [await newProducer(), await newProducer()];
  const item = await newItem(owner);
  const before = (await recorded(owner)).length;
  await post("/scans", { identifier: item, copyclassification: "fake" }, { token: scanner.token });
  expect(await recorded(owner)).toHaveLength(before);
  expect(await recorded(scanner)).toMatchObject([{ endpoint: "/scans", status: 200 }]);
});

test("nothing personal of a refused scan is recorded: device, software, location and free data", async () => {
  const producer = await newProducer();
  const canary = `canary${randomUUID().slice(0, 8)}`;
  const personal = {
    location: { latitude: 53.5511123, longitude: canary },
    deviceInfo: { os: canary, environment: { androidId: canary } },
    softwareInfo: { app: canary },
    data: { note: canary, [canary]: 1 },
    email: canary,
    deviceId: canary,
    copyclassification: "fake",
  };
  const known = await newItem(producer);
  const { token } = producer;
  await post("/scans", { ...personal, identifier: known }, { token });
  await post("/scans", { ...personal, location: null, identifier: `gone-${randomUUID()}` }, { token });
  await get(`/scans?device=${canary}&latitude=53.5511&note=${canary}@example.com`, { token });
  const rows = await recorded(producer);
  expect(rows.map(({ status }) => status)).toEqual([200, 400, 404, expect.any(Number)]);
  expect(JSON.parse(rows[1]?.requestBody ?? "")).toMatchObject({
    identifier: known,
    location: "[redacted]",
    deviceInfo: "[redacted]",
  });
  expect(await isAnywhere(canary)).toBe(false);
  expect(await isAnywhere("53.5511")).toBe(false);
});
