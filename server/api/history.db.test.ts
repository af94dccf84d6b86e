import { and, eq, sql } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { history } from "@/db/schema/history";
import { tokens } from "@/db/schema/tokens";
import { findBrokenHistories } from "@/server/domain/history/check";
import { HistoryEntryEnvelope } from "@/server/domain/history/schema";
import type { NewProducer } from "@/server/domain/producers/create";
import { newId } from "@/server/platform/ids";
import { runtime } from "@/server/runtime/runtime";
import { del, get, post, problem, type Reply } from "@/server/testing/api";
import { everyPage, itemRow, newGroup, newItem, newProducer } from "@/server/testing/factories";

// Holds decision 0014.

const db = () => runtime().database.db;

afterEach(() => {
  vi.useRealTimers();
});

const History = z.object({ history: z.array(HistoryEntryEnvelope) });
const entriesOf = (reply: Reply) => History.parse(reply.body).history;

const byPath = (a: { path: string }, b: { path: string }) => a.path.localeCompare(b.path);

async function tokenOf({ producerId }: NewProducer) {
  const [token] = await db()
    .select()
    .from(tokens)
    .where(and(eq(tokens.producerId, producerId), eq(tokens.kind, "token")));
  return { type: "token", id: token?.id, name: token?.name };
}

test("200: a history lists actor, change, time and request, newest first", async () => {
  const producer = await newProducer();
  const { token } = producer;
  const group = await newGroup(producer);
  const created = {
    title: "Watch",
    data: { color: "red", old: 1, same: [1] },
    verificationinfos: [{ value: "1" }],
  };
  let now = Date.now();
  const tick = () => vi.setSystemTime(++now);

  tick();
  const identifier = await newItem(producer, created);
  tick();
  const update = { title: "Clock", data: { color: "blue", "a/b~c": null, same: [1] }, verificationinfos: [] };
  const modified = await post(`/items/${identifier}`, update, { token });
  tick();
  const added = await post(`/groups/${group}/items/${identifier}`, undefined, { token });
  tick();
  const removed = await del(`/groups/${group}/items/${identifier}`, { token });
  tick();
  const invalidated = await post(`/items/${identifier}/invalidate`, {}, { token });

  const reply = await get(`/items/${identifier}/history`, { token });
  expect(reply.status).toBe(200);
  expect(reply.headers.get("link")).toBeNull();
  expect(reply.body).toMatchObject({ identifier: invalidated.body });
  const entries = entriesOf(reply);
  const actor = await tokenOf(producer);
  const entry = (cause: Reply | undefined, action: string, age: number, changes: unknown) => ({
    id: expect.any(String),
    data: {
      identifier,
      action,
      timestamp: now - age,
      actor,
      changes,
      requestId: cause ? cause.headers.get("x-request-id") : expect.any(String),
    },
  });
  expect(
    entries.map(({ id, data }) => ({ id, data: { ...data, changes: data.changes.toSorted(byPath) } })),
  ).toEqual([
    entry(invalidated, "invalidated", 0, [{ path: "/invalidated", to: true }]),
    entry(removed, "deletedFromGroup", 1, [{ path: "/_group", from: group }]),
    entry(added, "addedToGroup", 2, [{ path: "/_group", to: group }]),
    entry(
      modified,
      "modified",
      3,
      [
        { path: "/data/a~1b~0c", to: null },
        { path: "/data/color", from: "red", to: "blue" },
        { path: "/data/old", from: 1 },
        { path: "/title", from: "Watch", to: "Clock" },
        { path: "/verificationinfos", from: [{ value: "1" }], to: [] },
      ].toSorted(byPath),
    ),
    entry(undefined, "created", 4, expect.arrayContaining([{ path: "/title", to: "Watch" }])),
  ]);

  for (const one of entries)
    expect((await get(`/items/${identifier}/history/${one.id}`, { token })).body).toEqual(one);
});

test("404: an entry of another item's history", async () => {
  const producer = await newProducer();
  const { token } = producer;
  const [item, other] = [await newItem(producer), await newItem(producer)];
  const [foreign] = entriesOf(await get(`/items/${other}/history`, { token }));
  for (const id of ["nothing", newId(), foreign?.id])
    expect(problem(await get(`/items/${item}/history/${id}`, { token }))).toMatchObject({
      status: 404,
      code: "history-entry-not-found",
    });
});

test("200: pages of a history return each entry once, newest first, even if many share a timestamp", async () => {
  const producer = await newProducer();
  const { token } = producer;
  const start = Date.now();
  vi.setSystemTime(start);
  const identifier = await newItem(producer, { title: "0" });
  const update = (title: number) => post(`/items/${identifier}`, { title: `${title}` }, { token });
  vi.setSystemTime(start + 1);
  for (let i = 1; i <= 8; i++) await update(i);
  vi.setSystemTime(start + 2);
  await update(9);
  const pages = await everyPage(`/items/${identifier}/history?limit=1`, token);
  const titles = pages.map((page) =>
    entriesOf(page).map(({ data }) => data.changes.find(({ path }) => path === "/title")?.to),
  );
  expect(titles).toEqual([["9"], ["8", "7", "6", "5", "4", "3", "2", "1"], ["0"]]);
});

test("200: entries of one timestamp are newest first under every query plan", async () => {
  const producer = await newProducer();
  const { token } = producer;
  vi.setSystemTime(Date.now());
  const identifier = await newItem(producer, { title: "0" });
  for (const title of ["1", "2", "3"]) await post(`/items/${identifier}`, { title }, { token });
  // Autovacuum does the same before long: with statistics, the planner skips the index of a small table.
  await db().execute(sql`analyze history`);
  const entries = entriesOf(await get(`/items/${identifier}/history`, { token }));
  expect(entries.map(({ data }) => data.changes.find(({ path }) => path === "/title")?.to)).toEqual([
    "3",
    "2",
    "1",
    "0",
  ]);
});

/** Creates an item with four entries; the last is its invalidation. */
async function newHistory() {
  const producer = await newProducer();
  const { token } = producer;
  const identifier = await newItem(producer, { title: "a" });
  for (const title of ["b", "c"]) await post(`/items/${identifier}`, { title }, { token });
  await post(`/items/${identifier}/invalidate`, {}, { token });
  return { identifier, token, itemId: (await itemRow(identifier)).id };
}

const brokenIn = async (identifier: string) =>
  (await findBrokenHistories(db())).filter((broken) => broken.identifier === identifier);

test("hash chains are intact after normal and parallel use", async () => {
  const producer = await newProducer();
  const { token } = producer;
  const identifier = await newItem(producer);
  const update = (_: unknown, i: number) => post(`/items/${identifier}`, { title: `${i}` }, { token });
  await Promise.all(Array.from({ length: 20 }, update));
  const group = await newGroup(producer);
  await post(`/groups/${group}/items/${identifier}`, undefined, { token });
  await del(`/groups/${group}`, { token });
  const { identifier: another } = await newHistory();
  expect(await brokenIn(identifier)).toEqual([]);
  expect(await brokenIn(another)).toEqual([]);
  const positions = await db()
    .select({ position: history.position })
    .from(history)
    .where(eq(history.itemId, (await itemRow(identifier)).id))
    .orderBy(history.position);
  expect(positions.map(({ position }) => position)).toEqual(Array.from({ length: 23 }, (_, i) => i + 1));
});

test.each([
  "update history set action = 'modified'",
  "delete from history",
  "truncate history",
  "truncate items cascade",
])("the database refuses: %s", async (statement) => {
  const { identifier, token } = await newHistory();
  await expect(db().$client.unsafe(statement)).rejects.toThrow("history is append-only");
  expect(entriesOf(await get(`/items/${identifier}/history`, { token }))).toHaveLength(4);
});

test.each([
  ["beside another one", 4, "'x'", /duplicate key .* "history_position"/],
  ["with another hash than its item has", 1, "'x'", /another history than this first entry/],
])("the database refuses a first entry %s", async (_, length, hash, refusal) => {
  const { identifier } = await newHistory();
  const { id } = await itemRow(identifier);
  const appending = db().transaction(async (tx) => {
    if (length === 1) await tx.execute(sql`alter table history disable trigger history_append_only`);
    if (length === 1) await tx.execute(sql`delete from history where item_id = ${id}`);
    if (length === 1) await tx.execute(sql`alter table history enable trigger history_append_only`);
    await tx.execute(
      sql.raw(`update items set history_length = ${length}, history_hash = ${hash} where id = ${id}`),
    );
    await tx.execute(sql`
      insert into history (id, item_id, position, action, timestamp, actor_type, actor_id, actor_name, changes, request_id, hash)
      values (${newId()}, ${id}, 1, 'created', now(), 'system', '', '', '[]', '', '')`);
  });
  await expect(appending).rejects.toMatchObject({
    cause: { message: expect.stringMatching(refusal) },
  });
});

/** Changes an item's history with the protecting triggers disabled. */
const tamper = (statements: string) =>
  db().transaction(async (tx) => {
    await tx.execute(sql`alter table history disable trigger user`);
    for (const statement of statements.split(";")) await tx.execute(sql.raw(statement));
    await tx.execute(sql`alter table history enable trigger user`);
  });

const rehash = (where: string) => `update history set hash = history_hash(history) where ${where}`;

test.each([
  [
    "an action",
    (at: string) => `update history set action = 'created' where ${at} and position = 2`,
    2,
    "changed",
  ],
  ["changes", (at: string) => `update history set changes = '[]' where ${at} and position = 3`, 3, "changed"],
  [
    "a time",
    (at: string) => `update history set timestamp = now() where ${at} and position = 1`,
    1,
    "changed",
  ],
  [
    "an actor",
    (at: string) => `update history set actor_name = 'x' where ${at} and position = 4`,
    4,
    "changed",
  ],
  [
    "a request",
    (at: string) => `update history set request_id = 'x' where ${at} and position = 2`,
    2,
    "changed",
  ],
  [
    "an entry and its hash",
    (at: string) =>
      `update history set changes = '[]' where ${at} and position = 2; ${rehash(`${at} and position = 2`)}`,
    3,
    "unlinked",
  ],
  [
    "the last entry and its hash",
    (at: string) =>
      `update history set changes = '[]' where ${at} and position = 4; ${rehash(`${at} and position = 4`)}`,
    4,
    "cut-off",
  ],
])("the check finds the position where %s was changed", async (_, statement, position, fault) => {
  const { identifier, itemId } = await newHistory();
  await tamper(statement(`item_id = ${itemId}`));
  expect(await brokenIn(identifier)).toEqual([{ identifier, position, fault }]);
});

test.each([
  ["the first entry", "position = 1", 2, "missing"],
  ["a middle entry", "position = 2", 3, "missing"],
  ["the last entry", "position = 4", 4, "cut-off"],
  ["all entries", "true", 4, "cut-off"],
])("the check finds that %s is missing", async (_, which, position, fault) => {
  const { identifier, itemId } = await newHistory();
  await tamper(`delete from history where item_id = ${itemId} and ${which}`);
  expect(await brokenIn(identifier)).toEqual([{ identifier, position, fault }]);
});

test("the check finds an entry appended behind the last one", async () => {
  const { identifier, itemId } = await newHistory();
  const columns = "item_id, action, timestamp, actor_type, actor_id, actor_name, changes, request_id";
  await tamper(
    `insert into history (id, position, previous_hash, hash, ${columns})
       select gen_random_uuid(), 5, hash, hash, ${columns} from history where item_id = ${itemId} and position = 4;
     ${rehash(`item_id = ${itemId} and position = 5`)}`,
  );
  expect(await brokenIn(identifier)).toMatchObject([{ identifier, position: 5 }]);
});
