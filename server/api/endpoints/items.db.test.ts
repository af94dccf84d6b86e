import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import type { JsonObject } from "@/db/json";
import { history } from "@/db/schema/history";
import { runtime } from "@/server/runtime/runtime";
import { call, del, envelope, get, post, problem } from "@/server/testing/api";
import {
  eventsOf,
  itemRow,
  newGroup,
  newHook,
  newItem,
  newProducer,
  newScan,
} from "@/server/testing/factories";

// Holds decision 0004.

const DESCRIPTION = {
  title: "Watch",
  image: "https://images.test/watch.png",
  data: { color: "red", parts: [{ name: "lid", size: 1.5 }, null], "": true },
  verificationinfos: [
    { key: "number", label: "Number", value: "007", visible: "verified", pos: -1.5 },
    { value: ["a", "b"] },
  ],
};

const at = (identifier: string) => `/items/${encodeURIComponent(identifier)}`;

afterEach(() => {
  vi.useRealTimers();
});

test("200: creating an item returns everything its producer may see", async () => {
  const { token, producerId } = await newProducer();
  const identifier = `item-${randomUUID()}`;
  const before = Date.now();
  const reply = await post("/items", { identifier, ...DESCRIPTION }, { token });
  expect(reply.status).toBe(200);
  const now = envelope(reply).data._created;
  expect(now).toSatisfy((ms: number) => Number.isInteger(ms) && ms >= before && ms <= Date.now());
  const data = {
    identifier,
    ...DESCRIPTION,
    _created: now,
    _updated: now,
    _producer: producerId,
    _scans: 0,
    _fakes: 0,
  };
  expect(reply.body).toEqual({ id: identifier, data });
  expect((await get(at(identifier), { token })).body).toEqual({ id: identifier, data });
});

test("200: create needs only the identifier", async () => {
  const { token } = await newProducer();
  const identifier = `item-${randomUUID()}`;
  const { data } = envelope(await post("/items", { identifier, title: null, data: null }, { token }));
  const set = { _created: data._created, _updated: data._updated, _producer: data._producer };
  expect(data).toEqual({ identifier, data: {}, verificationinfos: [], _scans: 0, _fakes: 0, ...set });
});

test("200: create and update ignore unknown and service-set fields of any type", async () => {
  const producer = await newProducer();
  const { token, producerId } = producer;
  const forged = {
    _created: 1,
    _updated: "x",
    _producer: "me",
    _scans: 9,
    _fakes: [],
    _group: "g",
    invalidated: true,
  };
  const extra = { ...forged, id: "other", imageUrl: "u", surprise: { a: 1 } };
  const identifier = await newItem(producer, extra);
  const updated = await post(at(identifier), { ...extra, identifier: 5 }, { token });
  expect(updated.status).toBe(200);
  const { data } = envelope(await get(at(identifier), { token }));
  expect(data).toEqual({
    identifier,
    data: {},
    verificationinfos: [],
    _created: expect.any(Number),
    _updated: expect.any(Number),
    _producer: producerId,
    _scans: 0,
    _fakes: 0,
  });
  expect(data._created).not.toBe(1);
});

test("200: __proto__ is never stored, at any depth", async () => {
  const { token } = await newProducer();
  const identifier = `item-${randomUUID()}`;
  const rawBody = `{"identifier":"${identifier}","__proto__":{"title":"x"},"data":{"__proto__":{"a":1},"b":[{"__proto__":{}}]}}`;
  const reply = await call("POST", "/items", { token, rawBody });
  expect(envelope(reply).data).toMatchObject({ data: { b: [{}] } });
  expect(JSON.stringify(await itemRow(identifier))).not.toMatch(/__proto__|"title":"x"/);
});

test("200: both spellings of visible are accepted, answers use visible, unknown entries are dropped", async () => {
  const producer = await newProducer();
  const verificationinfos = [
    { visible: "verified", value: "a" },
    { visibility: "always", value: "b", colour: "c" },
    { visible: "verified", visibility: "always" },
  ];
  const reply = await get(at(await newItem(producer, { verificationinfos })));
  expect(envelope(reply).data.verificationinfos).toEqual([
    { visible: "verified", value: "a" },
    { visible: "always", value: "b" },
    { visible: "verified" },
  ]);
});

test.each([
  "x".repeat(200),
  "😀".repeat(200),
  "a/b",
  "...",
  "a b",
  "%2F%",
  "ü",
  "?q=1#f&",
  "+",
  "\\",
  "a:b",
  "constructor",
  'a"b,{c}',
  "NULL",
])("200: %j is a valid identifier, percent-encoded in paths", async (identifier) => {
  const { token } = await newProducer();
  expect((await post("/items", { identifier }, { token })).status).toBe(200);
  expect(envelope(await get(at(identifier))).data.identifier).toBe(identifier);
  expect(envelope(await post(at(identifier), { title: "t" }, { token })).id).toBe(identifier);
  expect((await get(`${at(identifier)}/scans`, { token })).body).toMatchObject({
    identifier: { id: identifier },
  });
  expect((await del(at(identifier), { token })).status).toBe(200);
});

test.each([
  undefined,
  null,
  5,
  [],
  "",
  "x".repeat(201),
  " a",
  "a ",
  "\ta",
  "a\nb",
  "a\u007f",
  "a\u0085b",
  ".",
  "..",
])("400: %j is not a valid identifier", async (identifier) => {
  const { token } = await newProducer();
  const reply = await call("POST", "/items", { token, body: { identifier } });
  expect(reply.status).toBe(400);
  const pointers = problem(reply).errors?.map(({ pointer }) => pointer) ?? [];
  expect(new Set(pointers)).toEqual(new Set(["/identifier"]));
});

test("400: create and update report all faults together", async () => {
  const producer = await newProducer();
  const { token } = producer;
  const faulty: JsonObject = {
    title: 5,
    image: {},
    data: [],
    verificationinfos: [
      { value: 5 },
      { value: ["a", 1] },
      { pos: "1", label: 2, key: 3, visible: "x".repeat(41) },
      7,
    ],
  };
  const pointers = [
    "/title",
    "/image",
    "/data",
    "/verificationinfos/0/value",
    "/verificationinfos/1/value",
    "/verificationinfos/2/pos",
    "/verificationinfos/2/label",
    "/verificationinfos/2/key",
    "/verificationinfos/2/visible",
    "/verificationinfos/3",
  ];
  const created = problem(await post("/items", { identifier: "", ...faulty }, { token }));
  expect(created).toMatchObject({ status: 400, code: "invalid-input" });
  const named = (errors: { pointer: string }[] = []) => new Set(errors.map(({ pointer }) => pointer));
  expect(named(created.errors)).toEqual(new Set(["/identifier", ...pointers]));
  const updated = problem(await post(at(await newItem(producer)), faulty, { token }));
  expect(named(updated.errors)).toEqual(new Set(pointers));
});

test("409: identifiers are unique across the service", async () => {
  const producer = await newProducer();
  const identifier = await newItem(producer);
  for (const { token } of [producer, await newProducer()]) {
    const reply = await post("/items", { identifier }, { token });
    expect(problem(reply)).toMatchObject({ status: 409, code: "identifier-taken" });
  }
});

test("409: only its producer can reuse the identifier of a deleted item; the new item has no past", async () => {
  const producer = await newProducer();
  const { token } = producer;
  const identifier = await newItem(producer, DESCRIPTION);
  await newScan(identifier);
  await del(at(identifier), { token });
  const other = await newProducer();
  expect(problem(await post("/items", { identifier }, { token: other.token })).status).toBe(409);
  const again = await post("/items", { identifier }, { token });
  expect(again.status).toBe(200);
  expect(envelope(again).data).toMatchObject({ data: {}, verificationinfos: [], _scans: 0, _fakes: 0 });
  expect(again.body).not.toHaveProperty("data.title");
  expect((await get(`${at(identifier)}/scans`, { token })).body).toMatchObject({ scans: [] });
  expect((await get(`${at(identifier)}/history`, { token })).body).toMatchObject({
    history: [{ data: { action: "created" } }],
  });
});

test("409: of 50 parallel creates of one identifier, exactly one is accepted", async () => {
  const producers = await Promise.all([newProducer(), newProducer()]);
  const identifier = `item-${randomUUID()}`;
  const replies = await Promise.all(
    Array.from({ length: 50 }, (_, i) => post("/items", { identifier }, { token: producers[i % 2]?.token })),
  );
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, ...Array(49).fill(409)]);
});

test("200: an update keeps omitted fields, clears null ones, and replaces arrays and data whole", async () => {
  const producer = await newProducer();
  const { token } = producer;
  const identifier = await newItem(producer, DESCRIPTION);
  const update = async (body: JsonObject) => envelope(await post(at(identifier), body, { token })).data;

  expect(await update({})).toMatchObject({ identifier, ...DESCRIPTION });
  expect(await update({ title: "Clock" })).toMatchObject({ ...DESCRIPTION, title: "Clock" });
  const replaced = await update({
    data: { weight: 1 },
    verificationinfos: [{ value: "z" }],
    identifier: "another",
  });
  expect(replaced).toEqual({
    identifier,
    title: "Clock",
    image: DESCRIPTION.image,
    data: { weight: 1 },
    verificationinfos: [{ value: "z" }],
    _created: expect.any(Number),
    _updated: expect.any(Number),
    _producer: producer.producerId,
    _scans: 0,
    _fakes: 0,
  });
  const cleared = await update({ title: null, image: null, data: null, verificationinfos: null });
  expect(cleared).toMatchObject({ data: {}, verificationinfos: [] });
  expect(cleared).not.toHaveProperty("title");
  expect(cleared).not.toHaveProperty("image");
});

test("200: an update changes only _updated of the service-set fields, and accepts an item that was read", async () => {
  const producer = await newProducer();
  const { token } = producer;
  const identifier = await newItem(producer, DESCRIPTION);
  await newScan(identifier);
  const read = await get(at(identifier), { token });
  vi.setSystemTime(Date.now() + 5000);
  const { data } = envelope(await call("POST", at(identifier), { token, body: envelope(read).data }));
  expect(data).toEqual({ ...envelope(read).data, _updated: Date.now() });
});

test("200: a deleted item is gone; its scans stay", async () => {
  const producer = await newProducer();
  const { token } = producer;
  const group = await newGroup(producer);
  const identifier = await newItem(producer);
  await post(`/groups/${group}${at(identifier)}`, undefined, { token });
  const scan = await newScan(identifier);
  expect((await del(at(identifier), { token })).status).toBe(200);
  for (const reply of [await get(at(identifier)), await del(at(identifier), { token })])
    expect(problem(reply)).toMatchObject({ status: 404, code: "item-not-found" });
  expect((await get(`/scans/${scan}`, { token })).status).toBe(200);
  expect((await get(`/groups/${group}/items`, { token })).body).toMatchObject({ items: [] });
});

test("200: an invalidated item can be read and scanned, and is marked for every caller", async () => {
  const producer = await newProducer();
  const { token } = producer;
  const identifier = await newItem(producer, DESCRIPTION);
  const { data } = envelope(await get(at(identifier), { token }));
  const reply = await post(`${at(identifier)}/invalidate`, {}, { token });
  const _updated = envelope(reply).data._updated;
  expect(reply.body).toEqual({ id: identifier, data: { ...data, invalidated: true, _updated } });
  expect((await get(at(identifier))).body).toMatchObject({ data: { invalidated: true } });
  expect((await post("/scans", { identifier })).body).toMatchObject({
    identifier: { data: { invalidated: true } },
  });
});

test("200: invalidate accepts an absent body", async () => {
  const producer = await newProducer();
  const reply = await post(`${at(await newItem(producer))}/invalidate`, undefined, { token: producer.token });
  expect(envelope(reply).data.invalidated).toBe(true);
});

test.each([{ reason: "broken" }, [], null, "x", 1])("400: invalidate refuses the body %j", async (body) => {
  const producer = await newProducer();
  const identifier = await newItem(producer);
  const reply = await call("POST", `${at(identifier)}/invalidate`, { token: producer.token, body });
  expect(reply.status).toBe(400);
  expect((await itemRow(identifier)).invalidatedAt).toBeNull();
});

test.each([
  ["update it", "POST", (item: string) => item],
  ["invalidate it again", "POST", (item: string) => `${item}/invalidate`],
  ["delete it", "DELETE", (item: string) => item],
  ["add it to a group", "POST", (item: string, group: string) => `/groups/${group}${item}`],
  ["remove it from its group", "DELETE", (item: string, group: string) => `/groups/${group}${item}`],
])("403: for an invalidated item, callers cannot %s", async (_, method, path) => {
  const producer = await newProducer();
  const { token } = producer;
  const group = await newGroup(producer);
  const identifier = await newItem(producer);
  if (method === "DELETE") await post(`/groups/${group}${at(identifier)}`, undefined, { token });
  await post(`${at(identifier)}/invalidate`, {}, { token });
  const before = await itemRow(identifier);
  await newHook(producer);
  const reply = await call(method, path(at(identifier), group), { token });
  expect(problem(reply)).toMatchObject({ status: 403, code: "item-invalidated" });
  expect(await itemRow(identifier)).toEqual(before);
  expect(await eventsOf(producer)).toEqual([]);
});

/** Lists the transactions that wrote an item's history entries, oldest first. */
const historyTransactions = async (itemId: number) =>
  (
    await runtime()
      .database.db.select({ transaction: sql<string>`${history}.xmin::text` })
      .from(history)
      .where(eq(history.itemId, itemId))
      .orderBy(history.position)
  ).map(({ transaction }) => transaction);

test("each change of an item emits one event, in the transaction of the change", async () => {
  const producer = await newProducer();
  const { token } = producer;
  await newHook(producer);
  const identifier = await newItem(producer, { title: "first" });
  const { id } = await itemRow(identifier);
  await post(at(identifier), { title: "second" }, { token });
  await post(`${at(identifier)}/invalidate`, {}, { token });
  const deleted = await newItem(producer, { title: "third" });
  await del(at(deleted), { token });

  const events = await eventsOf(producer);
  const title = (text: string) => ({
    producer: { id: producer.producerId, name: "Acme" },
    item: expect.objectContaining({ title: text, deleted_at: null }),
    group: null,
  });
  expect(events.map(({ type, snapshot }) => [type, snapshot])).toEqual([
    ["itemCreated", title("first")],
    ["itemModified", title("second")],
    ["itemInvalidated", title("second")],
    ["itemCreated", title("third")],
    ["itemDeleted", title("third")],
  ]);
  expect(events[2]?.snapshot).toMatchObject({ item: { identifier, invalidated_at: expect.any(String) } });
  const transactions = events.map(({ transaction }) => transaction);
  expect(await historyTransactions(id)).toEqual(transactions.slice(0, 3));
});

test("an event is emitted only if a hook of the producer, item or group matches", async () => {
  const producer = await newProducer();
  const { token } = producer;
  const [own, member, other] = [await newItem(producer), await newItem(producer), await newItem(producer)];
  const group = await newGroup(producer);
  await post(`/groups/${group}${at(member)}`, undefined, { token });
  await newHook(await newProducer());
  expect(await eventsOf(producer)).toEqual([]);

  await newHook(producer, ["itemInvalidated"]);
  await newHook(producer, ["itemModified"], { itemId: (await itemRow(own)).id });
  await newHook(producer, ["itemModified", "groupModified"], { groupId: group });
  for (const identifier of [own, member, other]) await post(at(identifier), {}, { token });
  await post("/items", { identifier: own }, { token });
  await post(at(own), { title: 5 }, { token });
  await post(`${at(other)}/invalidate`, {}, { token });
  expect((await eventsOf(producer)).map(({ type, snapshot }) => ({ type, ...snapshot }))).toMatchObject([
    { type: "itemModified", item: { identifier: own }, group: null },
    { type: "itemModified", item: { identifier: member }, group: { id: group } },
    { type: "itemInvalidated", item: { identifier: other } },
  ]);
});
