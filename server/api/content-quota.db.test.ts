import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import { contents } from "@/db/schema/contents";
import { CreatedContent } from "@/server/domain/contents/schema";
import { sweepOrphans } from "@/server/domain/contents/sweep";
import { blobs } from "@/server/platform/blobs";
import { runtime } from "@/server/runtime/runtime";
import { call, del, get, problem, type Reply } from "@/server/testing/api";
import {
  eventsOf,
  keptBlobs,
  newContent,
  newHook,
  newProducer,
  producerRow,
  setQuota,
  systemCtx,
} from "@/server/testing/factories";
import { newGate } from "@/server/testing/gate";
import { createRoutes } from "./routes";

// Holds decision 0018.

const db = () => runtime().database.db;
const MIB = 1024 * 1024;

const idsOf = async (producerId: string) =>
  (await db().select({ id: contents.id }).from(contents).where(eq(contents.producerId, producerId))).map(
    ({ id }) => id,
  );

const bodyOf = (text: string) =>
  JSON.stringify({ "content-type": "text/plain", data: Buffer.from(text).toString("base64") });

/** Uploads with a content-length, as clients do. */
function upload(token: string, text: string, headers: Record<string, string> = {}): Promise<Reply> {
  const rawBody = bodyOf(text);
  const declared = { "content-type": "application/json", "content-length": `${rawBody.length}` };
  return call("POST", "/contents", { token, rawBody, headers: { ...declared, ...headers } });
}

const statusesOf = (replies: Reply[]) => replies.map(({ status }) => status).toSorted();

afterEach(() => {
  vi.restoreAllMocks();
});

test("400: a content over the quota leaves nothing behind; deleting frees quota", async () => {
  const producer = await newProducer();
  const { token } = producer;
  await newHook(producer);
  await setQuota(producer, 10);
  const first = await newContent(producer, "text/plain", "123456");
  const before = await keptBlobs();
  const refused = await upload(token, "12345");
  expect(problem(refused)).toMatchObject({ status: 400, code: "quota-exceeded" });
  expect(problem(refused).detail).toContain("10 bytes");
  expect(await idsOf(producer.producerId)).toEqual([first]);
  expect(await keptBlobs()).toEqual(before);
  expect(await eventsOf(producer)).toHaveLength(1);
  expect((await producerRow(producer)).contentBytes).toBe(6);

  expect((await upload(token, "1234")).status).toBe(200);
  expect((await upload(token, "")).status).toBe(200);
  expect((await upload(token, "1")).status).toBe(400);
  await del(`/contents/${first}`, { token });
  expect((await upload(token, "123456")).status).toBe(200);
  expect((await producerRow(producer)).contentBytes).toBe(10);
});

test("200: each producer has its own quota", async () => {
  const [one, other] = [await newProducer(), await newProducer()];
  await setQuota(one, 0);
  expect((await upload(one.token, "1")).status).toBe(400);
  expect((await upload(other.token, "1")).status).toBe(200);
});

test("20 parallel uploads never exceed the quota; refused ones leave nothing behind", async () => {
  const producer = await newProducer();
  await newHook(producer);
  await setQuota(producer, 75);
  const before = await keptBlobs();
  const replies = await Promise.all(Array.from({ length: 20 }, () => upload(producer.token, "0123456789")));
  expect(statusesOf(replies)).toEqual([...Array(7).fill(200), ...Array(13).fill(400)]);
  const ids = replies
    .filter(({ status }) => status === 200)
    .map((reply) => CreatedContent.parse(reply.body).id);
  expect((await idsOf(producer.producerId)).toSorted()).toEqual(ids.toSorted());
  expect((await keptBlobs()).toSorted()).toEqual([...before, ...ids].toSorted());
  expect((await producerRow(producer)).contentBytes).toBe(70);
  expect(await eventsOf(producer)).toHaveLength(7);
});

test("10 parallel deletions of one content: exactly one succeeds and frees the space", async () => {
  const producer = await newProducer();
  const { token } = producer;
  await newContent(producer, "text/plain", "stays");
  const id = await newContent(producer, "text/plain", "goes");
  await newHook(producer);
  const replies = await Promise.all(Array.from({ length: 10 }, () => del(`/contents/${id}`, { token })));
  expect(statusesOf(replies)).toEqual([200, ...Array(9).fill(404)]);
  expect((await producerRow(producer)).contentBytes).toBe(5);
  expect((await eventsOf(producer)).map(({ type }) => type)).toEqual(["contentDeleted"]);
});

test("200: 20 parallel uploads with one key create one content and count its bytes once", async () => {
  const producer = await newProducer();
  await newHook(producer);
  const before = await keptBlobs();
  const headers = { "idempotency-key": randomUUID() };
  const replies = await Promise.all(
    Array.from({ length: 20 }, () => upload(producer.token, "hello", headers)),
  );
  expect(new Set(replies.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
  expect(replies[0]?.status).toBe(200);
  expect(replies.filter((reply) => reply.headers.get("idempotency-replayed") === "true")).toHaveLength(19);
  const ids = await idsOf(producer.producerId);
  expect(ids).toHaveLength(1);
  expect((await get(`/contents/${ids[0]}`)).bytes.toString()).toBe("hello");
  expect((await producerRow(producer)).contentBytes).toBe(5);
  expect(await eventsOf(producer)).toHaveLength(1);
  expect((await keptBlobs()).toSorted()).toEqual([...before, ...ids].toSorted());
});

test("200: a retry stores no bytes", async () => {
  const { token } = await newProducer();
  const headers = { "idempotency-key": randomUUID() };
  const first = await upload(token, "hello", headers);
  const before = await keptBlobs();
  expect((await upload(token, "hello", headers)).body).toEqual(first.body);
  expect(await keptBlobs()).toEqual(before);
});

test("409: a key reused with another file; a refused upload leaves its key free", async () => {
  const producer = await newProducer();
  const headers = { "idempotency-key": randomUUID() };
  await setQuota(producer, 5);
  expect((await upload(producer.token, "too long", headers)).status).toBe(400);
  expect((await upload(producer.token, "hello", headers)).status).toBe(200);
  expect(problem(await upload(producer.token, "world", headers))).toMatchObject({
    status: 409,
    code: "idempotency-key-reused",
  });
  expect(await idsOf(producer.producerId)).toHaveLength(1);
});

test("a content whose commit confirmation is lost exists with its bytes or not at all", async () => {
  const producer = await newProducer();
  const client = runtime().database.callers.$client;
  const begin = client.begin.bind(client);
  vi.spyOn(client, "begin").mockImplementationOnce(async (...call: unknown[]) => {
    await Reflect.apply(begin, client, call);
    throw new Error("The connection ended before the answer to COMMIT arrived.");
  });
  expect((await upload(producer.token, "hello")).status).toBe(500);
  const [id] = await idsOf(producer.producerId);
  if (id !== undefined) expect((await get(`/contents/${id}`)).bytes.toString()).toBe("hello");
});

test("a content that cannot be stored has no row; one whose bytes cannot be removed is deleted anyway", async () => {
  const producer = await newProducer();
  const { token } = producer;
  vi.spyOn(blobs(), "put").mockRejectedValueOnce(new Error("The disk is full."));
  expect((await upload(token, "hello")).status).toBe(500);
  expect(await idsOf(producer.producerId)).toEqual([]);
  expect((await producerRow(producer)).contentBytes).toBe(0);

  const id = await newContent(producer, "text/plain", "hello");
  vi.spyOn(blobs(), "remove").mockRejectedValueOnce(new Error("The disk is read-only."));
  expect((await del(`/contents/${id}`, { token })).status).toBe(200);
  expect((await get(`/contents/${id}`)).status).toBe(404);
  expect(await keptBlobs()).toContain(id);
  await sweepOrphans(systemCtx(), { keptBefore: new Date(Date.now() + 60_000) });
  expect(await keptBlobs()).not.toContain(id);
});

/** Size of one upload; all uploads of a producer share 84 MiB of memory. */
const UPLOAD_MIB = 11;

/** Starts an upload: some MiB arrive at once, the rest after `end()`. */
function beginUpload(token: string, { arrivedMib, declared }: { arrivedMib: number; declared?: number }) {
  const gate = newGate();
  const reached = newGate();
  const text = new TextEncoder().encode(bodyOf("x".repeat((arrivedMib * 3 * MIB) / 4)));
  const parts = Array.from({ length: arrivedMib }, (_, n) => text.slice(n * MIB, (n + 1) * MIB));
  const rest = text.slice(arrivedMib * MIB);
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const part = parts.shift();
        if (part) return controller.enqueue(part);
        reached.open();
        await gate.opened;
        controller.enqueue(rest);
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const headers = {
    "an-api-token": token,
    "content-type": "application/json",
    ...(declared === undefined ? {} : { "content-length": `${declared}` }),
  };
  const init = { method: "POST", headers, body, duplex: "half" };
  const send = createRoutes()("POST", "/api/v2/contents")?.handler;
  const answer = send?.(new Request("http://assay.test/api/v2/contents", init));
  return { end: gate.open, arrived: Promise.race([reached.opened, answer]), answer };
}

test("429: uploads beyond a producer's memory, counted by arrived bytes; other producers continue, and it does once memory is free", async () => {
  const { token } = await newProducer();
  const { token: another } = await newProducer();
  const held = Array.from({ length: 7 }, () => beginUpload(token, { arrivedMib: UPLOAD_MIB }));
  await Promise.all(held.map(({ arrived }) => arrived));
  const refused = await beginUpload(token, { arrivedMib: UPLOAD_MIB }).answer;
  expect([refused?.status, refused?.headers.get("retry-after")]).toEqual([429, "1"]);
  expect(refused?.headers.get("connection")).toBe("close");
  expect((await upload(another, "hello")).status).toBe(200);
  for (const { end } of held) end();
  const statuses = (await Promise.all(held.map(({ answer }) => answer))).map((answer) => answer?.status);
  expect(statuses).toEqual(Array(7).fill(200));
  expect((await upload(token, "hello")).status).toBe(200);
});

test("200: uploads without arrived bytes block no other upload", async () => {
  const { token } = await newProducer();
  const announced = Array.from({ length: 20 }, () =>
    beginUpload(token, { arrivedMib: 0, declared: 14 * MIB }),
  );
  await Promise.all(announced.map(({ arrived }) => arrived));
  expect((await upload(token, "hello")).status).toBe(200);
  for (const { end } of announced) end();
  await Promise.all(announced.map(({ answer }) => answer));
});
