import { and, type SQL, sql } from "drizzle-orm";
import { makePgArray, type PgColumn } from "drizzle-orm/pg-core";
import { contents } from "@/db/schema/contents";
import { reports } from "@/db/schema/reports";
import { scans } from "@/db/schema/scans";
import { sightings } from "@/db/schema/sightings";
import type { Ctx } from "@/server/core/ctx";
import { deleteImages, type Files } from "./images";
import { retellScans } from "./redact";

/** Cells of a tenth of a degree; whatever lies on the far edge of the world belongs to the last. */
const middleOfCell = (degrees: PgColumn, most: number) =>
  sql`(least(floor(${degrees} * 10), ${most * 10 - 1}) * 2 + 1) / 20`;

const among = (id: PgColumn, ids: readonly string[]) => sql`${id} = any(${makePgArray([...ids])}::uuid[])`;

const NO_FILES: Files = { images: [], scans: [] };

async function changeScans(ctx: Ctx, ids: readonly string[], set: SQL, where: SQL): Promise<string[]> {
  const changed = await ctx.db.execute<{ id: string }>(
    sql`update ${scans} set ${set} where ${among(scans.id, ids)} and ${where} returning id`,
  );
  const changedIds = changed.map(({ id }) => id);
  await retellScans(ctx, changedIds);
  return changedIds;
}

/** Of scans, leaves of the place the middle of its cell; maps and counts by cell follow. */
export async function coarsenScans(ctx: Ctx, ids: readonly string[]): Promise<Files> {
  const changed = await changeScans(
    ctx,
    ids,
    sql`latitude = ${middleOfCell(scans.latitude, 90)}, longitude = ${middleOfCell(scans.longitude, 180)}, coarse = true`,
    sql`latitude is not null and not coarse`,
  );
  return { images: [], scans: changed };
}

/** Of scans, forgets device and software; the names of system and app version, which many share, stay. */
export async function forgetDevices(ctx: Ctx, ids: readonly string[]): Promise<Files> {
  await changeScans(
    ctx,
    ids,
    sql`device = null, device_info = null, software_info = null`,
    sql`num_nonnulls(device, device_info, software_info) > 0`,
  );
  return NO_FILES;
}

/** Of contents, deletes those that are images of scans, with all of their scans' images. */
export async function deleteScanImages(ctx: Ctx, ids: readonly string[]): Promise<Files> {
  const found = await ctx.db.execute<{ scanId: string }>(
    sql`select distinct scan_id as "scanId" from ${contents} where ${among(contents.id, ids)} and scan_id is not null`,
  );
  return {
    images: await deleteImages(
      ctx,
      found.map(({ scanId }) => scanId),
    ),
    scans: [],
  };
}

/** Of suspicions, forgets who reported them, and in which words; what they are about stays. */
export async function forgetReporters(ctx: Ctx, ids: readonly string[]): Promise<Files> {
  await ctx.db
    .update(reports)
    .set({ email: null, text: "" })
    .where(and(among(reports.id, ids), sql`(email is not null or text <> '')`));
  return NO_FILES;
}

/** The same of what was reported by whoever made some scans. */
export async function forgetReportersOf(ctx: Ctx, scanIds: readonly string[]): Promise<void> {
  const found = await ctx.db.select({ id: reports.id }).from(reports).where(among(reports.scanId, scanIds));
  await forgetReporters(
    ctx,
    found.map(({ id }) => id),
  );
}

export async function coarsenSightings(ctx: Ctx, ids: readonly string[]): Promise<Files> {
  await ctx.db.execute(sql`
    update ${sightings} set latitude = ${middleOfCell(sightings.latitude, 90)}, longitude = ${middleOfCell(sightings.longitude, 180)}
    where ${among(sightings.id, ids)} and latitude is not null`);
  return NO_FILES;
}

export async function forgetSightedDevices(ctx: Ctx, ids: readonly string[]): Promise<Files> {
  await ctx.db.execute(
    sql`update ${sightings} set device = null where ${among(sightings.id, ids)} and device is not null`,
  );
  return NO_FILES;
}
