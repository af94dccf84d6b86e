import { type SQL, sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import type { Ctx } from "@/server/core/ctx";
import { listAlerts } from "@/server/domain/alerts/list";
import { deleteOldAuditEvents } from "@/server/domain/audit-log/delete-old";
import { readAuditFeed } from "@/server/domain/audit-log/feed";
import type { FeedCursor } from "@/server/domain/audit-log/feed-cursor";
import { positionOf } from "@/server/domain/audit-log/feed-position";
import { listAuditEvents } from "@/server/domain/audit-log/list";
import { openCase } from "@/server/domain/cases/open";
import { placesOfCase } from "@/server/domain/cases/places";
import { NewCase } from "@/server/domain/cases/schema";
import { suggestionsFor } from "@/server/domain/cases/suggestions";
import { attributionOf } from "@/server/domain/code-patterns/attribute";
import { suggestPatterns } from "@/server/domain/code-patterns/suggest";
import { listUsedContents } from "@/server/domain/contents/list";
import { listGroups } from "@/server/domain/groups/list";
import { listGroupItems } from "@/server/domain/groups/list-items";
import { lastChangeOfItem } from "@/server/domain/history/last-change";
import { listHistory } from "@/server/domain/history/read";
import { listItems } from "@/server/domain/items/list";
import { concernedBy } from "@/server/domain/privacy/concerned";
import { exportPerson } from "@/server/domain/privacy/export-person";
import { listReports } from "@/server/domain/reports/list";
import { scansAfter, scansSince } from "@/server/domain/scans/latest";
import { listScans } from "@/server/domain/scans/list";
import { neighboursOf } from "@/server/domain/scans/neighbours";
import { deleteOldSightings } from "@/server/domain/sightings/delete-old";
import { listSightedIdentifiers, listUnclaimedIdentifiers } from "@/server/domain/sightings/identifiers";
import { listSightings, listUnclaimedSightings } from "@/server/domain/sightings/list";
import { readSystem } from "@/server/domain/system/read";
import { scansTable } from "@/server/exports/scans";
import { runtime } from "@/server/runtime/runtime";
import {
  ctxOf,
  itemRow,
  newGroup,
  newHook,
  newItem,
  newProducer,
  systemCtx,
} from "@/server/testing/factories";
import { rowsRead, switchAutovacuumOff } from "@/server/testing/hot-item";
import { newPattern } from "@/server/testing/patterns";
import { forgetOldEvents } from "@/server/webhooks/deliveries/forget-old";
import { listDeliveries } from "@/server/webhooks/deliveries/read";
import { replayBatch } from "@/server/webhooks/deliveries/replay";
import { only } from "./only";

// Holds decision 0053.
// Holds decision 0066.
// Holds decision 0036: without statistics, and where random reads are expensive, no list reads rows that it does not return.

const HOT = 8_000;
const LIMIT = 50;
/** A page that does not split a time reads one more row. */
const TIES = LIMIT + 2;
/** Filtered lists are walked in stretches. */
const STRETCH = 500;
const key = { cursor: undefined, limit: LIMIT };
const page = { timestamp: undefined, limit: LIMIT };

const TABLES =
  "scans, items, identifiers, history, sightings, reports, alerts, deliveries, delivery_queue, attempts, events, pending_events, audit_events, contents, groups, rollup_item_fakes";

/** Rows of one producer, item, hook, group and code, `HOT` in each table, a second apart; plus a quiet item, device and code. */
async function newWorld() {
  const { db } = runtime().database;
  const producer = await newProducer();
  const { producerId } = producer;
  const [identifier, quietIdentifier] = [await newItem(producer), await newItem(producer)];
  const [item, quiet] = [await itemRow(identifier), await itemRow(quietIdentifier)];
  const group = await newGroup(producer);
  const quietGroup = await newGroup(producer);
  const hook = await newHook(producer);
  await switchAutovacuumOff(...TABLES.split(", "));
  const rows = sql.raw(
    `(select n, now() - n * interval '1 second' as at from generate_series(1, ${HOT}) n) hot`,
  );
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`
      insert into identifiers (identifier, producer_id) select 'hot ' || n, ${producerId}::uuid from ${rows}`);
    await tx.execute(sql`
      insert into items (identifier, producer_id, group_id, created_at, updated_at)
      select 'hot ' || n, ${producerId}::uuid, case when n > ${HOT - 3} then ${quietGroup}::uuid else ${group}::uuid end, at, at
      from ${rows}`);
    await tx.execute(sql`
      insert into groups (id, producer_id, title, created_at, updated_at)
      select new_id(), ${producerId}::uuid, case when n <= ${HOT - 3} then 'hot ' || n end, at, at from ${rows} order by random()`);
    await tx.execute(sql`
      insert into rollup_item_fakes (producer_id, stretch, first, item_id, fakes)
      select ${producerId}::uuid, stretch, first, id, 1 + id % 100
      from items, (values ('year', date '2026-01-01'), ('ever', date '0001-01-01')) of(stretch, first)
      where producer_id = ${producerId}::uuid order by random()`);
    const scans = (itemId: number, device: string, which: string) => sql`
      insert into scans (id, item_id, producer_id, identifier, timestamp, copyclassification, data, device)
      select new_id(), ${itemId}, ${producerId}::uuid, ${identifier}, at, 'original', '{}', ${device} from ${rows}
      where ${sql.raw(which)} order by random()`;
    await tx.execute(scans(item.id, "hot", "true"));
    await tx.execute(scans(quiet.id, "quiet", `n > ${HOT - 3}`));
    await tx.execute(sql`
      insert into history (id, item_id, position, action, timestamp, actor_type, actor_id, actor_name, changes, request_id,
        previous_hash, hash)
      select new_id(), ${item.id}, 1 + n, 'addedToGroup', now() + n * interval '1 second', 'system', 'x', 'x', '[]', 'x', 'x', 'x'
      from ${rows} order by random()`);
    await tx.execute(sql`
      insert into sightings (id, identifier, timestamp, copyclassification, device, producer_id)
      select new_id(), case when n > ${HOT - 3} then 'quiet' else 'hot' end, at, 'unknown', 'hot', whose
      from ${rows}, (values (${producerId}::uuid), (null)) of(whose) order by random()`);
    await tx.execute(sql`
      insert into reports (id, item_id, producer_id, timestamp, kind, text)
      select new_id(), case when n > ${HOT - 3} then ${quiet.id}::bigint else ${item.id}::bigint end, ${producerId}::uuid, at, 'other', ''
      from ${rows} order by random()`);
    await tx.execute(sql`
      insert into alerts (id, producer_id, rule_id, rule_name, condition, opened_at, evidence, state)
      select new_id(), ${producerId}::uuid, ${hook}::uuid, 'x', '{"kind": "newCountry"}', at,
        '{"figures": {"kind": "newCountry"}}', case when n > ${HOT - 3} then 'open' else 'falseAlarm' end
      from ${rows} order by random()`);
    await tx.execute(sql`
      insert into audit_events (producer_id, at, actor_type, actor_id, actor_name, action, target_kind, target_id, changes, request_id)
      select ${producerId}::uuid, at, 'system', 'x', 'x', 'hookChanged', case when n > ${HOT - 3} then 'token' else 'hook' end, 'x', '[]', 'x'
      from ${rows} order by random()`);
    await tx.execute(sql`
      insert into contents (id, producer_id, content_type, size, name, created_at)
      select new_id(), ${producerId}::uuid, 'image/png', n, 'hot ' || n, at from ${rows} order by random()`);
    await tx.execute(sql`
      insert into events (id, type, producer_id, snapshot, hooks, created_at)
      select new_id(), 'itemScanned', ${producerId}::uuid, '{}', '[]', at from ${rows} order by random()`);
    await tx.execute(sql`
      insert into deliveries (event_id, hook_id, hook, created_at)
      select id, ${hook}::uuid, '{}', created_at from events order by random()`);
    await tx.execute(sql`
      insert into pending_events (producer_id, event_id) select producer_id, id from events order by random()`);
    await tx.execute(sql`
      insert into delivery_queue (delivery_id, hook_id, due_at)
      select new_id(), ${hook}::uuid, at + interval '1 day' from ${rows} order by random()`);
  });
  return { producer, identifier, quietIdentifier, itemId: item.id, group, quietGroup, hook };
}

let world: Awaited<ReturnType<typeof newWorld>>;
let ctx: Ctx;
let caseId: string;
beforeAll(async () => {
  world = await newWorld();
  ctx = ctxOf(world.producer);
  await newPattern(world.producer, "hot 77");
  const { id } = await scanOf(world.identifier);
  const links = [
    { kind: "scan" as const, refs: [id] },
    { kind: "code" as const, refs: ["hot"] },
  ];
  caseId = (await openCase(ctx, NewCase.parse({ title: "Hot", links }))).id;
});

const admin = (ctx: Ctx): Ctx => ({
  ...ctx,
  caller: { kind: "admin", actor: { type: "user", id: "01890000-0000-7000-8000-000000000000", name: "Ada" } },
});

const scanOf = async (identifier: string) => {
  const { id: itemId } = await itemRow(identifier);
  return only(
    await systemCtx().db.execute<{ id: string; at: string }>(
      sql`select id, timestamp::text as at from scans where item_id = ${itemId} order by timestamp offset 1 limit 1`,
    ),
  );
};

/** The cursor of a reader that has read all but some of the newest audit events. */
async function feedCursorAt(ctx: Ctx, unread: number): Promise<FeedCursor> {
  const { producerId } = world.producer;
  const { lineage } = await positionOf(ctx, producerId, undefined);
  const { xid, id } = only(
    await systemCtx().db.execute<{ xid: string; id: string }>(sql`
      select xid, id from audit_events where producer_id = ${producerId} order by xid desc, id desc offset ${unread} limit 1`),
  );
  return { lineage, isForeign: false, xid: Number(xid), id: Number(id), readAllAt: 0 };
}

async function firstOf(parts: AsyncGenerator<unknown>, count: number) {
  for (let n = 0; n < count; n++) await parts.next();
  await parts.return(undefined);
}

type Case = [table: string, maxRows: number, read: (ctx: Ctx) => Promise<unknown>];
const mostFakes = { by: "fakes", descending: true } as const;

/** A list in both directions. */
const inBoth = (
  name: string,
  table: string,
  read: (ctx: Ctx, descending: boolean) => Promise<unknown>,
): Record<string, Case> => ({
  [`${name}, ascending`]: [table, LIMIT + 1, (ctx) => read(ctx, false)],
  [`${name}, descending`]: [table, LIMIT + 1, (ctx) => read(ctx, true)],
});

const sortedItems = (by: "updated" | "identifier") =>
  inBoth(`items by ${by}`, "items", (ctx, descending) =>
    listItems(ctx, {}, { ...key, sort: { by, descending } }),
  );

/** The table whose rows are counted, the maximum number of rows read, and the read. */
const LISTS: Record<string, Case> = {
  // By device and by item, and the rows that are shown of them.
  "suggestions of a case": ["scans", 6 * LIMIT, (ctx) => suggestionsFor(ctx, caseId)],
  "suggestions of a case, of codes": ["sightings", 200, (ctx) => suggestionsFor(ctx, caseId)],
  "places of a case": ["scans", 1, (ctx) => placesOfCase(ctx, caseId)],
  "places of a case, of codes": ["sightings", 1_000, (ctx) => placesOfCase(ctx, caseId)],
  items: ["items", LIMIT + 1, (ctx) => listItems(ctx, {}, key)],
  "items of a group": ["items", LIMIT + 1, (ctx) => listItems(ctx, { group: world.group }, key)],
  ...sortedItems("updated"),
  ...sortedItems("identifier"),
  // The rows of both tables; the few without fakes are looked for among all.
  "items with most fakes": ["items", LIMIT + 1, (ctx) => listItems(ctx, {}, { ...key, sort: mostFakes })],
  "the roll-ups of items with most fakes": [
    "rollup_item_fakes",
    LIMIT + 1 + STRETCH,
    (ctx) => listItems(ctx, {}, { ...key, sort: mostFakes }),
  ],
  "the quiet group's items by update": [
    "items",
    // A stretch is passed and read before the index of the group is used; a small table is then read as a whole.
    2 * STRETCH + HOT + 10,
    (ctx) =>
      listItems(ctx, { group: world.quietGroup }, { ...key, sort: { by: "updated", descending: true } }),
  ],
  "a group's items": ["items", TIES, (ctx) => listGroupItems(ctx, world.group, page)],
  scans: ["scans", LIMIT + 1, (ctx) => listScans(ctx, {}, key)],
  "scans of an item": ["scans", LIMIT + 1, (ctx) => listScans(ctx, { item: world.identifier }, key)],
  "scans of a quiet item": ["scans", 3, (ctx) => listScans(ctx, { item: world.quietIdentifier }, key)],
  "scans of an item before a time": [
    "scans",
    LIMIT + 1,
    (ctx) => listScans(ctx, { item: world.identifier, before: Date.now() - 4_000_000 }, key),
  ],
  "scans of a verdict without scans": ["scans", 0, (ctx) => listScans(ctx, { verdict: "fake" }, key)],
  "scans of several verdicts": [
    "scans",
    0,
    (ctx) => listScans(ctx, { verdict: { is: ["unknown", "fake"] } }, key),
  ],
  // A walk ends after a stretch that has enough scans, and passes it once more. Originals have no index.
  "scans of several verdicts with originals": [
    "scans",
    STRETCH + LIMIT + 1,
    (ctx) => listScans(ctx, { verdict: { is: ["original", "fake"] } }, key),
  ],
  "scans of all verdicts but one": [
    "scans",
    STRETCH + LIMIT + 1,
    (ctx) => listScans(ctx, { verdict: { isNot: ["fake"] } }, key),
  ],
  "items of several groups": [
    "items",
    LIMIT + 1 + 3,
    (ctx) => listItems(ctx, { group: { is: [world.group, world.quietGroup] } }, key),
  ],
  "scans of a quiet device": ["scans", 3, (ctx) => listScans(ctx, { device: "quiet" }, key)],
  "scans since a time": ["scans", 200, (ctx) => scansSince(ctx, new Date(0), 200)],
  "scans after one": ["scans", 200, async (ctx) => scansAfter(ctx, { at: new Date(0), id: world.hook }, 200)],
  "scans beside one of a quiet device": [
    "scans",
    1 + 4 * 5,
    async (ctx) => neighboursOf(ctx, (await scanOf(world.quietIdentifier)).id),
  ],
  "an export of scans": [
    "scans",
    // A page is listed with one more row, weighed and read.
    3 * 500 + 1,
    async (ctx) => firstOf((await scansTable(ctx, { list: "scans", filter: {} })).choose(() => true).rows, 2),
  ],
  "an export of a device's data": [
    "scans",
    3 + 2 * 3 + 2 * 3,
    async (ctx) => firstOf(await exportPerson(admin(ctx), { device: "quiet" }), 8),
  ],
  "the data stored about a device": ["scans", HOT, (ctx) => concernedBy(ctx, { device: "hot" })],
  sightings: ["sightings", LIMIT + 1, (ctx) => listSightings(ctx, {}, key)],
  "sightings of a code": ["sightings", LIMIT + 1, (ctx) => listSightings(ctx, { identifier: "hot" }, key)],
  "sightings of a quiet code": ["sightings", 3, (ctx) => listSightings(ctx, { identifier: "quiet" }, key)],
  "sightings of a quiet code of no producer": [
    "sightings",
    3,
    (ctx) => listUnclaimedSightings(admin(ctx), { identifier: "quiet" }, key),
  ],
  // Each row is passed and looked up once, and 1,001 rows of each code are counted.
  "sighted codes": ["sightings", 3 * HOT + 1_004, (ctx) => listSightedIdentifiers(ctx, {}, key)],
  "codes of no producer": [
    "sightings",
    3 * HOT + 1_004,
    (ctx) => listUnclaimedIdentifiers(admin(ctx), {}, key),
  ],
  "suggested patterns": ["items", 2 * 1_000 + 2, (ctx) => suggestPatterns(ctx)],
  "the owner of a code": ["identifiers", 1, (ctx) => attributionOf(ctx, "cold 000000001", null)],
  "the owner of a claimed code": ["identifiers", 1, (ctx) => attributionOf(ctx, "hot 77 and more", null)],
  // Neighbours of the code and of its repairs, and the registered ones among its variants.
  "the owner of a miswritten code": [
    "identifiers",
    5 * 32 + 100,
    (ctx) => attributionOf(ctx, "hxt 770 and more", null),
  ],
  reports: ["reports", LIMIT + 1, (ctx) => listReports(ctx, {}, key)],
  "reports of an item": ["reports", LIMIT + 1, (ctx) => listReports(ctx, { item: world.identifier }, key)],
  "reports of a quiet item": ["reports", 3, (ctx) => listReports(ctx, { item: world.quietIdentifier }, key)],
  "reports of a scan": ["reports", 0, (ctx) => listReports(ctx, { scan: world.hook }, key)],
  alerts: ["alerts", LIMIT + 1, (ctx) => listAlerts(ctx, {}, key)],
  "open alerts": ["alerts", 3, (ctx) => listAlerts(ctx, { state: "open" }, key)],
  "the audit log": ["audit_events", LIMIT + 1, (ctx) => listAuditEvents(ctx, {}, key)],
  // Includes the two tokens that the producer was created with.
  "the audit log of tokens": ["audit_events", 5, (ctx) => listAuditEvents(ctx, { kind: "token" }, key)],
  // The page and one more row are weighed, which looks at the row behind them, too.
  "the audit feed": ["audit_events", 2 * LIMIT + 2, (ctx) => readAuditFeed(ctx, { limit: LIMIT })],
  // The cursor's own row shows that it is of this database.
  "the audit feed behind a cursor": [
    "audit_events",
    2 * LIMIT + 3,
    async (ctx) => readAuditFeed(ctx, { after: await feedCursorAt(ctx, HOT / 2), limit: LIMIT }),
  ],
  ...inBoth("files by name", "contents", (ctx, descending) =>
    listUsedContents(ctx, {}, { ...key, sort: { by: "name", descending } }),
  ),
  ...inBoth("files by size", "contents", (ctx, descending) =>
    listUsedContents(ctx, {}, { ...key, sort: { by: "size", descending } }),
  ),
  ...inBoth("groups by title", "groups", (ctx, descending) =>
    listGroups(ctx, {}, { ...key, sort: { by: "title", descending } }),
  ),
  ...inBoth("groups by update", "groups", (ctx, descending) =>
    listGroups(ctx, {}, { ...key, sort: { by: "updated", descending } }),
  ),
  ...inBoth("scans by time", "scans", (ctx, descending) =>
    listScans(ctx, {}, { ...key, sort: { by: "time", descending } }),
  ),
  ...inBoth("scans of a device by time", "scans", (ctx, descending) =>
    listScans(ctx, { device: "hot" }, { ...key, sort: { by: "time", descending } }),
  ),
  ...inBoth("sightings by time", "sightings", (ctx, descending) =>
    listSightings(ctx, {}, { ...key, sort: { by: "time", descending } }),
  ),
  ...inBoth("deliveries by time", "deliveries", (ctx, descending) =>
    listDeliveries(ctx, world.hook, { ...key, sort: { by: "time", descending } }),
  ),
  files: ["contents", LIMIT + 1, (ctx) => listUsedContents(ctx, {}, key)],
  // Each stretch is found, and read once.
  "images of scans, without any": [
    "contents",
    2 * HOT + STRETCH,
    (ctx) => listUsedContents(ctx, { source: "scan" }, key),
  ],
  // Light entries are not weighed first.
  "a history": ["history", LIMIT + 1, (ctx) => listHistory(ctx, world.identifier, page)],
  "the last change of an item": ["history", 500, (ctx) => lastChangeOfItem(ctx, world.itemId)],
  deliveries: ["deliveries", LIMIT + 1, (ctx) => listDeliveries(ctx, world.hook, key)],
  "the events of deliveries": ["events", LIMIT + 1, (ctx) => listDeliveries(ctx, world.hook, key)],
  "deletion of old events, without any": [
    "events",
    0,
    (ctx) => forgetOldEvents({ db: ctx.db, batchClient: ctx.batchClient }),
  ],
  "the oldest pending event, for the system page": [
    "pending_events",
    // Some rows are counted, and the oldest of the producer is looked up.
    HOT + 1,
    (ctx) => readSystem(admin(ctx)),
  ],
  "one batch of a replay": [
    "deliveries",
    // The foreign key of the queue reads each row once more.
    2 * 500,
    (ctx) => replayBatch(ctx, { hookId: world.hook, since: 0 }, null),
  ],
};

test.each(Object.entries(LISTS))(
  "%s: reads no more rows than its bound",
  async (_, [table, maxRows, read]) => {
    expect(await rowsRead(table, (tx) => read({ ...ctx, db: tx }))).toBeLessThanOrEqual(maxRows);
  },
);

const OLD = 50;

const oldSightings = () => sql`
  insert into sightings (id, identifier, timestamp, copyclassification, producer_id)
  select new_id(), 'old', now() - interval '800 days', 'unknown', ${world.producer.producerId}::uuid
  from generate_series(1, ${OLD}::int)`;
const oldAuditEvents = () => sql`
  insert into audit_events (id, producer_id, at, actor_type, actor_id, actor_name, action, target_kind, target_id, changes, request_id)
  overriding system value
  select -n, ${world.producer.producerId}::uuid, now() - interval '800 days', 'system', 'x', 'x', 'hookChanged', 'hook', 'x', '[]', 'x'
  from generate_series(1, ${OLD}::int) n`;
const oldEvents = () => sql`
  with old as (
    insert into events (id, type, producer_id, snapshot, hooks, created_at)
    select new_id(), 'itemScanned', ${world.producer.producerId}::uuid, '{}', '[]', now() - interval '50 days'
    from generate_series(1, ${OLD}::int) returning id, created_at)
  insert into deliveries (event_id, hook_id, hook, created_at)
  select id, ${world.hook}::uuid, '{}', created_at from old`;

test.each([
  ["sightings", "sightings", 4 * OLD, oldSightings, deleteOldSightings],
  // The oldest thousand rows are read.
  ["audit events", "audit_events", 1_000 + 4 * OLD, oldAuditEvents, deleteOldAuditEvents],
  // Read once more, to lock them.
  ["events", "events", 6 * OLD, oldEvents, forgetOldEvents],
  ["events", "deliveries", 4 * OLD, oldEvents, forgetOldEvents],
  ["events", "delivery_queue", 0, oldEvents, forgetOldEvents],
  ["events", "pending_events", 0, oldEvents, forgetOldEvents],
])("deleting old %s reads hardly more %s than it deletes", async (_, table, maxRows, old, deletes) => {
  await runtime().database.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(old());
  });
  const read = await rowsRead(table, async (tx) => {
    expect(await deletes({ ...ctx, db: tx })).toBe(OLD);
  });
  expect(read).toBeLessThanOrEqual(maxRows);
});

test("pages of an item's scans of one device return each scan once", async () => {
  const seen = new Set<string>();
  for (let cursor: Awaited<ReturnType<typeof scanOf>> | undefined, pages = 0; pages < 3; pages++) {
    const at = cursor && { at: new Date(cursor.at), id: cursor.id };
    const { entries } = await listScans(
      ctx,
      { item: world.identifier, device: "hot" },
      { cursor: at, limit: 100 },
    );
    for (const { id } of entries) seen.add(id);
    const last = entries.at(-1);
    cursor = last && { id: last.id, at: last.timestamp.toISOString() };
  }
  expect(seen.size).toBe(300);
});

test("a device's data is found by the device, even where planner statistics expect few sightings per producer", async () => {
  const { db } = runtime().database;
  const { producerId } = world.producer;
  const add = (count: number, device: string, producer: SQL) =>
    db.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`);
      await tx.execute(sql`
        insert into sightings (id, identifier, timestamp, copyclassification, device, producer_id)
        select new_id(), 'x', now(), 'unknown', ${device}, ${producer} from generate_series(1, ${count}::int)`);
    });
  await db.execute(sql`delete from sightings`);
  await add(300, "shared", sql`gen_random_uuid()`);
  await db.execute(sql`analyze sightings`);
  await add(HOT, "hot", sql`${producerId}::uuid`);
  const read = await rowsRead("sightings", (tx) => concernedBy({ ...ctx, db: tx }, { device: "shared" }));
  expect(read).toBeLessThanOrEqual(300);
});
