import { inArray, type SQL, sql } from "drizzle-orm";
import { type Content, contents } from "@/db/schema/contents";
import { inspectionPhotos, inspections } from "@/db/schema/inspections";
import type { Ctx } from "@/server/core/ctx";
import { giveSpaceBack } from "@/server/domain/contents/space";
import { emit } from "@/server/events/emit";

/** Deletes photos of inspections, in the caller's transaction, as `deleteImages` does. Returns the ids of the files. */
async function deletePhotos(ctx: Ctx, of: SQL): Promise<string[]> {
  const photos: Content[] = await ctx.db
    .select()
    .from(contents)
    .where(
      inArray(
        contents.id,
        ctx.db.select({ id: inspectionPhotos.contentId }).from(inspectionPhotos).where(of),
      ),
    )
    .orderBy(contents.id)
    .for("update");
  for (const { id, producerId, size } of photos) {
    await emit(ctx, "contentDeleted", { producerId, contentId: id });
    await ctx.db.delete(contents).where(sql`${contents.id} = ${id}`);
    await giveSpaceBack(ctx, { producerId, of: "contentBytes", bytes: size });
  }
  return photos.map(({ id }) => id);
}

/** Deletes those contents that are photos of inspections. */
export const deleteInspectionPhotos = (ctx: Ctx, contentIds: readonly string[]): Promise<string[]> =>
  contentIds.length === 0
    ? Promise.resolve([])
    : deletePhotos(ctx, inArray(inspectionPhotos.contentId, [...contentIds]));

/** Erases note, accuracy and photos of the inspections behind scans or sightings. Returns the ids of the files. */
export async function eraseInspectionsOf(ctx: Ctx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  await ctx.db
    .update(inspections)
    .set({ note: "", accuracy: null })
    .where(inArray(inspections.id, [...ids]));
  return deletePhotos(ctx, inArray(inspectionPhotos.inspectionId, [...ids]));
}
