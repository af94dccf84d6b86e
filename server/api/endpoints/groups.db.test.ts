import { eq } from "drizzle-orm";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { JsonObject } from "@/db/json";
import { items } from "@/db/schema/items";
import { newId } from "@/server/platform/ids";
import { runtime } from "@/server/runtime/runtime";
import { call, del, envelope, get, post, problem } from "@/server/testing/api";
import {
  eventsOf,
  everyPage,
  itemRow,
  newGroup,
  newHook,
  newItem,
  newProducer,
} from "@/server/testing/factories";

// Holds decision 0005 and decision 0006.

const DESCRIPTION = {
  title: "Series",
  image: "/series.png",
  data: { season: "autumn", shared: "group" },
  verificationinfos: [{ key: "k", label: "l", value: ["v"], visible: "always", pos: 2 }],
};

afterEach(() => {
  vi.useRealTimers();
});

/** Creates a producer with a group and its members, in order. */
async function newWorld({ members = 0, group: fields = {} }: { members?: number; group?: JsonObject } = {}) {
  const producer = await newProducer();
  const { token } = producer;
  const group = await newGroup(producer, fields);
  const identifiers: string[] = [];
  for (let i = 0; i < members; i++) {
    const identifier = await newItem(producer);
    await post(`/groups/${group}/items/${identifier}`, undefined, { token });
    identifiers.push(identifier);
  }
  return { producer, token, group, identifiers };
}

test("200: creating a group returns all its fields; reading returns the same", async () => {
  const { token, producerId } = await newProducer();
  const reply = await post("/groups", DESCRIPTION, { token });
  const { id, data } = envelope(reply);
  const { _created } = data;
  expect(_created).toSatisfy((ms: number) => Number.isInteger(ms) && Math.abs(ms - Date.now()) < 60_000);
  expect(reply.body).toEqual({
    id,
    data: { ...DESCRIPTION, _created, _updated: _created, _owner: producerId },
  });
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect((await get(`/groups/${id}`, { token })).body).toEqual(reply.body);
});

test("200: a group needs no fields and ignores service-set ones", async () => {
  const { token, producerId } = await newProducer();
  const ids = new Set<string>();
  for (const body of [
    undefined,
    {},
    { id: newId(), _owner: "me", _created: 1, _updated: "x", surprise: 1 },
  ]) {
    const { id, data } = envelope(await post("/groups", body, { token }));
    const { _created, _updated } = data;
    expect(data).toEqual({ data: {}, verificationinfos: [], _created, _updated, _owner: producerId });
    expect(_created).not.toBe(1);
    ids.add(id);
  }
  expect(ids.size).toBe(3);
});

test("200: an update keeps omitted fields, clears null ones, and replaces arrays and data whole", async () => {
  const { token, group } = await newWorld({ group: DESCRIPTION });
  const before = envelope(await get(`/groups/${group}`, { token })).data;
  vi.setSystemTime(Date.now() + 5000);
  const update = async (body: JsonObject) => (await post(`/groups/${group}`, body, { token })).body;
  const now = { ...before, _updated: Date.now() };
  expect(await update({})).toEqual({ id: group, data: now });
  expect(
    await update({ title: "T", data: { a: 1 }, verificationinfos: [{ value: "x" }], _owner: "me" }),
  ).toEqual({
    id: group,
    data: { ...now, title: "T", data: { a: 1 }, verificationinfos: [{ value: "x" }] },
  });
  const { _created, _owner } = before;
  expect(await update({ title: null, image: null, data: null, verificationinfos: null })).toEqual({
    id: group,
    data: { data: {}, verificationinfos: [], _created, _owner, _updated: now._updated },
  });
});

test.each(["create", "update"])("400: %s reports all faults of a group together", async (verb) => {
  const { token, group } = await newWorld();
  const path = verb === "create" ? "/groups" : `/groups/${group}`;
  const reply = await post(path, { title: 1, image: [], data: "x", verificationinfos: {} }, { token });
  expect(problem(reply)).toMatchObject({ status: 400, code: "invalid-input" });
  const pointers = problem(reply).errors?.map(({ pointer }) => pointer);
  expect(pointers?.toSorted()).toEqual(["/data", "/image", "/title", "/verificationinfos"]);
});

test("200: deleting a group keeps its items, including invalidated ones", async () => {
  const { producer, token, group, identifiers } = await newWorld({ members: 3 });
  const [invalidated = "", other] = identifiers;
  await post(`/items/${invalidated}/invalidate`, {}, { token });
  const reply = await del(`/groups/${group}`, { token });
  expect(reply).toMatchObject({ status: 200, body: undefined });
  for (const again of [await get(`/groups/${group}`, { token }), await del(`/groups/${group}`, { token })])
    expect(problem(again)).toMatchObject({ status: 404, code: "group-not-found" });
  expect((await get(`/items/${invalidated}`)).body).toMatchObject({ data: { invalidated: true } });
  for (const identifier of identifiers) {
    expect((await get(`/items/${identifier}`)).body).not.toHaveProperty("data._group");
    const entry = { action: "deletedFromGroup", changes: [{ path: "/_group", from: group }] };
    expect((await get(`/items/${identifier}/history`, { token })).body).toMatchObject({
      history: expect.arrayContaining([expect.objectContaining({ data: expect.objectContaining(entry) })]),
    });
  }
  const next = await newGroup(producer);
  expect((await post(`/groups/${next}/items/${other}`, undefined, { token })).status).toBe(200);
});

test("200: an item can be added to a group and removed from it", async () => {
  const { producer, token, group } = await newWorld();
  const identifier = await newItem(producer);
  expect(await post(`/groups/${group}/items/${identifier}`, undefined, { token })).toMatchObject({
    status: 200,
    body: undefined,
  });
  expect((await get(`/items/${identifier}`)).body).toMatchObject({ data: { _group: group } });
  expect(await del(`/groups/${group}/items/${identifier}`, { token })).toMatchObject({
    status: 200,
    body: undefined,
  });
  expect((await get(`/items/${identifier}`)).body).not.toHaveProperty("data._group");
});

test("409: a member cannot be added again, to this or another group", async () => {
  const { producer, token, group, identifiers } = await newWorld({ members: 1 });
  for (const target of [group, await newGroup(producer)]) {
    const reply = await post(`/groups/${target}/items/${identifiers[0]}`, undefined, { token });
    expect(problem(reply)).toMatchObject({ status: 409, code: "item-in-group" });
  }
  expect((await itemRow(identifiers[0] ?? "")).groupId).toBe(group);
});

test("409: of 20 parallel additions of one item, exactly one is accepted", async () => {
  const { producer, token, group } = await newWorld();
  const groups = [group, await newGroup(producer)];
  const identifier = await newItem(producer);
  const add = (_: unknown, i: number) =>
    post(`/groups/${groups[i % 2]}/items/${identifier}`, undefined, { token });
  const replies = await Promise.all(Array.from({ length: 20 }, add));
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, ...Array(19).fill(409)]);
});

describe.each(["POST", "DELETE"])("%s /groups/:idgroup/items/:iditem", (method) => {
  test("404: the group or the item does not exist", async () => {
    const { token, group, producer } = await newWorld();
    const item = await newItem(producer);
    const absentGroup = problem(await call(method, `/groups/${newId()}/items/${item}`, { token }));
    expect(absentGroup).toMatchObject({ status: 404, code: "group-not-found" });
    const absentItem = problem(await call(method, `/groups/${group}/items/nothing`, { token }));
    expect(absentItem).toMatchObject({ status: 404, code: "item-not-found" });
  });

  test("403: the group or the item belongs to another producer", async () => {
    const { token, group, identifiers } = await newWorld({ members: 1 });
    const other = await newWorld({ members: 1 });
    const foreignGroup = await call(method, `/groups/${other.group}/items/${identifiers[0]}`, { token });
    expect(problem(foreignGroup)).toMatchObject({ status: 403, code: "group-of-another-producer" });
    const foreignItem = await call(method, `/groups/${group}/items/${other.identifiers[0]}`, { token });
    expect(problem(foreignItem)).toMatchObject({ status: 403, code: "item-of-another-producer" });
    expect((await itemRow(other.identifiers[0] ?? "")).groupId).toBe(other.group);
  });
});

test("404: an item outside the group cannot be removed from it", async () => {
  const { producer, token, group, identifiers } = await newWorld({ members: 1 });
  const alone = await newItem(producer);
  const elsewhere = await newGroup(producer);
  for (const path of [`/groups/${group}/items/${alone}`, `/groups/${elsewhere}/items/${identifiers[0]}`])
    expect(problem(await del(path, { token }))).toMatchObject({ status: 404, code: "item-not-in-group" });
  expect((await itemRow(identifiers[0] ?? "")).groupId).toBe(group);
});

test("200: pages of a group's items are newest first and return each item once", async () => {
  const { token, group, identifiers } = await newWorld({ members: 7, group: DESCRIPTION });
  const made = [10, 20, 20, 20, 30, 40, 50];
  for (const [i, identifier] of identifiers.entries())
    await runtime()
      .database.db.update(items)
      .set({ createdAt: new Date(made[i] ?? 0) })
      .where(eq(items.identifier, identifier));
  const [a, b, c, d, e, f, g] = identifiers;
  const listed = (await get(`/groups/${group}`, { token })).body;

  const all = await get(`/groups/${group}/items`, { token });
  expect(all.body).toEqual({ group: listed, items: [g, f, e, d, c, b, a] });
  expect(all.headers.get("link")).toBeNull();
  const pages = await everyPage(`/groups/${group}/items?limit=2`, token);
  expect(pages.map(({ body }) => body)).toEqual([
    { group: listed, items: [g, f] },
    { group: listed, items: [e, d, c, b] },
    { group: listed, items: [a] },
  ]);
  expect((await get(`/groups/${group}/items?timestamp=20`, { token })).body).toEqual({
    group: listed,
    items: [a],
  });
});

test("each change of a group emits one event; deletion emits none for its items", async () => {
  const { producer, token, group } = await newWorld({ members: 2 });
  const loose = await newItem(producer);
  await newHook(producer);
  await post(`/groups/${group}`, { title: "new" }, { token });
  await post(`/groups/${group}/items/${loose}`, undefined, { token });
  await del(`/groups/${group}/items/${loose}`, { token });
  await del(`/groups/${group}`, { token });
  const next = await newGroup(producer);
  const about = { id: group, title: "new" };
  const found = await eventsOf(producer);
  expect(found.map(({ type, snapshot }) => ({ type, ...snapshot }))).toMatchObject([
    { type: "groupModified", group: about, item: null },
    { type: "itemAddedToGroup", group: about, item: { identifier: loose, group_id: group } },
    { type: "itemDeletedFromGroup", group: about, item: { identifier: loose } },
    { type: "groupDeleted", group: about, item: null },
    { type: "groupCreated", group: { id: next }, item: null },
  ]);
});

const ITEM = {
  title: "Watch",
  image: "/watch.png",
  data: { shared: "item", color: "red" },
  verificationinfos: [
    { key: "i" },
    { key: "i-last", pos: 1 },
    { key: "i-first", pos: -1 },
    { key: "i0", pos: 0 },
  ],
};
const SERIES = {
  ...DESCRIPTION,
  verificationinfos: [
    { key: "g-last", pos: 1 },
    { key: "g" },
    { key: "g-first", pos: -1 },
    { key: "g-2", pos: -2.5 },
  ],
};
const MERGED = {
  title: "Series",
  data: { season: "autumn", shared: "group", color: "red" },
  verificationinfos: [
    { key: "g-2", pos: -2.5 },
    { key: "g-first", pos: -1 },
    { key: "i-first", pos: -1 },
    { key: "g" },
    { key: "i" },
    { key: "i0", pos: 0 },
    { key: "g-last", pos: 1 },
    { key: "i-last", pos: 1 },
  ],
};

/** Creates an item with all fields in a group with the given fields. */
async function newMember(fields: JsonObject = SERIES) {
  const { producer, token, group } = await newWorld({ group: fields });
  const identifier = await newItem(producer, ITEM);
  await post(`/groups/${group}/items/${identifier}`, undefined, { token });
  const { createdAt, updatedAt } = await itemRow(identifier);
  const hidden = {
    _created: createdAt.getTime(),
    _updated: updatedAt.getTime(),
    _producer: producer.producerId,
    _scans: 0,
    _fakes: 0,
  };
  return { token, group, identifier, hidden, open: { identifier, _group: group } };
}

test("200: an item in a group is merged with it by default and with merged=true", async () => {
  const { token, identifier, hidden, open } = await newMember();
  const whole = { id: identifier, data: { ...MERGED, image: "/series.png", ...open, ...hidden } };
  expect((await get(`/items/${identifier}`, { token })).body).toEqual(whole);
  expect((await get(`/items/${identifier}?merged=true`, { token })).body).toEqual(whole);
});

test("200: other callers read the merged item without the hidden fields", async () => {
  const { identifier, open } = await newMember();
  const stranger = await newProducer();
  for (const token of [undefined, stranger.token])
    expect((await get(`/items/${identifier}`, { token })).body).toEqual({
      id: identifier,
      data: { ...MERGED, ...open },
    });
});

test("200: merged=false returns item and group separately, both reduced for other callers", async () => {
  const { token, group, identifier, hidden, open } = await newMember();
  const path = `/items/${identifier}?merged=false`;
  expect((await get(path, { token })).body).toEqual({
    id: identifier,
    data: { ...ITEM, ...open, ...hidden },
    group: (await get(`/groups/${group}`, { token })).body,
  });
  const { image: _, ...item } = ITEM;
  const { image: __, ...series } = SERIES;
  for (const stranger of [undefined, (await newProducer()).token])
    expect((await get(path, { token: stranger })).body).toEqual({
      id: identifier,
      data: { ...item, ...open },
      group: { id: group, data: series },
    });
});

test("200: merged=false of an item without a group has an empty group", async () => {
  const identifier = await newItem(await newProducer(), { title: "Watch" });
  expect((await get(`/items/${identifier}?merged=false`)).body).toEqual({
    id: identifier,
    data: { identifier, title: "Watch", data: {}, verificationinfos: [] },
    group: {},
  });
});

test("200: a merged item keeps its own title and image if the group has none", async () => {
  const { token, identifier } = await newMember({});
  const { title, image, data } = ITEM;
  expect((await get(`/items/${identifier}`, { token })).body).toMatchObject({ data: { title, image, data } });
});

test("200: updating or invalidating a member returns the unmerged item", async () => {
  const { token, identifier, hidden, open } = await newMember();
  const own = { ...ITEM, ...open, ...hidden, _updated: expect.any(Number) };
  expect((await post(`/items/${identifier}`, {}, { token })).body).toEqual({ id: identifier, data: own });
  const invalidated = await post(`/items/${identifier}/invalidate`, {}, { token });
  expect(invalidated.body).toEqual({ id: identifier, data: { ...own, invalidated: true } });
});

test.each(["banana", "", "1", "TRUE"])("400: merged=%j is neither true nor false", async (merged) => {
  const reply = await get(`/items/${await newItem(await newProducer())}?merged=${merged}`);
  expect(reply.status).toBe(400);
  expect(problem(reply).errors).toEqual([{ pointer: "/query/merged", message: expect.any(String) }]);
});
