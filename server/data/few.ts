import { type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { COLLECTING } from "@/db/client";
import { type Ctx, inTransaction } from "@/server/core/ctx";
import { restorePlanning } from "./restore-planning";
import { MAX_MATCHES, WITHOUT_JIT } from "./text-search";

const WALKING = sql.raw(COLLECTING.map((name) => `set_config('${name}', 'off', true)`).join());

/** A condition, and the order of the index that serves it. */
export interface Way {
  where: SQL | undefined;
  indexOrder: SQL[];
}

const listed = (parts: (SQL | PgColumn)[]) => sql.join(parts, sql`, `);

/** Selects rows along indexes, up to a limit of each. */
export const alongWays = (select: SQL, from: SQL, ways: Way[], limit: number): SQL =>
  sql.join(
    ways.map(
      ({ where, indexOrder }) =>
        sql`(select ${select} from ${from} where ${where ?? sql`true`} order by ${listed(indexOrder)} limit ${limit})`,
    ),
    sql` union all `,
  );

/** Rows along indexes that have no row in common. */
interface Along {
  table: PgTable;
  id: PgColumn;
  /** The columns that `passes` and `order` need. */
  columns: PgColumn[];
  ways: Way[];
}

/**
 * The ids of the first rows in another order than that of the indexes that find them, as a Postgres array literal. Undefined
 * where there are too many rows to sort them.
 */
export const fewIds = (
  ctx: Ctx,
  { table, id, columns, ways }: Along,
  { passes, order }: { passes: SQL | undefined; order: SQL[] },
  limit: number,
): Promise<string | undefined> =>
  inTransaction(ctx, async (ctx) => {
    await ctx.db.execute(sql`select ${WALKING}, ${WITHOUT_JIT}`);
    // Named like the table, so that conditions of its columns apply to the found rows.
    const [row] = await ctx.db.execute<{ found: number; first: string }>(sql`
      with ${table} as materialized (
        ${alongWays(listed([id, ...columns]), sql`${table}`, ways, MAX_MATCHES + 1)})
      select (select count(*)::int from ${table}) as found,
        array(select ${id}::text from ${table} where ${passes ?? sql`true`}
          order by ${listed(order)} limit ${limit})::text as first`);
    await restorePlanning(ctx);
    return row && row.found <= MAX_MATCHES ? row.first : undefined;
  });
