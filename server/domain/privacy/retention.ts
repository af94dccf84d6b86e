import { setTimeout as delay } from "node:timers/promises";
import { and, eq, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { z } from "zod";
import type { Database } from "@/db/client";
import { contents } from "@/db/schema/contents";
import { producers } from "@/db/schema/producers";
import { retentionWalks, WALKS } from "@/db/schema/retention-walks";
import { scans } from "@/db/schema/scans";
import { sightings } from "@/db/schema/sightings";
import { suspicions } from "@/db/schema/suspicions";
import { ANONYMOUS } from "@/server/auth/caller";
import { type Ctx, inTransaction } from "@/server/ctx";
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
  ofNobody: keyof Retention | undefined;
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

const ofSuspicions = {
  table: suspicions,
  producerId: suspicions.producerId,
  time: suspicions.timestamp,
  id: suspicions.id,
};

const { preciseDays, deviceDays, imageDays } = producers;

const WALK: Record<(typeof WALKS)[number], Walk> = {
  places: { ...ofScans, days: preciseDays, ofNobody: undefined, relieve: coarsenScans },
  devices: { ...ofScans, days: deviceDays, ofNobody: undefined, relieve: forgetDevices },
  images: { ...ofImages, days: imageDays, ofNobody: undefined, relieve: deleteScanImages },
  sightingPlaces: { ...ofSightings, days: preciseDays, ofNobody: "preciseDays", relieve: coarsenSightings },
  sightingDevices: {
    ...ofSightings,
    days: deviceDays,
    ofNobody: "deviceDays",
    relieve: forgetSightedDevices,
  },
  suspicions: { ...ofSuspicions, days: deviceDays, ofNobody: "deviceDays", relieve: forgetReporters },
};

const NOBODY = "00000000-0000-0000-0000-000000000000";
const FIRST = { doneTo: new Date(0), doneToId: NOBODY };

type WalkName = keyof typeof WALK;

/** Of whom a walk has rows before it: one look into the index for each, which a limit keeps the planner to. */
async function dueOf({ db }: Pick<Ctx, "db">, name: WalkName): Promise<string[]> {
  const { table, producerId, time, id, days, ofNobody } = WALK[name];
  const oneAhead = (whose: SQL, daysKept: SQL) => sql`cross join lateral (
    select from ${table} where ${whose} and ${time} < now() - make_interval(days => ${daysKept})
      and (${time}, ${id}) > (coalesce(done_to, to_timestamp(0)), coalesce(done_to_id, ${NOBODY}))
    order by ${time}, ${id} limit 1) ahead`;
  const rows = await db.execute<{ id: string }>(sql`
    select ${producers.id} from ${producers}
      left join ${retentionWalks} on ${retentionWalks.producerId} = ${producers.id} and walk = ${name}
      ${oneAhead(sql`${producerId} = ${producers.id}`, sql`${days}`)}
    where ${days} is not null`);
  const own = rows.map((row) => row.id);
  if (!ofNobody) return own;
  const [nobody] = await db.execute(sql`
    select from (select) as always
      left join ${retentionWalks} on ${retentionWalks.producerId} = ${NOBODY} and walk = ${name}
      ${oneAhead(sql`${producerId} is null`, sql`${DEFAULT_RETENTION[ofNobody]}::int`)}`);
  return nobody ? [...own, NOBODY] : own;
}

/** For how many days something of somebody is kept; null is for good. */
async function daysOf({ db }: Ctx, { days, ofNobody }: Walk, whose: string): Promise<number | null> {
  if (whose === NOBODY) return ofNobody ? DEFAULT_RETENTION[ofNobody] : null;
  const [row] = await db.select({ days }).from(producers).where(eq(producers.id, whose));
  return z.number().nullable().parse(row?.days);
}

interface Row extends Record<string, unknown> {
  id: string;
  at: string;
}

/** The rows that a walk comes to next: of a producer, or of nobody. */
async function nextRows(ctx: Ctx, walk: Walk, whose: string, from: Place): Promise<Row[]> {
  const days = await daysOf(ctx, walk, whose);
  if (days === null) return [];
  const { table, producerId, time, id } = walk;
  const walked = whose === NOBODY ? sql`${producerId} is null` : sql`${producerId} = ${whose}`;
  return ctx.db.execute<Row>(sql`
    select ${id} as id, ${time}::text as at from ${table}
    where ${walked} and ${time} < now() - make_interval(days => ${days})
      and (${time}, ${id}) > (${from.doneTo.toISOString()}, ${from.doneToId})
    order by ${time}, ${id} limit ${AT_ONCE}`);
}

type Place = Pick<typeof retentionWalks.$inferSelect, "doneTo" | "doneToId">;

/** Where a walk stands, kept from all others until the transaction ends; nothing where another process has it. */
async function takeWalk({ db }: Ctx, name: WalkName, producerId: string): Promise<Place | undefined> {
  await db
    .insert(retentionWalks)
    .values({ producerId, walk: name, ...FIRST })
    .onConflictDoNothing();
  const [place] = await db
    .select()
    .from(retentionWalks)
    .where(and(eq(retentionWalks.producerId, producerId), eq(retentionWalks.walk, name)))
    .for("update", { skipLocked: true });
  return place;
}

/** One step of a walk: what is relieved and how far the walk is are one commit. Returns how many rows it went. */
async function step(ctx: Ctx, name: WalkName, whose: string): Promise<number> {
  const walk = WALK[name];
  const done = await inTransaction(ctx, async (ctx) => {
    const from = await takeWalk(ctx, name, whose);
    const rows = from ? await nextRows(ctx, walk, whose, from) : [];
    const last = rows.at(-1);
    if (!last) return undefined;
    const files = await walk.relieve(
      ctx,
      rows.map(({ id }) => id),
    );
    await ctx.db
      .update(retentionWalks)
      .set({ doneTo: sql`${last.at}::timestamptz`, doneToId: last.id })
      .where(and(eq(retentionWalks.producerId, whose), eq(retentionWalks.walk, name)));
    return { files, rows: rows.length };
  });
  if (done) await forgetFiles(done.files);
  return done?.rows ?? 0;
}

/** One step for each of whom a walk has rows before it, so that none waits for another's many. Returns how many rows. */
async function round(ctx: Ctx, name: WalkName, signal: AbortSignal): Promise<number> {
  let rows = 0;
  for (const whose of await dueOf(ctx, name)) {
    if (signal.aborted) break;
    const began = performance.now();
    rows += await step(ctx, name, whose);
    const rest = REST_FACTOR * (performance.now() - began);
    await delay(rest, undefined, { signal }).catch(() => {});
  }
  return rows;
}

/**
 * Relieves what is older than its producer keeps it: scans and sightings of their precise place and of their device, scans
 * of their images, and suspicions of who reported them. In small steps, until nothing is left or the signal ends it. Returns how many rows it went.
 */
export async function keepRetention(
  { db, hot }: Pick<Database, "db" | "hot">,
  signal: AbortSignal = new AbortController().signal,
): Promise<number> {
  const ctx: Ctx = { caller: ANONYMOUS, db, hot, requestId: "housekeeping" };
  let all = 0;
  for (const name of WALKS) {
    for (let rows = 1; rows > 0 && !signal.aborted; all += rows) rows = await round(ctx, name, signal);
  }
  return all;
}
