import { createHash, randomUUID } from "node:crypto";
import { type Row, readTable } from "@assay/spreadsheets";
import { eq, sql } from "drizzle-orm";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { auditEvents } from "@/db/schema/audit-events";
import { flushCalls } from "@/server/domain/api-calls/record";
import { addItemToGroup } from "@/server/domain/groups/add-item";
import { createItem } from "@/server/domain/items/create";
import { getOwnItem } from "@/server/domain/items/explain";
import type { NewProducer } from "@/server/domain/producers/create";
import { described, NO_DESCRIPTION } from "@/server/domain/shared/describable";
import { changeFrom } from "@/server/domain/tables/change";
import { readColumns } from "@/server/domain/tables/columns";
import { findNamedGroups } from "@/server/domain/tables/group-names";
import type { Role } from "@/server/identity/from-session";
import { runtime } from "@/server/runtime/runtime";
import { get, post } from "@/server/testing/api";
import { callProcedure, newSignedIn, producerQuery } from "@/server/testing/dashboard";
import { ctxOf, newGroup, newHook, newItem, newProducer, newScan } from "@/server/testing/factories";
import { sendTestEvent } from "@/server/webhooks/deliveries/send-test";
import { exportList, redirectScansExport } from "./export-list";

// Holds decision 0048.

const db = () => runtime().database.db;

async function signedIn(producer: NewProducer, role: Role = "owner") {
  const { cookie } = await newSignedIn([{ producer, role }]);
  return (query: Record<string, string> | URLSearchParams, site = "same-origin") => {
    const search = new URLSearchParams(producerQuery(cookie));
    for (const [name, value] of new URLSearchParams(query)) search.append(name, value);
    const url = `https://assay.test/api/dashboard/export?${search}`;
    return exportList(new Request(url, { headers: { cookie, "sec-fetch-site": site } }));
  };
}

async function read(reply: Response) {
  if (!reply.ok || !reply.body) throw new Error(await reply.text());
  const table = await readTable(reply.body);
  const rows: Row[] = [];
  for await (const row of table.rows) rows.push(row);
  return { columns: table.columns, rows, texts: rows.map(({ cells }) => cells.map(({ text }) => text)) };
}

/** The newest entry of a producer's audit log. */
async function lastEventOf({ producerId }: NewProducer) {
  const [event] = await db()
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.producerId, producerId))
    .orderBy(sql`${auditEvents.id} desc`)
    .limit(1);
  return event;
}

/** Registers items as an import would. */
async function manyItems({ producerId }: NewProducer, count: number) {
  const rows = sql.raw(`(select n from generate_series(1, ${count}) n) many`);
  const identifier = sql`${producerId} || ' ' || n`;
  await db().execute(
    sql`insert into identifiers (identifier, producer_id) select ${identifier}, ${producerId}::uuid from ${rows}`,
  );
  await db().execute(sql`insert into items (identifier, producer_id, data, created_at, updated_at)
    select ${identifier}, ${producerId}::uuid, jsonb_build_object('n', n), now() + n * interval '1 second', now() from ${rows}`);
}

describe("items and groups", () => {
  test.each(["csv", "xlsx", "jsonl"])("an export as %s is read back without any change", async (format) => {
    const producer = await newProducer();
    const ctx = ctxOf(producer);
    const group = await newGroup(producer, { title: "Watches" });
    const [twin] = [
      await newGroup(producer, { title: "Twins" }),
      await newGroup(producer, { title: "Twins" }),
    ];
    const own = [
      { title: "=1+1", data: { colour: "red", weight: 1.5, sold: true, "a:json": "x", "": "" } },
      { title: "", data: { colour: "", parts: [1, { a: null }], weight: 12 } },
      { verificationinfos: [{ label: "Colour", value: ["red", "blue"] }] },
    ];
    const identifiers = [];
    for (const fields of own) identifiers.push(await newItem(producer, fields));
    await addItemToGroup(ctx, group, identifiers[0] ?? "");
    await addItemToGroup(ctx, twin, identifiers[1] ?? "");
    const ask = await signedIn(producer, "viewer");
    const { columns, rows } = await read(await ask({ list: "items", format }));
    expect(rows).toHaveLength(3);
    const meant = readColumns("items", columns);
    for (const row of rows) {
      const result = changeFrom("items", row.cells, meant.columns);
      if (!("change" in result)) throw new Error(JSON.stringify(result));
      const { key = "", group: name, ...change } = result.change;
      const { item } = await getOwnItem(ctx, key);
      const { title, image, data, verificationinfos } = item;
      expect(described(NO_DESCRIPTION, change)).toEqual({ title, image, data, verificationinfos });
      const named = await findNamedGroups(ctx, name ? [name] : []);
      expect(name ? named.get(name) : null).toEqual(item.groupId ? { id: item.groupId } : null);
    }
    const names = rows.map(({ cells }) => cells[columns.indexOf("group")]?.text);
    expect(names).toEqual(["", twin, "Watches"]);
    expect(await findNamedGroups(ctx, ["Twins", "nothing"])).toEqual(
      new Map([
        ["Twins", "ambiguous"],
        ["nothing", "unknown"],
      ]),
    );
    const groups = await read(await ask({ list: "groups", format, filter: '{"search":"watch"}' }));
    expect(groups.texts.map(([id]) => id)).toEqual([group]);
    expect(groups.rows[0]?.cells[groups.columns.indexOf("items")]?.text).toBe("1");
  });

  test("fields that the first page does not have stand in data:json, also of chosen columns alone", async () => {
    const producer = await newProducer();
    const ctx = ctxOf(producer);
    await createItem(ctx, { identifier: `${producer.producerId} old`, data: { n: "text", other: 1 } });
    await manyItems(producer, 1_100);
    const ask = await signedIn(producer, "viewer");
    const all = await read(await ask({ list: "items", format: "csv" }));
    expect(all.rows).toHaveLength(1_101);
    const last = (name: string, { columns, texts } = all) => texts.at(-1)?.[columns.indexOf(name)];
    expect(last("data.n:number")).toBe("");
    expect(JSON.parse(last("data:json") ?? "")).toEqual({ n: "text", other: 1 });
    const query = new URLSearchParams({ list: "items", format: "csv" });
    for (const column of ["identifier", "data.n:number"]) query.append("column", column);
    const some = await read(await ask(query));
    expect(some.columns).toEqual(["identifier", "data.n:number", "data:json"]);
    expect(last("data:json", some)).toBe('{"n":"text"}');
    expect(some.texts[0]).toEqual([`${producer.producerId} 1100`, "1100", ""]);
  });
});

test("selected items are exported by a POST, in their order and without those of others", async () => {
  const producer = await newProducer();
  const [first = "", second = "", other = ""] = [
    await newItem(producer),
    await newItem(producer),
    await newItem(await newProducer()),
  ];
  const { cookie } = await newSignedIn([{ producer, role: "viewer" }]);
  const post = (filter: unknown, headers: Record<string, string> = { "sec-fetch-site": "same-origin" }) =>
    exportList(
      new Request(
        `https://assay.test/api/dashboard/export?list=selectedItems&format=csv&${producerQuery(cookie)}`,
        { method: "POST", body: JSON.stringify(filter), headers: { cookie, ...headers } },
      ),
    );
  const { columns, texts } = await read(
    await post({ identifiers: [second, other, "absent", first, second] }),
  );
  expect(texts.map((cells) => cells[columns.indexOf("identifier")])).toEqual([second, first]);
  const event = await lastEventOf(producer);
  expect(event).toMatchObject({
    targetName: "items",
    changes: [
      { path: "/format", to: "csv" },
      { path: "/count", to: 5 },
    ],
  });
  // Too long for an address: a query comes as POST, from the own pages only.
  const named = [...Array.from({ length: 998 }, (_, n) => `${first} ${n}`), first, second];
  const asPost = (headers?: Record<string, string>) =>
    callProcedure(
      "exports.describe",
      { list: "selectedItems", filter: { identifiers: named } },
      { cookie, method: "POST", ...(headers ? { headers } : {}) },
    );
  expect((await asPost()).value).toMatchObject({ rows: 1_000, hasMore: false });
  expect((await asPost({ "sec-fetch-site": "cross-site" })).status).toBe(403);
  expect((await post({ identifiers: [first] }, {})).status).toBe(403);
  for (const filter of [
    {},
    { identifiers: [] },
    { identifiers: Array(1_001).fill("x") },
    "x".repeat(2 ** 20),
  ])
    expect((await post(filter)).status).toBe(400);
});

describe("other lists", () => {
  test("scans come in the order of the list and filtered, without formulas, and are read as fast as the file is taken", async () => {
    const producer = await newProducer();
    const identifier = await newItem(producer, { title: "Watch" });
    const ids = [];
    for (const copyclassification of ["fake", "original", "fake"])
      ids.push(await newScan(identifier, { copyclassification, deviceInfo: { os: "=1+1" }, data: { a: 1 } }));
    const ask = await signedIn(producer);
    const filter = JSON.stringify({ verdict: "fake" });
    const sort = JSON.stringify({ by: "time", descending: false });
    const oldest = await read(await ask({ list: "scans", format: "csv", filter, sort }));
    expect(oldest.texts.map(([id]) => id)).toEqual([ids[0], ids[2]]);
    expect(await lastEventOf(producer)).toMatchObject({
      changes: [{ path: "/format" }, { path: "/filter/verdict" }, { path: "/sort", to: "time" }],
    });
    const text = await (await ask({ list: "scans", format: "csv", filter })).text();
    expect(text).toContain(`"'=1+1"`);
    const { columns, texts } = await read(await ask({ list: "scans", format: "csv", filter }));
    expect(texts.map(([id]) => id)).toEqual([ids[2], ids[0]]);
    expect(texts[0]?.[columns.indexOf("title")]).toBe("Watch");
    expect(texts[0]?.[columns.indexOf("data")]).toBe('{"a":1}');
    const event = await lastEventOf(producer);
    expect(event).toMatchObject({
      action: "scansExported",
      targetName: "csv",
      changes: [
        { path: "/format", to: "csv" },
        { path: "/filter/verdict", to: "fake" },
      ],
    });
  });

  test("a download that is cancelled reads no further", async () => {
    const producer = await newProducer();
    await manyItems(producer, 5_000);
    const ask = await signedIn(producer);
    const open = () => ask({ list: "items", format: "csv" });
    const reading = vi.spyOn(db(), "select");
    onTestFinished(() => reading.mockRestore());
    await (await open()).text();
    const ofOne = reading.mock.calls.length;

    const reader = (await open()).body?.getReader();
    await reader?.read();
    await reader?.cancel();
    reading.mockClear();
    // As long as the cancelled one would have read.
    await (await open()).text();
    expect(reading).toHaveBeenCalledTimes(ofOne);
  });

  test("a download that is not read any more ends, and its slot is free", async () => {
    const timing = vi.spyOn(globalThis, "setTimeout");
    onTestFinished(() => timing.mockRestore());
    const producer = await newProducer();
    await manyItems(producer, 5_000);
    const ask = await signedIn(producer);
    const open = () => ask({ list: "items", format: "csv" });
    const downloads = [await open(), await open()];
    expect((await open()).status).toBe(429);
    for (const { body } of downloads) await body?.getReader().read();
    for (const [end, ms, ...values] of timing.mock.calls) if (ms === 60_000) end(...values);
    expect((await open()).status).toBe(200);
  });

  test("an export of a device's scans records only the first characters of its hash", async () => {
    const producer = await newProducer();
    const device = createHash("sha256").update(randomUUID()).digest("hex");
    const filter = JSON.stringify({ device });
    await read(await (await signedIn(producer))({ list: "scans", format: "csv", filter }));
    expect(await lastEventOf(producer)).toMatchObject({
      changes: [{ path: "/format" }, { path: "/filter/device", to: `${device.slice(0, 8)}…` }],
    });
  });

  test("sightings, deliveries and the audit log have a row for each entry", async () => {
    const producer = await newProducer();
    const hook = await newHook(producer);
    const delivery = await sendTestEvent(ctxOf(producer), hook, "itemScanned");
    const ask = await signedIn(producer);
    const deliveries = await read(
      await ask({ list: "deliveries", format: "jsonl", filter: JSON.stringify({ hook }) }),
    );
    expect(deliveries.texts.map((cells) => cells.slice(0, 2))).toEqual([[delivery, "itemScanned"]]);
    await db().execute(sql`insert into sightings (id, identifier, timestamp, copyclassification, producer_id)
      values (new_id(), 'near', now(), 'fake', ${producer.producerId}::uuid)`);
    const sightings = await read(
      await ask({ list: "sightings", format: "xlsx", filter: '{"search":"nea"}' }),
    );
    expect(sightings.texts[0]?.slice(2, 4)).toEqual(["near", "fake"]);
    const log = await read(await ask({ list: "auditLog", format: "csv", filter: '{"kind":"producer"}' }));
    expect(log.texts.map((cells) => cells[log.columns.indexOf("action")])).toContain("listExported");
  });

  test.each(["csv", "xlsx", "jsonl"])(
    "the filtered request log as %s, without the calls of others and without bodies",
    async (format) => {
      const [producer, other] = [await newProducer(), await newProducer()];
      await get("/items/never-registered", { token: producer.token });
      await post("/items", { identifier: `canary ${randomUUID()}`, title: 7 }, { token: producer.token });
      await get("/scans", { token: producer.token });
      await get("/items/never-registered", { token: other.token });
      await flushCalls();
      const ask = await signedIn(producer, "viewer");
      const { columns, rows, texts } = await read(
        await ask({ list: "requestLog", format, filter: '{"outcome":"failed"}' }),
      );
      const cell = (row: number, name: string) => rows[row]?.cells[columns.indexOf(name)]?.text;
      expect(rows).toHaveLength(2);
      expect(
        [0, 1].map((row) => [cell(row, "method"), cell(row, "path"), cell(row, "status"), cell(row, "code")]),
      ).toEqual([
        ["POST", "/items", "400", "invalid-input"],
        ["GET", "/items/never-registered", "404", "item-not-found"],
      ]);
      expect(cell(0, "token")).toBe("First token");
      expect(JSON.stringify(texts)).not.toContain("canary");
      expect(await lastEventOf(producer)).toMatchObject({ action: "listExported", targetName: "requestLog" });
    },
  );
});

test("an export is described by its columns and rows; 403 for places and devices without the owner role", async () => {
  const producer = await newProducer();
  await newItem(producer, { data: { colour: "red" } });
  const [owner, editor] = [
    await newSignedIn([{ producer, role: "owner" }]),
    await newSignedIn([{ producer, role: "editor" }]),
  ];
  const ask = (cookie: string, list: string) =>
    callProcedure("exports.describe", { list, filter: {} }, { cookie });
  expect(await ask(editor.cookie, "items")).toMatchObject({
    value: { columns: expect.arrayContaining(["identifier", "data.colour"]), rows: 1, hasMore: false },
  });
  for (const list of ["scans", "sightings"]) {
    expect(await ask(owner.cookie, list)).toMatchObject({ status: 200 });
    expect(await ask(editor.cookie, list)).toMatchObject({ status: 403 });
  }
});

test("400, 401, 403, 404, 429: faulty wishes, no session, role or origin, of another producer, too many", async () => {
  const [producer, other] = [await newProducer(), await newProducer()];
  const [owner, editor] = [await signedIn(producer), await signedIn(producer, "editor")];
  const items = { list: "items", format: "csv" };
  for (const [query, status] of [
    [{ list: "items", format: "xml" }, 400],
    [{ list: "tokens", format: "csv" }, 400],
    [{ ...items, filter: "{" }, 400],
    [{ ...items, filter: '{"state":"x"}' }, 400],
    [{ ...items, sort: '{"by":"price","descending":true}' }, 400],
    [{ ...items, sort: "-created" }, 400],
    [{ ...items, column: "price" }, 400],
    [{ list: "scans", format: "csv" }, 403],
    [{ list: "sightings", format: "csv" }, 403],
    [{ list: "deliveries", format: "csv", filter: JSON.stringify({ hook: await newHook(other) }) }, 404],
  ] as const)
    expect((await editor(query)).status, JSON.stringify(query)).toBe(status);
  expect((await owner(items, "cross-site")).status).toBe(403);
  const url = "https://assay.test/api/dashboard/export?list=items&format=csv";
  expect((await exportList(new Request(url))).status).toBe(401);
  const open = [await owner(items), await owner(items)];
  expect((await owner(items)).status).toBe(429);
  for (const one of open) await one.body?.cancel();
  expect((await owner(items)).status).toBe(200);
});

test("308: the earlier address of the export of scans leads to the new one", () => {
  const url = "https://assay.test/api/dashboard/scans/export?format=ndjson&from=1&before=2&producer=p";
  const reply = redirectScansExport(new Request(url));
  expect(reply.status).toBe(308);
  expect(reply.headers.get("location")).toBe(
    `/api/dashboard/export?${new URLSearchParams({ list: "scans", format: "jsonl", filter: '{"from":1,"before":2}', producer: "p" })}`,
  );
});
