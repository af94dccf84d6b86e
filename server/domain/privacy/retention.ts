import { setTimeout as delay } from "node:timers/promises";
import { and, eq, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { z } from "zod";
import { contents } from "@/db/schema/contents";
import { producers } from "@/db/schema/producers";
import { reports } from "@/db/schema/reports";
import { CURSOR_KINDS, retentionCursors } from "@/db/schema/retention-cursors";
import { scans } from "@/db/schema/scans";
import { sightings } from "@/db/schema/sightings";
import { type Ctx, inTransaction, systemCtx } from "@/server/core/ctx";
import { walkIndexes } from "@/server/data/walk-indexes";
import type { Loop, Run } from "@/server/loops/loop";
import { runPass } from "@/server/loops/pass";
import { dueAside } from "@/server/loops/set-aside";
import { type Files, forgetFiles } from "./images";
import {
  coarsenScans,
  coarsenSightings,
  deleteScanImages,
  forgetDevices,
  forgetReporters,
  forgetSightedDevices,
} from "./relieve";
import { DEFAULT_RETENTION, type Retention } from "./schema";

const AT_ONCE = 500;
/** Between steps the database is left to others for so many times as long as the step took. */
const REST_FACTOR = 2;

/** What is relieved of something once it is old, and how: walked by an index that there is anyway. */
interface Walk {
  table: PgTable;
  producerId: PgColumn;
  time: PgColumn;
  id: PgColumn;
  /** How many days it may be old. */
  days: PgColumn;
  ofNoProducer: keyof Retention | undefined;
  relieve(ctx: Ctx, ids: readonly string[]): Promise<Files>;
}

const ofScans = { table: scans, producerId: scans.producerId, time: scans.timestamp, id: scans.id };
const ofImages = {
  table: contents,
  producerId: contents.producerId,
  time: contents.createdAt,
  id: contents.id,
};
const ofSightings = {
  table: sightings,
  producerId: sightings.producerId,
  time: sightings.timestamp,
  id: sightings.id,
};

const ofReports = {
  table: reports,
  producerId: reports.producerId,
  time: reports.timestamp,
  id: reports.id,
};

const { preciseDays, deviceDays, imageDays } = producers;

const WALK: Record<(typeof CURSOR_KINDS)[number], Walk> = {
  places: { ...ofScans, days: preciseDays, ofNoProducer: undefined, relieve: coarsenScans },
  devices: { ...ofScans, days: deviceDays, ofNoProducer: undefined, relieve: forgetDevices },
  images: { ...ofImages, days: imageDays, ofNoProducer: undefined, relieve: deleteScanImages },
  sightingPlaces: {
    ...ofSightings,
    days: preciseDays,
    ofNoProducer: "preciseDays",
    relieve: coarsenSightings,
  },
  sightingDevices: {
    ...ofSightings,
    days: deviceDays,
    ofNoProducer: "deviceDays",
    relieve: forgetSightedDevices,
  },
  reports: { ...ofReports, days: deviceDays, ofNoProducer: "deviceDays", relieve: forgetReporters },
};

const NOBODY = "00000000-0000-0000-0000-000000000000";
const FIRST = { doneTo: new Date(0), doneToId: NOBODY };

type CursorKind = keyof typeof WALK;

/** Of whom a walk has rows before it: one look into the index for each, which a limit keeps the planner to. */
async function dueOf({ db }: Pick<Ctx, "db">, name: CursorKind): Promise<string[]> {
  const { table, producerId, time, id, days, ofNoProducer } = WALK[name];
  const oneAhead = (whose: SQL, daysKept: SQL) => sql`cross join lateral (
    select from ${table} where ${whose} and ${time} < now() - make_interval(days => ${daysKept})
      and (${time}, ${id}) > (coalesce(done_to, to_timestamp(0)), coalesce(done_to_id, ${NOBODY}))
    order by ${time}, ${id} limit 1) ahead`;
  const rows = await walkIndexes(db, (db) =>
    db.execute<{ id: string }>(sql`
    select ${producers.id} from ${producers}
      left join ${retentionCursors} on ${retentionCursors.producerId} = ${producers.id} and kind = ${name}
      ${oneAhead(sql`${producerId} = ${producers.id}`, sql`${days}`)}
    where ${days} is not null`),
  );
  const own = rows.map((row) => row.id);
  if (!ofNoProducer) return own;
  const [nobody] = await walkIndexes(db, (db) =>
    db.execute(sql`
    select from (select) as always
      left join ${retentionCursors} on ${retentionCursors.producerId} = ${NOBODY} and kind = ${name}
      ${oneAhead(sql`${producerId} is null`, sql`${DEFAULT_RETENTION[ofNoProducer]}::int`)}`),
  );
  return nobody ? [...own, NOBODY] : own;
}

/** For how many days something of somebody is kept; null is for good. */
async function daysOf({ db }: Ctx, { days, ofNoProducer }: Walk, whose: string): Promise<number | null> {
  if (whose === NOBODY) return ofNoProducer ? DEFAULT_RETENTION[ofNoProducer] : null;
  const [row] = await db.select({ days }).from(producers).where(eq(producers.id, whose));
  return z.number().nullable().parse(row?.days);
}

/** A row that a walk comes to; of one that was set aside and is retried, the walk is long past. */
interface Due {
  name: CursorKind;
  whose: string;
  id: string;
  at: string | null;
}

interface Row extends Record<string, unknown> {
  id: string;
  at: string;
}

type Place = Pick<typeof retentionCursors.$inferSelect, "doneTo" | "doneToId">;

const isWalk = (name: CursorKind, whose: string) =>
  and(eq(retentionCursors.producerId, whose), eq(retentionCursors.kind, name));

/** The rows that a walk comes to next: of a producer, or of nobody. */
async function nextRows(ctx: Ctx, name: CursorKind, whose: string): Promise<Due[]> {
  const walk = WALK[name];
  const days = await daysOf(ctx, walk, whose);
  if (days === null) return [];
  const [from = FIRST] = await ctx.db.select().from(retentionCursors).where(isWalk(name, whose));
  const { table, producerId, time, id } = walk;
  const walked = whose === NOBODY ? sql`${producerId} is null` : sql`${producerId} = ${whose}`;
  const rows = await walkIndexes(ctx.db, (db) =>
    db.execute<Row>(sql`
      select ${id} as id, ${time}::text as at from ${table}
      where ${walked} and ${time} < now() - make_interval(days => ${days})
        and (${time}, ${id}) > (${from.doneTo.toISOString()}, ${from.doneToId})
      order by ${time}, ${id} limit ${AT_ONCE}`),
  );
  return rows.map(({ id, at }) => ({ name, whose, id, at }));
}

/** Keeps a walk from all others until the transaction ends; nothing where another process has it. */
async function takeWalk({ db }: Ctx, name: CursorKind, producerId: string): Promise<Place | undefined> {
  await db
    .insert(retentionCursors)
    .values({ producerId, kind: name, ...FIRST })
    .onConflictDoNothing();
  const [place] = await db
    .select()
    .from(retentionCursors)
    .where(isWalk(name, producerId))
    .for("update", { skipLocked: true });
  return place;
}

const moveTo = ({ db }: Pick<Ctx, "db">, { name, whose, at, id }: Due) =>
  at === null
    ? undefined
    : db
        .update(retentionCursors)
        .set({ doneTo: sql`${at}::timestamptz`, doneToId: id })
        .where(and(isWalk(name, whose), sql`(done_to, done_to_id) < (${at}::timestamptz, ${id}::uuid)`));

/** One step of a walk: what is relieved and how far the walk is are one commit. Returns whether it was this process's. */
async function step(ctx: Ctx, rows: Due[]): Promise<boolean> {
  const last = rows.at(-1);
  if (!last) return false;
  const files = await inTransaction(ctx, async (ctx) => {
    if (last.at !== null && !(await takeWalk(ctx, last.name, last.whose))) return undefined;
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

const keyOf = ({ name, whose, id }: Due) => `${name}/${whose}/${id}`;

const MAX_RETRIED = 100;

/** Rows that could not be relieved and are due for their retry: each a batch, as they are of different walks. */
async function retriedRows({ db }: Run): Promise<Due[]> {
  const keys = await dueAside(db, "retention", MAX_RETRIED);
  return keys.flatMap((key) => {
    const [walk, whose, id] = key.split("/");
    const name = CURSOR_KINDS.find((one) => one === walk);
    return name && whose && id ? [{ name, whose, id, at: null }] : [];
  });
}

/**
 * Relieves what is older than its producer keeps it: scans and sightings of their precise place and of their device, scans
 * of their images, and suspicions of who reported them. In small steps, one for each of whom a walk has rows before it, so that
 * none waits for another's many.
 */
export function retention(): Loop<Due> {
  let steps = 0;
  const ctxOf = (run: Run) => systemCtx(run, "housekeeping");

  async function* round(run: Run, name: CursorKind): AsyncGenerator<Due[]> {
    for (const whose of await dueOf(run, name)) {
      if (run.signal.aborted) return;
      const began = performance.now();
      const rows = await nextRows(ctxOf(run), name, whose);
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
      await takeWalk(ctxOf(run), row.name, row.whose);
      await moveTo(run, row);
      steps++;
    },
  };
}

/** Relieves what is due, until nothing is left or the signal ends it. Returns how many rows it went. */
export const keepRetention = (data: Pick<Run, "db" | "batchClient">, signal?: AbortSignal): Promise<number> =>
  runPass(retention(), { ...data, signal });
