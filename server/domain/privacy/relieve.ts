import { and, type SQL, sql } from "drizzle-orm";
import { makePgArray, type PgColumn } from "drizzle-orm/pg-core";
import { contents } from "@/db/schema/contents";
import { reportPhotos } from "@/db/schema/report-photos";
import { reports } from "@/db/schema/reports";
import { scans } from "@/db/schema/scans";
import { sightings } from "@/db/schema/sightings";
import type { Ctx } from "@/server/core/ctx";
import { deleteImages, type Files } from "./images";
import { deleteInspectionPhotos } from "./inspections";
import { retellScans } from "./redact";

/** Cells have 0.1 degrees; a place on the maximum degree belongs to the last cell. */
const middleOfCell = (degrees: PgColumn, maxDegrees: number) =>
  sql`(least(floor(${degrees} * 10), ${maxDegrees * 10 - 1}) * 2 + 1) / 20`;

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

/** Replaces the precise places of scans by the middle of their cell. Returns the scans whose maps are out of date. */
export async function coarsenScans(ctx: Ctx, ids: readonly string[]): Promise<Files> {
  const changed = await changeScans(
    ctx,
    ids,
    sql`latitude = ${middleOfCell(scans.latitude, 90)}, longitude = ${middleOfCell(scans.longitude, 180)}, coarse = true`,
    sql`latitude is not null and not coarse`,
  );
  return { images: [], scans: changed };
}

/** Deletes device and software data of scans. System and app version stay, since many devices share them. */
export async function forgetDevices(ctx: Ctx, ids: readonly string[]): Promise<Files> {
  await changeScans(
    ctx,
    ids,
    sql`device = null, device_info = null, software_info = null`,
    sql`num_nonnulls(device, device_info, software_info) > 0`,
  );
  return NO_FILES;
}

/**
 * Deletes those contents that are images of scans, together with all other images of the same scans, and those that are
 * photos of inspections.
 */
export async function deleteScanImages(ctx: Ctx, ids: readonly string[]): Promise<Files> {
  const found = await ctx.db.execute<{ scanId: string }>(
    sql`select distinct scan_id as "scanId" from ${contents} where ${among(contents.id, ids)} and scan_id is not null`,
  );
  const scanIds = found.map(({ scanId }) => scanId);
  return {
    images: [...(await deleteImages(ctx, scanIds)), ...(await deleteInspectionPhotos(ctx, ids))],
    scans: [],
  };
}

/** Deletes e-mail, text, place, link and photo of reports; their kind and item stay. */
export async function forgetReporters(ctx: Ctx, ids: readonly string[]): Promise<Files> {
  await ctx.db
    .update(reports)
    .set({ email: null, text: "", place: null, sellerUrl: null })
    .where(and(among(reports.id, ids), sql`(num_nonnulls(email, place, seller_url) > 0 or text <> '')`));
  await ctx.db.delete(reportPhotos).where(among(reportPhotos.reportId, ids));
  return NO_FILES;
}

/** Deletes what reporters wrote in the reports that were sent with scans. */
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
