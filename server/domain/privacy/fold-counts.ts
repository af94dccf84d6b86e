import { and, type SQL, sql } from "drizzle-orm";
import { makePgArray } from "drizzle-orm/pg-core";
import { countsToFold } from "@/db/schema/counts-to-fold";
import { FACETS } from "@/db/schema/scan-days";
import { scans } from "@/db/schema/scans";
import { type Ctx, inTransaction } from "@/server/ctx";

/** Stands for everybody in the counts of scans. */
const EVERYBODY = "00000000-0000-0000-0000-000000000000";

/** A day of somebody's counts; ISO, by UTC. */
export interface Counted extends Record<string, unknown> {
  producerId: string;
  day: string;
}

const asCounted = sql`producer_id as "producerId", day::text`;

/**
 * Notes, in the caller's transaction, that something was taken back from the counts of the days of scans. Whoever folds
 * them waits for it. Returns which.
 */
export async function noteTakenBack({ db }: Pick<Ctx, "db">, scanIds: readonly string[]): Promise<Counted[]> {
  if (scanIds.length === 0) return [];
  return db.execute<Counted>(sql`
    insert into ${countsToFold} (producer_id, day)
    select distinct whose, (timestamp at time zone 'UTC')::date as day
    from ${scans} cross join lateral (values (producer_id), (${EVERYBODY}::uuid)) as of(whose)
    where id = any(${makePgArray([...scanIds])}::uuid[]) order by 1, 2
    on conflict (producer_id, day) do update set day = excluded.day
    returning ${asCounted}`);
}

/** Of days that are over, nothing is counted any more, but for demos and imports. */
const isOver = sql`day < ((now() - interval '1 hour') at time zone 'UTC')::date`;

const facets = sql`facet = any(${makePgArray([...FACETS])}::text[])`;
const verdicts = ["original", "fake", "unknown", "error"];

/** The counts of scans: what tells one from another, those of a day by index, and what is summed. */
const COUNTS = [
  {
    table: "scan_cells",
    key: ["day", "level", "x", "y"],
    sums: [...verdicts, "latitude_sum", "longitude_sum"],
    ofDay: (day: string) => sql`level in (6, 9) and day = ${day}`,
  },
  {
    table: "scan_days",
    key: ["day", "facet", "value"],
    sums: verdicts,
    ofDay: (day: string) => sql`${facets} and day = ${day}`,
  },
  {
    table: "scan_hours",
    key: ["hour", "facet", "value"],
    sums: verdicts,
    ofDay: (day: string) =>
      sql`${facets} and hour >= ${day}::timestamp at time zone 'UTC' and hour < (${day}::date + 1)::timestamp at time zone 'UTC'`,
  },
];

type Count = (typeof COUNTS)[number];

const listed = (names: string[]) => sql.raw(names.join(", "));
const summed = (names: string[]) => sql.raw(names.map((name) => `sum(${name})`).join(", "));
const isNothing = sql.raw(`(${verdicts.map((name) => `sum(${name})`).join(", ")}) = (0, 0, 0, 0)`);

/** Makes one row of all parts of each count, and none of what is nothing in sum. */
const fold = ({ table, key, sums }: Count, producerId: string, which: SQL) => sql`
  with gone as (delete from ${sql.identifier(table)} where producer_id = ${producerId} and ${which} returning *)
  insert into ${sql.identifier(table)} (producer_id, ${listed(key)}, part, ${listed(sums)})
  select producer_id, ${listed(key)}, min(part), ${summed(sums)} from gone group by producer_id, ${listed(key)}
  having not (${isNothing})`;

const keysOf = ({ table, key, ofDay }: Count, { producerId, day }: Counted, having: SQL) => sql`
  select ${listed(key)} from ${sql.identifier(table)} where producer_id = ${producerId} and ${ofDay(day)}
  group by ${listed(key)} having ${having}`;

/** All counts of a day that is over, at once. */
async function foldPast(ctx: Ctx, of: Counted) {
  for (const count of COUNTS) {
    const parted = keysOf(count, of, sql`count(*) > 1 or ${isNothing}`);
    await ctx.db.execute(
      fold(count, of.producerId, sql`${count.ofDay(of.day)} and (${listed(count.key)}) in (${parted})`),
    );
  }
}

const LOCKED_FOR_AT_MOST = "200ms";

/**
 * Of a day that is still counted in, the counts that show what was taken: each in a transaction of its own, since whoever
 * counts holds rows of several, and with little patience, since others wait for who waits.
 */
async function foldRecent(ctx: Ctx, of: Counted) {
  for (const count of COUNTS) {
    const shows = sql`bool_or(least(original, fake, unknown, error) < 0) or ${isNothing}`;
    for (const key of await ctx.db.execute(keysOf(count, of, shows))) {
      const which =
        and(...count.key.map((name) => sql`${sql.identifier(name)} = ${key[name]}`)) ?? sql`false`;
      await inTransaction(ctx, async (ctx) => {
        await ctx.db.execute(sql`select set_config('lock_timeout', ${LOCKED_FOR_AT_MOST}, true)`);
        await ctx.db.execute(fold(count, of.producerId, which));
      });
    }
  }
}

/** Folds one day that is over, of those given or of all, unless another process is at it. Returns whether there was one. */
const foldNextPast = (ctx: Ctx, among: SQL): Promise<boolean> =>
  inTransaction(ctx, async (ctx) => {
    const [next] = await ctx.db.execute<Counted>(sql`
      delete from ${countsToFold} where (producer_id, day) in (
        select producer_id, day from ${countsToFold} where ${isOver} and ${among} order by day limit 1 for update skip locked)
      returning ${asCounted}`);
    if (next) await foldPast(ctx, next);
    return next !== undefined;
  });

const all = sql`true`;

/**
 * Folds the parts of counts that something was taken back from, so that none of them tells what that was. Days that are
 * not over are folded again once they are. The signal ends it early.
 */
export async function foldCounts(ctx: Ctx, signal?: AbortSignal, among: SQL = all): Promise<void> {
  while (!signal?.aborted && (await foldNextPast(ctx, among)));
  const recent = await ctx.db.execute<Counted>(
    sql`select ${asCounted} from ${countsToFold} where not (${isOver}) and ${among}`,
  );
  for (const of of recent) {
    if (signal?.aborted) return;
    await foldRecent(ctx, of);
  }
}

/** The same of some days. */
export async function foldCountsOf(ctx: Ctx, days: readonly Counted[]): Promise<void> {
  const pairs = sql`select * from unnest(${makePgArray(days.map(({ producerId }) => producerId))}::uuid[],
    ${makePgArray(days.map(({ day }) => day))}::date[])`;
  if (days.length > 0) await foldCounts(ctx, undefined, sql`(producer_id, day) in (${pairs})`);
}
