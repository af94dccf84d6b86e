import { type SQL, sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import type { Sql } from "postgres";
import type { BatchClient, Connection } from "@/db/client";
import { events } from "@/db/schema/events";
import { groups } from "@/db/schema/groups";
import { idempotencyKeys, type ScannedItem } from "@/db/schema/idempotency-keys";
import { items } from "@/db/schema/items";
import { scans } from "@/db/schema/scans";
import { fullProducers } from "@/db/schema/storage";
import { type Ctx, sandboxIn } from "@/server/core/ctx";
import { extended } from "@/server/core/extended";
import { isRefusal, openBatcher } from "@/server/data/batcher";
import { perClient } from "@/server/data/per-client";
import { isLight } from "@/server/data/weight";
import { type CallKey, KEPT } from "@/server/domain/idempotency/first-answers";
import { producerOf, waitingHooks } from "@/server/events/emit";
import { cells } from "@/server/platform/cells";
import { isTracing, traceparentOf } from "@/server/platform/traces";
import { storedValues, type UncommittedScan, uncommittedColumns, uncommittedFields } from "./columns";

/** The idempotency key of a scan. */
export interface ScanKey extends CallKey {
  /** The wanted locale of the answer. */
  locale: string | null;
}

const ONLY_LIGHT_ITEMS = `and ${isLight("items")} and (group_id is null or not exists (
  select from groups "group" where "group".id = items.group_id and not (${isLight('"group"')})))`;

const descriptionOf = (table: string) =>
  sql.raw(
    ["title", "image", "data", "verificationinfos"].map((field) => `'${field}', ${table}.${field}`).join(),
  );

const HASH_OF_KEY = "hashtextextended(keyed.scope || ' ' || keyed.key, 0)";

/** Takes the advisory lock of a key: its holder decides the key's first answer. */
const takeLock = (shared: boolean) =>
  sql.raw(shared ? "pg_try_advisory_xact_lock(hash)" : "pg_advisory_xact_lock(hash)::text = ''");

/** Scans of a producer that is about to leave the cell wait for its move, and must not delay others. */
const ONLY_STAYING = `and not exists (
  select from cell_moves where cell_moves.producer_id = items.producer_id and state <> 'copying')`;

/*
 * One statement records any number of scans: it locks their items in one order (against deadlocks between processes),
 * counts, inserts, and writes the events that webhooks wait for. A statement `shared` by all tenants skips locked and large
 * items and tells them apart; otherwise the statement waits for them. Scans of a producer whose quota for scanners' data is
 * used up are recorded without that data (decision 0042).
 *
 * A scan with an idempotency key is recorded if the statement claims the key (decision 0007). Whether it was free is known
 * for keys that were tried; a shared statement does not try keys whose lock another transaction holds. Locks of keys come
 * before locks of items, each in one order. Keys that are known to be used are not inserted: that would wait for
 * transactions that change their rows.
 *
 * Postgres expects one row from an insert or update, and joins such rows by comparing each with each. So hooks are looked up
 * once for each item, and only scans of items with hooks are joined. Items are found one by one, because a join would read
 * all of them while the database has no statistics of items.
 *
 * Where the process traces, scans also have a `traceparent`, for their events.
 */
export function recordScans(json: string, keys: string, shared: boolean, traces = isTracing): SQL {
  const ifShared = sql.raw(shared ? `${ONLY_LIGHT_ITEMS} ${cells() ? ONLY_STAYING : ""}` : "");
  const ofTraces = (text: string) => sql.raw(traces ? text : "");
  // A statement that waits skips nothing: an item that it did not lock was deleted meanwhile, which its snapshot does not show.
  const skipped = shared
    ? sql`case when item.id is null then (select case when true ${ifShared} then 'locked' else 'apart' end
      from ${items} where (identifier, sandbox) = (named.identifier, named.sandbox) and deleted_at is null offset 0) end`
    : sql`null`;
  return sql`
  with input as materialized (
    select * from jsonb_to_recordset(${json}::text::jsonb) as scan(${uncommittedFields}, sandbox integer${ofTraces(", traceparent text")})
  ), keyed as materialized (
    select * from jsonb_to_recordset(${keys}::text::jsonb) as keyed(id uuid, scope text, key text, "bodyHash" text, locale text)
  ), lock as materialized (
    select hash, ${takeLock(shared)} as taken
    from (select distinct ${sql.raw(HASH_OF_KEY)} as hash from keyed order by hash) as ordered
  ), named as materialized (
    select distinct identifier, sandbox from input order by identifier, sandbox
  ), locked as materialized (
    select item.* from named cross join lateral (
      select id, identifier, sandbox, producer_id, group_id, title, image, data, verificationinfos, invalidated_at
      from ${items} where items.identifier = named.identifier and items.sandbox = named.sandbox and deleted_at is null
        and (select count(*) from lock) >= 0
      ${ifShared}
      for no key update ${sql.raw(shared ? "skip locked" : "")}) as item
  ), tried as materialized (
    select keyed.*, locked.id as item_id from keyed join input using (id) join locked using (identifier, sandbox)
    where ${sql.raw(HASH_OF_KEY)} in (select hash from lock where taken)
  ), claimed as (
    insert into ${idempotencyKeys} (scope, key, body_hash, created_at, scan_id, locale, scanned_item)
    select distinct on (tried.scope, tried.key) tried.scope, tried.key, decode(tried."bodyHash", 'hex'), now(), tried.id,
      tried.locale, jsonb_build_object('identifier', locked.identifier, 'producerId', locked.producer_id,
        'groupId', locked.group_id, ${descriptionOf("locked")}, 'invalidated', locked.invalidated_at is not null,
        'group', case when "group".id is not null then jsonb_build_object(${descriptionOf('"group"')}) end)
    from tried join locked on locked.id = tried.item_id left join ${groups} as "group" on "group".id = locked.group_id
    where not exists (select from ${idempotencyKeys} as used
      where used.scope = tried.scope and used.key = tried.key and used.created_at >= now() - ${KEPT})
    on conflict (scope, key) do update set body_hash = excluded.body_hash, created_at = excluded.created_at,
      scan_id = excluded.scan_id, locale = excluded.locale, scanned_item = excluded.scanned_item,
      status = null, headers = null, body = null, sealed_body = null
      where ${idempotencyKeys.createdAt} < now() - ${KEPT}
    returning scan_id
  ), admitted as materialized (
    select input.* from input left join keyed using (id)
    where keyed.id is null or input.id in (select scan_id from claimed)
  ), counted as materialized (
    select identifier, sandbox, count(*) as scans, count(*) filter (where copyclassification = 'fake') as fakes
    from admitted group by identifier, sandbox
  ), item as (
    update ${items} set scans = items.scans + counted.scans, fakes = items.fakes + counted.fakes
    from locked, counted where items.id = locked.id and (counted.identifier, counted.sandbox) = (items.identifier, items.sandbox)
    returning items.*
  ), scan as (
    insert into ${scans} (${uncommittedColumns}, item_id, producer_id, group_id, data_dropped)
    select ${storedValues("admitted", "room.taken is not null")}, item.id, item.producer_id, item.group_id,
      room.taken is not null and (admitted.data <> '{}' or num_nonnulls(admitted."softwareInfo", admitted."deviceInfo") > 0)
    from admitted join item using (identifier, sandbox)
      left join (select producer_id as taken from ${fullProducers}) as room on room.taken = item.producer_id
    returning *
  ), watched as materialized (
    select item.id, waiting.hooks, to_jsonb(item) as item, ${producerOf(sql`item.producer_id`)} as producer
    from item cross join lateral ${waitingHooks("itemScanned", { producerId: sql`item.producer_id`, itemId: sql`item.id`, groupId: sql`item.group_id` })} waiting
    where waiting.hooks is not null
  ), event as (
    insert into ${events} (id, type, producer_id, hooks, created_at${ofTraces(", traceparent")}, snapshot)
    select scan.id, 'itemScanned', scan.producer_id, watched.hooks, scan.timestamp${ofTraces(", admitted.traceparent")}, jsonb_build_object(
      'producer', watched.producer, 'scan', to_jsonb(scan), 'item', watched.item)
    from watched join scan on scan.item_id = watched.id ${ofTraces("join admitted on admitted.id = scan.id")}
  ), keys as (
    select input.identifier, input.sandbox, json_agg(tried.id) as tried, json_agg(claimed.scan_id) as claimed
    from tried join input using (id) left join claimed on claimed.scan_id = tried.id group by input.identifier, input.sandbox
  )
  select named.identifier, named.sandbox, item.producer_id as "producerId", item.group_id as "groupId", item.title, item.image,
    item.data, item.verificationinfos, item.invalidated_at is not null as invalidated,
    case when "group".id is not null then jsonb_build_object(${descriptionOf('"group"')}) end as "group",
    item.id is not null as recorded, keys.tried, keys.claimed,
    ${skipped} as skipped
  from named left join item using (identifier, sandbox) left join ${groups} as "group" on "group".id = item.group_id
    left join keys using (identifier, sandbox)`;
}

/** Why a shared statement left a scan out: its item or key was locked, or its item is large or about to leave the cell. */
type Skipped = "locked" | "apart";

interface Row extends ScannedItem {
  sandbox: number;
  recorded: boolean;
  skipped: Skipped | null;
  /** Scans with a key that was tried, and those whose key was free. */
  tried: string[] | null;
  claimed: (string | null)[] | null;
}

/** A scan serialised as JSON for the statement. */
interface SerialisedScan {
  id: string;
  /** The item that it is of: its identifier and sandbox. */
  of: string;
  json: string;
  /** The idempotency key as JSON. */
  keyJson: string | undefined;
  traceparent: string | undefined;
}

/** `used` of a scan whose key has a first answer. */
type Outcome = { item: ScannedItem } | "missing" | "used" | Skipped;
const isSkipped = (outcome: Outcome): outcome is Skipped => outcome === "locked" || outcome === "apart";

const textOf = (shared: boolean) =>
  new PgDialect({ casing: "snake_case" }).sqlToQuery(recordScans("", "", shared)).sql;
const RECORD_UNLOCKED = textOf(true);
const RECORD_WAITING = textOf(false);

/** The key of an item. */
const nameOf = (sandbox: number, identifier: string) => `${sandbox} ${identifier}`;

const MAX_JSON_CHARACTERS = 8 * 1024 * 1024;

function outcomeOf({ id, keyJson }: SerialisedScan, row: Row | undefined): Outcome {
  if (!row || (!row.recorded && !row.skipped)) return "missing";
  if (row.skipped === "apart") return "apart";
  if (keyJson !== undefined && !row.claimed?.includes(id)) return row.tried?.includes(id) ? "used" : "locked";
  return row.recorded ? { item: row } : "locked";
}

/** Batches scans: one statement at a time over all items, or one per item with `laneOf`. */
const recorder = (
  client: Sql,
  statement: string,
  lanes: { laneOf?: (scan: SerialisedScan) => string; atOnce: number },
) =>
  openBatcher<SerialisedScan, Outcome>({
    name: "scans",
    ...lanes,
    run: async (batch) => {
      const json = `[${batch.map((scan) => scan.json).join()}]`;
      const keys = `[${batch.flatMap(({ keyJson }) => keyJson ?? []).join()}]`;
      const rows = await client.unsafe<Row[]>(statement, [json, keys], { prepare: true });
      const byItem = new Map(rows.map((row) => [nameOf(row.sandbox, row.identifier), row]));
      return batch.map((scan) => outcomeOf(scan, byItem.get(scan.of)));
    },
    most: 500,
    weigh: { weightOf: ({ json, keyJson = "" }) => json.length + keyJson.length, most: MAX_JSON_CHARACTERS },
    oneIsToBlame: isRefusal,
    traceOf: ({ traceparent }) => traceparent,
  });

/*
 * Scans of unlocked items share one statement at a time. A scan of a large item, or of one that another transaction keeps
 * locked, must not delay them: it waits in the lane of its item, in its caller's share of the database.
 */
const recordUnlocked = perClient((batchClient: BatchClient) =>
  recorder(batchClient, RECORD_UNLOCKED, { atOnce: 1 }),
);
const recordWaiting = perClient((db: Connection) =>
  recorder(db.$client, RECORD_WAITING, { laneOf: (scan) => scan.of, atOnce: 4 }),
);

/**
 * Records a scan and counts it in the same commit, which concurrent scans of a process share. With a key, the commit claims
 * it. `missing` if no item has the identifier, `used` if the key has a first answer already.
 */
export async function commitScan(
  ctx: Ctx,
  scan: UncommittedScan,
  key?: ScanKey,
): Promise<{ item: ScannedItem } | "missing" | "used"> {
  const { db, batchClient, requestId } = ctx;
  if (!("$client" in db)) throw new Error("A scan is a transaction of its own.");
  const { id } = scan;
  const sandbox = sandboxIn(ctx);
  const keyJson = key && JSON.stringify({ id, ...key, bodyHash: key.bodyHash.toString("hex") });
  const traceparent = traceparentOf(requestId);
  const json = JSON.stringify(extended(scan, { sandbox, traceparent }));
  const serialised = { id, of: nameOf(sandbox, scan.identifier), json, keyJson, traceparent };
  const shared = recordUnlocked(batchClient);
  let outcome = await shared(serialised);
  // Most locks are those of another process's shared statement, and gone before the next one.
  if (outcome === "locked") outcome = await shared(serialised);
  if (isSkipped(outcome)) outcome = await recordWaiting(db)(serialised);
  if (isSkipped(outcome)) throw new Error("A statement that waits for its items skipped one.");
  return outcome;
}
