import { type SQL, sql } from "drizzle-orm";
import { groups } from "@/db/schema/groups";
import { items } from "@/db/schema/items";
import type { Ctx } from "@/server/core/ctx";
import { walkIndexes } from "@/server/data/walk-indexes";
import { MAX_ROWS, rowsBehind } from "./behind";
import { ownedAlert } from "./read";

const MAX_SHOWN = 5;

/** Where the rows behind an alert come from: the most frequent values, highest first. */
export interface Concentration {
  /** The number of rows counted. */
  count: number;
  /** Whether there are older ones that were not counted. */
  isCut: boolean;
  countries: { country: string; count: number }[];
  /** Registered items, or codes that are not registered. */
  items: { identifier: string; title: string | null; count: number }[];
  groups: { id: string; title: string | null; count: number }[];
}

interface Row extends Record<string, unknown> {
  count: number;
  countries: Concentration["countries"];
  items: Concentration["items"];
  groups: Concentration["groups"];
}

const most = (column: string, value: SQL) => sql`(
  select coalesce(json_agg(${value} order by count desc, value), '[]') from (
    select ${sql.raw(column)} as value, count(*)::int as count from behind
    where ${sql.raw(column)} is not null group by 1 order by 2 desc, 1 limit ${MAX_SHOWN}) found)`;

/**
 * Reads where the rows behind an alert come from: its countries, items and groups.
 * @throws 404 if the caller has no such alert
 */
export async function concentrationOf(ctx: Ctx, id: string): Promise<Concentration> {
  const alert = await ownedAlert(ctx, id);
  const titleOf = (table: SQL, key: SQL) =>
    sql`(select title from ${table} where ${key} = value and producer_id = ${alert.producerId} limit 1)`;
  const [row] = await walkIndexes(ctx.db, (db) =>
    db.execute<Row>(sql`
      with behind as materialized (${rowsBehind(alert)})
      select (select count(*)::int from behind) as count,
        ${most("country", sql`json_build_object('country', value, 'count', count)`)} as countries,
        ${most(
          "identifier",
          sql`json_build_object('identifier', value, 'count', count,
            'title', ${titleOf(sql`${items}`, sql`deleted_at is null and identifier`)})`,
        )} as items,
        ${most(
          "group_id",
          sql`json_build_object('id', value, 'count', count, 'title', ${titleOf(sql`${groups}`, sql`id`)})`,
        )} as groups`),
  );
  const { count = 0, countries = [], items: found = [], groups: ofGroups = [] } = row ?? {};
  return {
    count: Math.min(count, MAX_ROWS),
    isCut: count > MAX_ROWS,
    countries,
    items: found,
    groups: ofGroups,
  };
}
