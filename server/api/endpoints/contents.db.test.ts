import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { z } from "zod";
import type { JsonObject } from "@/db/json";
import { contents } from "@/db/schema/contents";
import { ContentEnvelope, CreatedContent } from "@/server/domain/contents/schema";
import { newId } from "@/server/platform/ids";
import { runtime } from "@/server/runtime/runtime";
import { call, del, envelope, get, post, problem, type Reply } from "@/server/testing/api";
import {
  eventsOf,
  everyPage,
  itemRow,
  keptBlobs,
  newContent,
  newHook,
  newItem,
  newProducer,
  producerRow,
  unacceptedTokens,
} from "@/server/testing/factories";
import { picture } from "@/server/testing/pictures";

// Holds decision 0018.

const db = () => runtime().database.db;
const MIB = 1024 * 1024;
const PDF = "%PDF-1.4\n1 0 obj\n<</Type/Catalog>>\nendobj\n";
const base64 = (bytes: Uint8Array | string) => Buffer.from(bytes).toString("base64");
const textFile = (text = "hello", fields: JsonObject = {}) => ({
  "content-type": "text/plain",
  data: base64(text),
  ...fields,
});
/** Reads the producer's newest file, which must be the created one. */
async function stored(reply: Reply, token: string) {
  const { id } = CreatedContent.parse(reply.body);
  const [newest] = z.array(ContentEnvelope).parse((await get("/contents?limit=1", { token })).body);
  expect(newest?.id).toBe(id);
  return { id, data: ContentEnvelope.parse(newest).data };
}

const rowsOf = (producerId: string) => db().$count(contents, eq(contents.producerId, producerId));

test("200: storing a file returns exactly id, path and url; the url serves the same bytes", async () => {
  const { token, producerId } = await newProducer();
  const bytes = await picture("png");
  const described = { name: "watch.png", description: "A watch" };
  const before = Date.now();
  const reply = await post(
    "/contents",
    { "content-type": "image/png", data: base64(bytes), ...described },
    { token },
  );
  expect(reply.status).toBe(200);
  const { id, data } = await stored(reply, token);
  const { _created } = data;
  expect(_created).toSatisfy((ms: number) => Number.isInteger(ms) && ms >= before && ms <= Date.now());
  const [path, url] = [`contents/${id}`, `https://assay.test/api/v2/contents/${id}`];
  const whole = { url, path, "content-type": "image/png", size: bytes.byteLength, ...described };
  const set = { _owner: producerId, _created, _updated: _created };
  expect(reply.body).toEqual({ id, path, url });
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect((await get(url.slice("https://assay.test/api/v2".length))).bytes).toEqual(bytes);
  expect((await get("/contents", { token })).body).toEqual([{ id, data: { ...whole, ...set } }]);
});

test("200: only content-type and data are required; service-set and unknown fields are ignored", async () => {
  const { token, producerId } = await newProducer();
  const forged = {
    id: newId(),
    size: 9,
    path: "p",
    url: "u",
    _owner: "me",
    _created: 1,
    _scan: "s",
    extra: {},
  };
  const reply = await post("/contents", textFile("hello", { ...forged, name: null, description: null }), {
    token,
  });
  const { id, data } = await stored(reply, token);
  expect(id).not.toBe(forged.id);
  expect(data).toEqual({
    url: `https://assay.test/api/v2/contents/${id}`,
    path: `contents/${id}`,
    "content-type": "text/plain",
    size: 5,
    _owner: producerId,
    _created: expect.any(Number),
    _updated: data._created,
  });
  expect(data._created).not.toBe(1);
});

test.each(["", "AA==", "AAA=", "AAAA", "+/+/", "/w=="])("200: %j is strict Base64", async (data) => {
  const producer = await newProducer();
  const reply = await post("/contents", textFile("", { data }), { token: producer.token });
  const bytes = Buffer.from(data, "base64");
  const { id, data: kept } = await stored(reply, producer.token);
  expect(kept.size).toBe(bytes.byteLength);
  expect((await get(`/contents/${id}`)).bytes).toEqual(bytes);
});

test.each([
  ["without padding", "AA"],
  ["with half its padding", "AA="],
  ["with too much padding", "AAAA===="],
  ["with padding alone", "="],
  ["with padding inside", "AA==AAAA"],
  ["with a letter too many", "AAAAA"],
  ["with a space", "AAAA AAAA"],
  ["in lines", "AAAA\r\nAAAA"],
  ["with a line's end", "AAAA\n"],
  ["in the alphabet of urls", "-_-_"],
  ["with bits left over", "AB=="],
  ["with bits left over, too", "AAB="],
  ["as a data url", "data:text/plain;base64,AAAA"],
  ["with what is no letter", "AA*A"],
  ["not at all", 5],
  ["as null", null],
  ["as bytes", [1, 2]],
])("400: Base64 %s", async (_, data) => {
  const { token, producerId } = await newProducer();
  const reply = await post("/contents", textFile("", { data }), { token });
  expect(problem(reply)).toMatchObject({ status: 400, errors: [{ pointer: "/data" }] });
  expect(await rowsOf(producerId)).toBe(0);
});

test("200: a file of exactly 10 MiB; 400: one byte more", async () => {
  const producer = await newProducer();
  const bytes = Buffer.alloc(10 * MIB, "assay ");
  const id = await newContent(producer, "text/plain", bytes);
  expect((await get(`/contents/${id}`)).bytes.equals(bytes)).toBe(true);
  const tooLarge = await post("/contents", textFile("x".repeat(10 * MIB + 1)), { token: producer.token });
  expect(problem(tooLarge)).toMatchObject({ status: 400, errors: [{ pointer: "/data" }] });
  expect(await rowsOf(producer.producerId)).toBe(1);
});

test.each(["declared", "not declared"])("400: a body over 14 MiB whose length is %s", async (how) => {
  const { token, producerId } = await newProducer();
  const rawBody = JSON.stringify(textFile("", { surprise: "x".repeat(14 * MIB) }));
  const headers: Record<string, string> =
    how === "declared" ? { "content-length": `${rawBody.length}`, "content-type": "application/json" } : {};
  const reply = await call("POST", "/contents", { token, rawBody, headers });
  expect(problem(reply)).toMatchObject({ status: 400, code: "body-too-large" });
  expect(await rowsOf(producerId)).toBe(0);
});

test("400: a large body with many values", async () => {
  const { token, producerId } = await newProducer();
  const body = textFile("", { surprise: Array(600_000).fill(1) });
  expect(problem(await post("/contents", body, { token }))).toMatchObject({ code: "body-too-large" });
  expect(await rowsOf(producerId)).toBe(0);
});

test("400: all faults are reported together, even of an absent body", async () => {
  const { token } = await newProducer();
  const pointers = async (body: JsonObject | undefined) =>
    problem(await post("/contents", body, { token }))
      .errors?.map(({ pointer }) => pointer)
      .toSorted();
  expect(await pointers(undefined)).toEqual(["/content-type", "/data"]);
  const faulty = { "content-type": 5, data: "A", name: 1, description: [] };
  expect(await pointers(faulty)).toEqual(["/content-type", "/data", "/description", "/name"]);
  const long = textFile("", { name: "x".repeat(1001), description: "x".repeat(10_001) });
  expect(await pointers(long)).toEqual(["/description", "/name"]);
});

test.each(["text/plain", "multipart/form-data; boundary=x", "image/png"])(
  "400: a body of content-type %s",
  async (type) => {
    const { token } = await newProducer();
    const rawBody = JSON.stringify(textFile());
    const reply = await call("POST", "/contents", { token, rawBody, headers: { "content-type": type } });
    expect(problem(reply)).toMatchObject({ status: 400, code: "content-type" });
  },
);

test("403: create, list and delete without a token, with an owner key, or with an unaccepted token", async () => {
  const producer = await newProducer();
  const id = await newContent(producer, "text/plain", "hello");
  const refused: [string, { token?: string; ownerKey?: string }][] = [
    ["none", {}],
    ["an owner key", { ownerKey: producer.ownerKey }],
    ...(await unacceptedTokens(producer)).map(([what, token]): [string, { token: string }] => [
      what,
      { token },
    ]),
  ];
  for (const [what, options] of refused) {
    for (const reply of [
      await post("/contents", textFile(), options),
      await get("/contents", options),
      await del(`/contents/${id}`, options),
    ])
      expect(reply.status, what).toBe(403);
  }
  expect(await rowsOf(producer.producerId)).toBe(1);
});

test("403: a producer cannot delete another producer's content", async () => {
  const producer = await newProducer();
  const id = await newContent(producer, "text/plain", "hello");
  const reply = await del(`/contents/${id}`, { token: (await newProducer()).token });
  expect(problem(reply)).toMatchObject({ status: 403, code: "content-of-another-producer" });
  expect((await get(`/contents/${id}`)).status).toBe(200);
  expect((await producerRow(producer)).contentBytes).toBe(5);
});

test("200: a producer lists only its own contents", async () => {
  const [one, other] = [await newProducer(), await newProducer()];
  await newContent(other, "text/plain", "hello");
  expect((await get("/contents", { token: one.token })).body).toEqual([]);
});

const List = z.array(z.object({ id: z.string(), data: z.object({ _created: z.number() }) }));

test("200: the list is newest first, splits no timestamp, and following Link returns each content once", async () => {
  const producer = await newProducer();
  const { token } = producer;
  const made = [10, 20, 20, 20, 30, 40, 40, 50];
  const ids: string[] = [];
  for (const ms of made) {
    const id = await newContent(producer, "text/plain", `${ms}`);
    await db()
      .update(contents)
      .set({ createdAt: new Date(ms) })
      .where(eq(contents.id, id));
    ids.push(id);
  }
  const times = (body: unknown) => List.parse(body).map(({ data }) => data._created);
  const pages = await everyPage("/contents?limit=2", token);
  expect(pages.map(({ body }) => times(body))).toEqual([[50, 40, 40], [30, 20, 20, 20], [10]]);
  expect(pages.flatMap(({ body }) => List.parse(body).map(({ id }) => id)).toSorted()).toEqual(
    ids.toSorted(),
  );
  expect(times((await get("/contents?timestamp=40&limit=1", { token })).body)).toEqual([30]);
  expect(times((await get("/contents?timestamp=10", { token })).body)).toEqual([]);
  const all = await get("/contents", { token });
  expect(times(all.body)).toEqual(made.toReversed());
  expect(all.headers.get("link")).toBeNull();
});

test("400: a limit that is not a positive integer, a timestamp that is not a number", async () => {
  const { token } = await newProducer();
  for (const query of [
    "limit=0",
    "limit=-1",
    "limit=1.5",
    "limit=",
    "limit=x",
    "timestamp=x",
    "timestamp=",
  ]) {
    const reply = await get(`/contents?${query}`, { token });
    expect(problem(reply), query).toMatchObject({
      status: 400,
      errors: [{ pointer: `/query/${query.split("=")[0]}` }],
    });
  }
});

test("200: a deleted content is gone and a body is ignored; items keep its name without a thumbnail", async () => {
  const producer = await newProducer();
  const { token } = producer;
  const id = await newContent(producer, "image/png", await picture("png"));
  const item = await newItem(producer, { image: `contents/${id}` });
  expect((await get(`/items/${item}/thumbnail/10`)).status).toBe(200);
  expect((await get(`/contents/${id}/10`)).status).toBe(200);
  const body = { token, rawBody: "{no json", headers: { "content-type": "text/plain" } };
  expect(await call("DELETE", `/contents/${id}`, body)).toMatchObject({ status: 200, body: undefined });
  for (const reply of [
    await get(`/contents/${id}`),
    await call("GET", `/contents/${id}`, { headers: { "if-none-match": `"${id}"` } }),
    await get(`/contents/${id}/10`),
    await del(`/contents/${id}`, { token }),
  ])
    expect(problem(reply)).toMatchObject({ status: 404, code: "content-not-found" });
  expect(problem(await get(`/items/${item}/thumbnail/10`)).status).toBe(404);
  expect(envelope(await get(`/items/${item}`, { token })).data.image).toBe(`contents/${id}`);
  expect((await get("/contents", { token })).body).toEqual([]);
  expect(await keptBlobs()).not.toContain(id);
  expect((await producerRow(producer)).contentBytes).toBe(0);
});

test.each([newId(), "x", "..%2F..%2Fetc%2Fpasswd", `${newId()}0`])(
  "404: there is no content %j",
  async (id) => {
    const { token } = await newProducer();
    for (const reply of [
      await get(`/contents/${id}`),
      await get(`/contents/${id}/10`),
      await del(`/contents/${id}`, { token }),
    ])
      expect(problem(reply)).toMatchObject({ status: 404, code: "content-not-found" });
  },
);

test("contentCreated and contentDeleted are emitted only if a hook of the producer matches", async () => {
  const producer = await newProducer();
  await newContent(producer, "text/plain", "unheard");
  expect(await eventsOf(producer)).toEqual([]);
  const { id: itemId } = await itemRow(await newItem(producer));
  await newHook(producer, ["itemScanned", "contentDeleted"], { itemId });
  await newHook(producer, ["*"], { itemId });
  await newHook(producer, ["itemScanned"]);
  const unheard = await newContent(producer, "text/plain", "unheard");
  await del(`/contents/${unheard}`, { token: producer.token });
  expect(await eventsOf(producer)).toEqual([]);

  await newHook(producer, ["*"]);
  const id = await newContent(producer, "application/pdf", PDF, { name: "n.pdf" });
  const [row] = await db()
    .select({ transaction: sql<string>`${contents}.xmin::text` })
    .from(contents)
    .where(eq(contents.id, id));
  await del(`/contents/${id}`, { token: producer.token });
  const snapshot = { content: { id, content_type: "application/pdf", name: "n.pdf" } };
  const [created, deleted, ...more] = await eventsOf(producer);
  expect(created).toMatchObject({ type: "contentCreated", snapshot, transaction: row?.transaction });
  expect(deleted).toMatchObject({ type: "contentDeleted", snapshot });
  expect(more).toEqual([]);
});
