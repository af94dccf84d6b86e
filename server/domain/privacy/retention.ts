import { setTimeout as delay } from "node:timers/promises";
import { and, eq, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { producers } from "@/db/schema/producers";
import { CURSOR_KINDS, retentionCursors } from "@/db/schema/retention-cursors";
import { type Ctx, inTransaction, systemCtx } from "@/server/core/ctx";
import { walkIndexes } from "@/server/data/walk-indexes";
import type { Loop, Run } from "@/server/loops/loop";
import { runPass } from "@/server/loops/pass";
import { dueAside } from "@/server/loops/set-aside";
import { forgetFiles } from "./images";
import { type CursorKind, WALK, type Walk } from "./retention-walks";
import { DEFAULT_RETENTION } from "./schema";

const BATCH_SIZE = 500;
/** Pause between steps, as a multiple of the step's duration, so that callers get the database. */
const REST_FACTOR = 2;

const NO_PRODUCER_ID = "00000000-0000-0000-0000-000000000000";
const FIRST = { doneTo: new Date(0), doneToId: NO_PRODUCER_ID };

/** Lists the producers with due rows, with one index lookup each; the limit makes the planner use the index. */
async function ownersWithDueRows({ db }: Pick<Ctx, "db">, name: CursorKind): Promise<string[]> {
  const { table, producerId, time, id, days, ofNoProducer } = WALK[name];
  const firstDue = (owner: SQL, daysKept: SQL) => sql`cross join lateral (
    select from ${table} where ${owner} and ${time} < now() - make_interval(days => ${daysKept})
      and (${time}, ${id}) > (coalesce(done_to, to_timestamp(0)), coalesce(done_to_id, ${NO_PRODUCER_ID}))
    order by ${time}, ${id} limit 1) ahead`;
  const rows = await walkIndexes(db, (db) =>
    db.execute<{ id: string }>(sql`
    select ${producers.id} from ${producers}
      left join ${retentionCursors} on ${retentionCursors.producerId} = ${producers.id} and kind = ${name}
      ${firstDue(sql`${producerId} = ${producers.id}`, sql`${days}`)}
    where ${days} is not null`),
  );
  const own = rows.map((row) => row.id);
  if (!ofNoProducer) return own;
  const [unowned] = await walkIndexes(db, (db) =>
    db.execute(sql`
    select from (select) as always
      left join ${retentionCursors} on ${retentionCursors.producerId} = ${NO_PRODUCER_ID} and kind = ${name}
      ${firstDue(sql`${producerId} is null`, sql`${DEFAULT_RETENTION[ofNoProducer]}::int`)}`),
  );
  return unowned ? [...own, NO_PRODUCER_ID] : own;
}

/** The retention of a walk's rows in days; null keeps them for good. */
async function daysOf({ db }: Ctx, { days, ofNoProducer }: Walk, owner: string): Promise<number | null> {
  if (owner === NO_PRODUCER_ID) return ofNoProducer ? DEFAULT_RETENTION[ofNoProducer] : null;
  const [row] = await db.select({ days }).from(producers).where(eq(producers.id, owner));
  return z.number().nullable().parse(row?.days);
}

type Position = Pick<typeof retentionCursors.$inferSelect, "doneTo" | "doneToId">;

/**
 * A due row, and where the walk's cursor stood when it was read. `at` is null for the retry of a row that was set aside: the
 * cursor is past it.
 */
interface Due {
  name: CursorKind;
  owner: string;
  id: string;
  at: string | null;
  from: Position;
}

interface Row extends Record<string, unknown> {
  id: string;
  at: string;
}

const isCursorOf = (name: CursorKind, owner: string) =>
  and(eq(retentionCursors.producerId, owner), eq(retentionCursors.kind, name));

/** The next due rows of a walk, of one producer or of no producer. */
async function nextRows(ctx: Ctx, name: CursorKind, owner: string): Promise<Due[]> {
  const walk = WALK[name];
  const days = await daysOf(ctx, walk, owner);
  if (days === null) return [];
  const [from = FIRST] = await ctx.db.select().from(retentionCursors).where(isCursorOf(name, owner));
  const { table, producerId, time, id } = walk;
  const ofOwner = owner === NO_PRODUCER_ID ? sql`${producerId} is null` : sql`${producerId} = ${owner}`;
  const rows = await walkIndexes(ctx.db, (db) =>
    db.execute<Row>(sql`
      select ${id} as id, ${time}::text as at from ${table}
      where ${ofOwner} and ${time} < now() - make_interval(days => ${days})
        and (${time}, ${id}) > (${from.doneTo.toISOString()}, ${from.doneToId})
      order by ${time}, ${id} limit ${BATCH_SIZE}`),
  );
  return rows.map(({ id, at }) => ({ name, owner, id, at, from }));
}

/** Locks a walk's cursor until the transaction ends; undefined if another process holds the lock. */
async function lockCursor({ db }: Ctx, name: CursorKind, producerId: string): Promise<Position | undefined> {
  await db
    .insert(retentionCursors)
    .values({ producerId, kind: name, ...FIRST })
    .onConflictDoNothing();
  const [position] = await db
    .select()
    .from(retentionCursors)
    .where(isCursorOf(name, producerId))
    .for("update", { skipLocked: true });
  return position;
}

/** Moves a walk's cursor to a row, unless the walk was set back since the row was read. */
const moveTo = ({ db }: Pick<Ctx, "db">, { name, owner, at, id, from }: Due) =>
  at === null
    ? undefined
    : db
        .update(retentionCursors)
        .set({ doneTo: sql`${at}::timestamptz`, doneToId: id })
        .where(
          and(
            isCursorOf(name, owner),
            sql`(done_to, done_to_id) >= (${from.doneTo.toISOString()}::timestamptz, ${from.doneToId}::uuid)`,
            sql`(done_to, done_to_id) < (${at}::timestamptz, ${id}::uuid)`,
          ),
        );

/**
 * Sets walks of a producer back, in the caller's transaction, because it received rows of a time that they may have passed.
 * They always go back a little, so that a step whose rows were read before does not move them on.
 */
export async function walkAgainFrom(
  { db }: Pick<Ctx, "db">,
  oldest: Date,
  { producerId, kinds }: { producerId: string; kinds: readonly CursorKind[] },
): Promise<void> {
  const doneTo = sql`least(${retentionCursors.doneTo}, ${oldest.toISOString()}::timestamptz) - interval '1 ms'`;
  await db
    .insert(retentionCursors)
    .values(kinds.map((kind) => ({ producerId, kind, doneTo: new Date(-1), doneToId: NO_PRODUCER_ID })))
    .onConflictDoUpdate({
      target: [retentionCursors.producerId, retentionCursors.kind],
      set: { doneTo, doneToId: NO_PRODUCER_ID },
    });
}

/** Runs one step of a walk; changed rows and cursor are one commit. Returns whether this process held the lock. */
async function step(ctx: Ctx, rows: Due[]): Promise<boolean> {
  const last = rows.at(-1);
  if (!last) return false;
  const files = await inTransaction(ctx, async (ctx) => {
    if (last.at !== null && !(await lockCursor(ctx, last.name, last.owner))) return undefined;
    const files = await WALK[last.name].relieve(
      ctx,
      rows.map(({ id }) => id),
    );
    await moveTo(ctx, last);
    return files;
  });
  if (files) await forgetFiles(files);
  return files !== undefined;
}

const keyOf = ({ name, owner, id }: Due) => `${name}/${owner}/${id}`;

const MAX_RETRIED = 100;

/** Rows that were set aside and are due for a retry. Each is a batch, since they belong to different walks. */
async function retriedRows({ db }: Run): Promise<Due[]> {
  const keys = await dueAside(db, "retention", MAX_RETRIED);
  return keys.flatMap((key) => {
    const [walk, owner, id] = key.split("/");
    const name = CURSOR_KINDS.find((one) => one === walk);
    return name && owner && id ? [{ name, owner, id, at: null, from: FIRST }] : [];
  });
}

/**
 * Deletes personal data older than its producer's retention: precise places and devices of scans and sightings, images of
 * scans, and text and e-mail of reports. Each round takes one small step per producer, so that no producer waits for another.
 */
export function retention(): Loop<Due> {
  let steps = 0;
  const ctxOf = (run: Run) => systemCtx(run, "housekeeping");

  async function* round(run: Run, name: CursorKind): AsyncGenerator<Due[]> {
    for (const owner of await ownersWithDueRows(run, name)) {
      if (run.signal.aborted) return;
      const began = performance.now();
      const rows = await nextRows(ctxOf(run), name, owner);
      if (rows.length > 0) yield rows;
      const rest = REST_FACTOR * (performance.now() - began);
      await delay(rest, undefined, { signal: run.signal }).catch(() => {});
    }
  }

  return {
    name: "retention",
    intervalMs: 3_600_000,
    timeoutMs: 120_000,
    keyOf,
    async *batches(run) {
      for (const row of await retriedRows(run)) yield [row];
      for (const name of CURSOR_KINDS)
        for (let before = -1; steps > before; ) {
          before = steps;
          yield* round(run, name);
        }
    },
    async work(run, rows) {
      if (await step(ctxOf(run), rows)) steps++;
    },
    async pass(run, row) {
      await lockCursor(ctxOf(run), row.name, row.owner);
      await moveTo(run, row);
      steps++;
    },
  };
}

/** Applies retention until nothing is due or the signal aborts. Returns the number of handled rows. */
export const keepRetention = (data: Pick<Run, "db" | "batchClient">, signal?: AbortSignal): Promise<number> =>
  runPass(retention(), { ...data, signal });
