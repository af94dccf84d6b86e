import { eq, inArray } from "drizzle-orm";
import { contents } from "@/db/schema/contents";
import type { Ctx } from "@/server/core/ctx";
import { giveSpaceBack } from "@/server/domain/contents/space";
import { emit } from "@/server/events/emit";
import { blobs } from "@/server/platform/blobs";
import { derivatives } from "@/server/platform/derivatives";
import { log } from "@/server/platform/log";
import { unnameImages } from "./redact";

/**
 * Deletes all images of scans, in the caller's transaction; hooks are told, without what the images were called. Returns
 * the ids of the files, which go with `forgetFiles` once that is committed.
 */
export async function deleteImages(ctx: Ctx, scanIds: readonly string[]): Promise<string[]> {
  if (scanIds.length === 0) return [];
  await unnameImages(ctx, scanIds);
  const images = await ctx.db
    .select()
    .from(contents)
    .where(inArray(contents.scanId, [...scanIds]))
    .orderBy(contents.id)
    .for("update");
  for (const { id, producerId, size } of images) {
    await emit(ctx, "contentDeleted", { producerId, contentId: id });
    await ctx.db.delete(contents).where(eq(contents.id, id));
    await giveSpaceBack(ctx, { producerId, of: "scanImageBytes", bytes: size });
  }
  return images.map(({ id }) => id);
}

/** What on disks belongs to rows that changed: the files of images, and pictures made of images or of scans. */
export interface Files {
  images: string[];
  /** Scans whose maps told more than is kept. */
  scans: string[];
}

/** Removes files of what is committed. What a crash leaves is found by the sweep, and by `forgetStalePictures`. */
export async function forgetFiles({ images, scans }: Files): Promise<void> {
  const gone = [...images.map((id) => blobs().remove(id)), derivatives().forget(...images, ...scans)];
  for (const outcome of await Promise.allSettled(gone)) {
    if (outcome.status === "rejected") log.warn({ err: outcome.reason }, "bytes left behind");
  }
}
