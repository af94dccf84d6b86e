import { eq, inArray } from "drizzle-orm";
import { contents } from "@/db/schema/contents";
import type { Ctx } from "@/server/core/ctx";
import { giveSpaceBack } from "@/server/domain/contents/space";
import { emit } from "@/server/events/emit";
import { blobs } from "@/server/platform/blobs";
import { forgetDerivatives } from "@/server/platform/derivatives";
import { log } from "@/server/platform/log";
import { unnameImages } from "./redact";

/**
 * Deletes all images of scans, in the caller's transaction, and emits events without the images' names. Returns the ids of
 * the files; `forgetFiles` removes them after the commit.
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

/** Stored bytes that belong to changed rows: image files, and derivatives of images and scans. */
export interface Files {
  images: string[];
  /** Scans whose maps show more than their rows keep. */
  scans: string[];
}

/** Removes files after the commit. After a crash, the sweep and `forgetStalePictures` remove the rest. */
export async function forgetFiles({ images, scans }: Files): Promise<void> {
  const removals = [...images.map((id) => blobs().remove(id)), forgetDerivatives(...images, ...scans)];
  for (const outcome of await Promise.allSettled(removals)) {
    if (outcome.status === "rejected") log.warn({ err: outcome.reason }, "file not removed");
  }
}
