import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";

/** A partition of a table by ranges of ids. */
export interface Partition {
  /** In the schema `partitions`. */
  name: string;
  /** The lowest id that it may hold. */
  from: string;
  /** The lowest id above it. */
  until: string;
}

const LOWEST_ID = "00000000-0000-0000-0000-000000000000";

/** The partitions of a table with a range of ids, lowest first. The partition of all other ids has none. */
export async function partitionsOf(db: Db, table: string): Promise<Partition[]> {
  return db.execute<Partition & Record<string, unknown>>(sql`
    select relname as name, coalesce(bound[1], ${LOWEST_ID}) as from, bound[2] as until
    from pg_inherits join pg_class on pg_class.oid = inhrelid
      cross join regexp_match(pg_get_expr(relpartbound, pg_class.oid), $$FROM [(](?:MINVALUE|'(.*)')[)] TO [(]'(.*)'[)]$$) as bound
    where inhparent = to_regclass(${table}) and bound is not null order by until`);
}
