import { and, type SQL, sql } from "drizzle-orm";
import { COLLECTING } from "@/db/client";
import type { Ctx } from "@/server/core/ctx";
import { alongWays, type Way } from "./few";
import { only } from "./only";

/** The number of entries of a list; a rough one where counting takes too long. */
export interface Total {
  count: number;
  isExact: boolean;
}

const MAX_COUNTED = 10_000;
const TIMEOUT_MS = 40;
const CANCELLED = "57014";

const settings = (off: string[]) =>
  sql.raw(
    [...off.map((name) => [name, "off"]), ["statement_timeout", String(TIMEOUT_MS)], ["jit", "off"]]
      .map(([name, value]) => `set_config('${name}', '${value}', true)`)
      .join(),
  );

/** How to count: along indexes in their order, or by any index. */
const SETTINGS = { walking: settings(COLLECTING), searching: settings(["enable_seqscan"]) };

const isCancelled = (reason: unknown): boolean =>
  reason instanceof Error && (("code" in reason && reason.code === CANCELLED) || isCancelled(reason.cause));

/** Runs a statement that counts as `count`; undefined where it takes too long. */
export async function countInTime(
  { db }: Ctx,
  statement: SQL,
  how: keyof typeof SETTINGS = "walking",
): Promise<number | undefined> {
  try {
    return await db.transaction(async (tx) => {
      await tx.execute(sql`select ${SETTINGS[how]}`);
      return only(await tx.execute<{ count: number }>(statement)).count;
    });
  } catch (error) {
    if (isCancelled(error)) return undefined;
    throw error;
  }
}

/** Rows as a list reads them. */
export interface CountedRows {
  /** The table, with the joins that the conditions need. */
  from: SQL;
  /** The indexes that the list walks. */
  ways: Way[];
  /** Limits the rows of all ways. */
  passes?: SQL | undefined;
  /** All rows by one condition, for the planner's estimate. */
  where: SQL | undefined;
}

/** A number with two significant digits: the others of an estimate say nothing. */
const rough = (count: number) => Number(count.toPrecision(2));

/** The planner's estimate of the rows of a statement. */
export async function estimatedOf({ db }: Ctx, statement: SQL, atLeast = 0): Promise<number> {
  const [top] = await db.execute(sql`explain ${statement}`);
  const [, rows] = / rows=(\d+)/.exec(String(Object.values(top ?? {})[0])) ?? [];
  return rough(Math.max(Number(rows ?? 0), atLeast));
}

/** Counts rows along an index, up to 10,000 and for 40 ms; estimates more. */
export async function totalOf(ctx: Ctx, rows: CountedRows): Promise<Total> {
  const { from, ways, passes, where } = rows;
  const counting = ways.map((way) => ({ ...way, where: and(way.where, passes) }));
  const counted = await countInTime(
    ctx,
    sql`select count(*)::int as count from (${alongWays(sql`1`, from, counting, MAX_COUNTED + 1)}) as counted`,
  );
  if (counted !== undefined && counted <= MAX_COUNTED) return { count: counted, isExact: true };
  const statement = sql`select from ${from} where ${where ?? sql`true`}`;
  return { count: await estimatedOf(ctx, statement, counted), isExact: false };
}
