import { sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import type { Hot } from "@/db/client";
import { events } from "@/db/schema/events";
import { groups } from "@/db/schema/groups";
import { items } from "@/db/schema/items";
import { type Scan, scans } from "@/db/schema/scans";
import { type Ctx, isInTransaction } from "@/server/ctx";
import type { Description } from "@/server/domain/shared/describable";
import { shareStatement } from "@/server/domain/shared/share-statement";
import { someHookWaits } from "@/server/events/emit";

/** A scan that is not recorded yet: what its item decides is still open. */
export type UncommittedScan = Omit<Scan, "itemId" | "producerId"> & { eventId: string };

/** The item that a scan was recorded for, as far as the scanner's answer needs it. */
export interface ScannedItem extends Description {
  identifier: string;
  producerId: string;
  groupId: string | null;
  invalidated: boolean;
  group: Description | null;
}

/*
 * One statement records any number of scans: it locks their items in one order (so that two processes never wait for
 * each other), counts, inserts, and announces what hooks wait for. `$1` is the scans as a JSON array.
 */
const recordScans = (json: string) => sql`
  with input as materialized (
    select * from jsonb_to_recordset(${json}::text::jsonb) as scan(
      id uuid, "eventId" uuid, identifier text, timestamp timestamptz, copyclassification text,
      latitude float8, longitude float8, country text, continent text, data jsonb, "softwareInfo" jsonb,
      "deviceInfo" jsonb, os text, device text, softwareversion text, creator uuid)
  ), counted as materialized (
    select identifier, count(*) as scans, count(*) filter (where copyclassification = 'fake') as fakes
    from input group by identifier
  ), locked as materialized (
    select id from ${items} where identifier in (select identifier from counted) and deleted_at is null
    order by id for no key update
  ), item as (
    update ${items} set scans = items.scans + counted.scans, fakes = items.fakes + counted.fakes
    from locked, counted where items.id = locked.id and counted.identifier = items.identifier
    returning items.*
  ), scan as (
    insert into ${scans} (id, item_id, producer_id, identifier, timestamp, copyclassification, latitude, longitude,
      country, continent, data, software_info, device_info, os, device, softwareversion, creator)
    select input.id, item.id, item.producer_id, input.identifier, input.timestamp, input.copyclassification,
      input.latitude, input.longitude, input.country, input.continent, input.data, input."softwareInfo",
      input."deviceInfo", input.os, input.device, input.softwareversion, input.creator
    from input join item using (identifier)
    returning *
  ), event as (
    insert into ${events} (id, type, producer_id, created_at, snapshot)
    select input."eventId", 'itemScanned', scan.producer_id, scan.timestamp, jsonb_build_object(
      'scan', to_jsonb(scan), 'item', to_jsonb(item),
      'group', (select to_jsonb(${groups}) from ${groups} where ${groups.id} = item.group_id))
    from scan join input using (id) join item on item.id = scan.item_id
    where ${someHookWaits("itemScanned", { producerId: sql`scan.producer_id`, itemId: sql`item.id`, groupId: sql`item.group_id` })}
  )
  select item.identifier, item.producer_id as "producerId", item.group_id as "groupId", item.title, item.image, item.data,
    item.verificationinfos, item.invalidated_at is not null as invalidated,
    case when "group".id is not null then jsonb_build_object('title', "group".title, 'image', "group".image,
      'data', "group".data, 'verificationinfos', "group".verificationinfos) end as "group"
  from item left join ${groups} as "group" on "group".id = item.group_id`;

const RECORD_SCANS = new PgDialect({ casing: "snake_case" }).sqlToQuery(recordScans("")).sql;

/** Whether Postgres refused the values of a row, or undid the statement for another's sake: nothing of it remains. */
const isRefusal = (reason: unknown) =>
  reason instanceof Error &&
  "code" in reason &&
  typeof reason.code === "string" &&
  /^(22|23|40)/.test(reason.code);

type RecordedItem = { found: ScannedItem | undefined };

const inOrder = (batch: UncommittedScan[], rows: ScannedItem[]): RecordedItem[] => {
  const byIdentifier = new Map(rows.map((row) => [row.identifier, row]));
  return batch.map((scan) => ({ found: byIdentifier.get(scan.identifier) }));
};

const committer = (hot: Hot) =>
  shareStatement<UncommittedScan, RecordedItem>({
    run: async (batch) =>
      inOrder(
        batch,
        await hot.unsafe<ScannedItem[]>(RECORD_SCANS, [JSON.stringify(batch)], { prepare: true }),
      ),
    atOnce: 1,
    most: 500,
    oneIsToBlame: isRefusal,
  });

const committers = new WeakMap<Hot, ReturnType<typeof committer>>();

/**
 * Records a scan and counts it, at once and exactly; nothing is returned where no item has the identifier. Concurrent
 * scans of a process commit together; in a transaction the scan is part of it.
 */
export async function commitScan(ctx: Ctx, scan: UncommittedScan): Promise<ScannedItem | undefined> {
  if (isInTransaction(ctx)) {
    const [item] = await ctx.db.execute<ScannedItem & Record<string, unknown>>(
      recordScans(JSON.stringify([scan])),
    );
    return item;
  }
  let commit = committers.get(ctx.hot);
  if (!commit) {
    commit = committer(ctx.hot);
    committers.set(ctx.hot, commit);
  }
  return (await commit(scan)).found;
}
