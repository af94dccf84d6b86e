import { sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import type { Sql } from "postgres";
import type { BatchClient, Connection } from "@/db/client";
import { events } from "@/db/schema/events";
import { groups } from "@/db/schema/groups";
import { items } from "@/db/schema/items";
import { scans } from "@/db/schema/scans";
import { fullProducers } from "@/db/schema/storage";
import type { Ctx } from "@/server/core/ctx";
import { isRefusal, openBatcher } from "@/server/data/batcher";
import { isLight } from "@/server/data/weight";
import type { Description } from "@/server/domain/shared/description";
import { producerOf, waitingHooks } from "@/server/events/emit";
import { storedValues, type UncommittedScan, uncommittedColumns, uncommittedFields } from "./columns";

/** The item of a recorded scan, with the fields of the scanner's answer. */
export interface ScannedItem extends Description {
  identifier: string;
  producerId: string;
  groupId: string | null;
  invalidated: boolean;
  group: Description | null;
}

const ONLY_LIGHT_ITEMS = `and ${isLight("items")} and (group_id is null or not exists (
  select from groups "group" where "group".id = items.group_id and not (${isLight('"group"')})))`;

/*
 * One statement records any number of scans: it locks their items in one order (against deadlocks between processes),
 * counts, inserts, and writes the events that webhooks wait for. Locked and large items are skipped and reported as busy in
 * a statement `shared` by all tenants; otherwise the statement waits for them. Scans of a producer whose quota for scanners'
 * data is used up are recorded without that data (decision 0042).
 */
const recordScans = (json: string, shared: boolean) => sql`
  with input as materialized (
    select * from jsonb_to_recordset(${json}::text::jsonb) as scan(${uncommittedFields})
  ), counted as materialized (
    select identifier, count(*) as scans, count(*) filter (where copyclassification = 'fake') as fakes
    from input group by identifier
  ), locked as materialized (
    select id from ${items} where identifier in (select identifier from counted) and deleted_at is null
    ${sql.raw(shared ? ONLY_LIGHT_ITEMS : "")}
    order by id for no key update ${sql.raw(shared ? "skip locked" : "")}
  ), item as (
    update ${items} set scans = items.scans + counted.scans, fakes = items.fakes + counted.fakes
    from locked, counted where items.id = locked.id and counted.identifier = items.identifier
    returning items.*
  ), scan as (
    insert into ${scans} (${uncommittedColumns}, item_id, producer_id, group_id, data_dropped)
    select ${storedValues("input", "room.taken is not null")}, item.id, item.producer_id, item.group_id,
      room.taken is not null and (input.data <> '{}' or num_nonnulls(input."softwareInfo", input."deviceInfo") > 0)
    from input join item using (identifier)
      left join (select producer_id as taken from ${fullProducers}) as room on room.taken = item.producer_id
    returning *
  ), event as (
    insert into ${events} (id, type, producer_id, hooks, created_at, snapshot)
    select scan.id, 'itemScanned', scan.producer_id, waiting.hooks, scan.timestamp, jsonb_build_object(
      'producer', ${producerOf(sql`scan.producer_id`)}, 'scan', to_jsonb(scan), 'item', to_jsonb(item),
      'group', (select to_jsonb(${groups}) from ${groups} where ${groups.id} = item.group_id))
    from scan join item on item.id = scan.item_id
      cross join lateral ${waitingHooks("itemScanned", { producerId: sql`scan.producer_id`, itemId: sql`item.id`, groupId: sql`item.group_id` })} waiting
    where waiting.hooks is not null
  )
  select counted.identifier, item.producer_id as "producerId", item.group_id as "groupId", item.title, item.image,
    item.data, item.verificationinfos, item.invalidated_at is not null as invalidated,
    case when "group".id is not null then jsonb_build_object('title', "group".title, 'image', "group".image,
      'data', "group".data, 'verificationinfos', "group".verificationinfos) end as "group",
    item.id is not null as recorded,
    item.id is null and exists (select from ${items} where identifier = counted.identifier and deleted_at is null) as busy
  from counted left join item using (identifier) left join ${groups} as "group" on "group".id = item.group_id`;

type Row = ScannedItem & { recorded: boolean; busy: boolean };

/** A scan serialised as JSON for the statement. */
interface SerialisedScan {
  identifier: string;
  json: string;
}

type Outcome = { item: ScannedItem } | "missing" | "busy";

const textOf = (shared: boolean) =>
  new PgDialect({ casing: "snake_case" }).sqlToQuery(recordScans("", shared)).sql;
const RECORD_UNLOCKED = textOf(true);
const RECORD_WAITING = textOf(false);

const MAX_JSON_CHARACTERS = 8 * 1024 * 1024;

const outcomeOf = (row: Row | undefined): Outcome => {
  if (!row || (!row.recorded && !row.busy)) return "missing";
  return row.recorded ? { item: row } : "busy";
};

/** Batches scans: one statement at a time over all items, or one per item with `laneOf`. */
const recorder = (
  client: Sql,
  statement: string,
  lanes: { laneOf?: (scan: SerialisedScan) => string; atOnce: number },
) =>
  openBatcher<SerialisedScan, Outcome>({
    ...lanes,
    run: async (batch) => {
      const json = `[${batch.map((scan) => scan.json).join()}]`;
      const rows = await client.unsafe<Row[]>(statement, [json], { prepare: true });
      const byIdentifier = new Map(rows.map((row) => [row.identifier, row]));
      return batch.map((scan) => outcomeOf(byIdentifier.get(scan.identifier)));
    },
    most: 500,
    weigh: { weightOf: (scan) => scan.json.length, most: MAX_JSON_CHARACTERS },
    oneIsToBlame: isRefusal,
  });

/*
 * Scans of unlocked items share one statement at a time. A scan of a large item, or of one that another transaction has
 * locked, must not delay them: it waits in the lane of its item, in its caller's share of the database.
 */
const recordUnlocked = perClient((batchClient: BatchClient) =>
  recorder(batchClient, RECORD_UNLOCKED, { atOnce: 1 }),
);
const recordWaiting = perClient((db: Connection) =>
  recorder(db.$client, RECORD_WAITING, { laneOf: (scan) => scan.identifier, atOnce: 4 }),
);

/** Creates one value per client, on first use. */
function perClient<Client extends object, Made>(make: (client: Client) => Made): (client: Client) => Made {
  const made = new WeakMap<Client, Made>();
  return (client) => {
    let one = made.get(client);
    if (!one) {
      one = make(client);
      made.set(client, one);
    }
    return one;
  };
}

/**
 * Records a scan and counts it in the same commit. Returns undefined if no item has the identifier. Concurrent scans of a
 * process commit together; inside a transaction the scan is part of it.
 */
export async function commitScan(ctx: Ctx, scan: UncommittedScan): Promise<ScannedItem | undefined> {
  const serialised = { identifier: scan.identifier, json: JSON.stringify(scan) };
  const { db, batchClient } = ctx;
  if (!("$client" in db)) return itemOf(await recordInTransaction(ctx, serialised));
  const outcome = await recordUnlocked(batchClient)(serialised);
  return itemOf(outcome === "busy" ? await recordWaiting(db)(serialised) : outcome);
}

const itemOf = (outcome: Outcome) => (typeof outcome === "object" ? outcome.item : undefined);

async function recordInTransaction(ctx: Ctx, scan: SerialisedScan): Promise<Outcome> {
  const [row] = await ctx.db.execute<Row & Record<string, unknown>>(recordScans(`[${scan.json}]`, false));
  return outcomeOf(row);
}
