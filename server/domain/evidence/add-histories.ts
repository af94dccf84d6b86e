import { sql } from "drizzle-orm";
import type { PackFault } from "@/db/schema/evidence-packs";
import type { Ctx } from "@/server/core/ctx";
import { HISTORY_TEXT } from "@/server/domain/history/text";
import { addFaults, addTable } from "./add-files";
import { itemsOfCase } from "./of-case";
import { MAX } from "./schema";
import { numbered, type Stage } from "./stage";

const BATCH_SIZE = 100;

/** How an item's folder is named: after its number in the pack, since an identifier may have any characters. */
export const folderOf = (number: number): string => numbered("item", number, "");

interface PackedItem extends Record<string, unknown> {
  id: number;
  identifier: string;
  title: string | null;
  groupTitle: string | null;
  invalidatedAt: string | null;
  length: number;
}

/** Reads items of a case in the order of their ids. */
export const itemsAfter = (
  { db }: Ctx,
  caseId: string,
  after: number,
  limit: number,
): Promise<PackedItem[]> =>
  db.execute<PackedItem>(sql`
    with affected as (${itemsOfCase(caseId)})
    select items.id::float8 as id, items.identifier, items.title, groups.title as "groupTitle", items.history_length as length,
      to_json(items.invalidated_at) #>> '{}' as "invalidatedAt"
    from items left join groups on groups.id = items.group_id
    where items.id in (select id from affected) and items.id > ${after} order by items.id limit ${limit}`);

/** Adds the entries of items, each as the text whose SHA-256 is its hash, and finds those that are not as recorded. */
async function addEntries(ctx: Ctx, packId: string, found: readonly PackedItem[], first: number) {
  const numbers = JSON.stringify(found.map(({ id }, index) => ({ id, folder: folderOf(first + index) })));
  return ctx.db.execute<{ path: string; kind: PackFault["kind"] }>(sql`
    with entries as materialized (
      select entry.*, wanted.folder, convert_to(${HISTORY_TEXT}, 'UTF8') as bytes
      from json_to_recordset(${numbers}::text::json) as wanted(id bigint, folder text)
        cross join lateral (
          select * from history where item_id = wanted.id order by position desc limit ${MAX.entriesOfItem}) as entry
    ), named as materialized (
      select 'history/' || folder || '/' || lpad(position::text, 6, '0') || '.json' as path, item_id, position,
        bytes, hash, previous_hash, lag(hash) over chain as hash_before, lag(position) over chain as position_before
      from entries window chain as (partition by item_id order by position)
    ), added as (
      insert into evidence_files (pack_id, path, sha256, size, body)
      select ${packId}::uuid, path, sha256(bytes), octet_length(bytes), bytes from named
    )
    select path, case when hash <> sha256(bytes) then 'changed' else 'unlinked' end as kind from named
    where hash <> sha256(bytes) or (position_before is not null
      and (position <> position_before + 1 or previous_hash is distinct from hash_before))
    union all
    select 'history/' || wanted.folder || '/' || lpad(items.history_length::text, 6, '0') || '.json', 'missing'
    from json_to_recordset(${numbers}::text::json) as wanted(id bigint, folder text) join items on items.id = wanted.id
    where history_length > 0 and not exists (
      select from history where item_id = items.id and position = items.history_length and hash = items.history_hash)`);
}

/** Adds the next items with their histories. */
export const addHistories: Stage = async (ctx, pack, { after: [id = 0], count }) => {
  const found = await itemsAfter(ctx, pack.caseId, id, BATCH_SIZE);
  const last = found.at(-1);
  if (!last) return null;
  const first = count + 1;
  await addFaults(ctx, pack.id, [...(await addEntries(ctx, pack.id, found, first))]);
  await addTable(ctx, pack.id, numbered("items/items", first, ".csv"), [
    ["folder", "code", "title", "group", "invalidated", "entries"],
    ...found.map((item, index) => [
      folderOf(first + index),
      item.identifier,
      item.title,
      item.groupTitle,
      item.invalidatedAt,
      item.length,
    ]),
  ]);
  return { after: [last.id, 0], count: count + found.length };
};
