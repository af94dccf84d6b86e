import { and, eq, sql } from "drizzle-orm";
import { contents } from "@/db/schema/contents";
import { erasures } from "@/db/schema/erasures";
import { type Inspection, inspectionPhotos, inspections } from "@/db/schema/inspections";
import { scans } from "@/db/schema/scans";
import { actorIn, type Ctx, callingProducer, inTransaction, isInTransaction } from "@/server/core/ctx";
import { conflict, invalid, notFound } from "@/server/core/errors";
import { MAX_PHOTOS } from "@/server/core/inspecting";
import { addContent, type KeptFile, keepContent, orDiscard } from "@/server/domain/contents/create";
import { refuseOthers } from "./own";
import type { NewPhoto } from "./schema";

/** Whether the scan of an inspection was erased, or its sighting, which has no mark of that. */
async function isErased({ db }: Ctx, { id, producerId }: Inspection): Promise<boolean> {
  const found = await db.execute(sql`
    select 1 from ${scans} where id = ${id} and erased_at is not null
    union all select 1 from ${erasures} where scan_id = ${id} and (producer_id = ${producerId} or producer_id is null)
    limit 1`);
  return found.length > 0;
}

/** An inspection that the caller made; locked in a transaction. @throws 404 for any other; 400 for an erased one */
async function ownInspection(ctx: Ctx, id: string): Promise<Inspection> {
  const query = ctx.db
    .select()
    .from(inspections)
    .where(
      and(
        eq(inspections.id, id),
        eq(inspections.producerId, callingProducer(ctx).producerId),
        eq(inspections.personId, actorIn(ctx).id),
      ),
    );
  const [found] = await (isInTransaction(ctx) ? query.for("no key update") : query);
  if (!found) throw notFound("inspection-not-found", `There is no inspection ${id} of yours.`);
  // Read once the lock is held: an erasure changes the inspection, too.
  if (await isErased(ctx, found))
    throw invalid("scan-erased", `Nothing is added to scan ${id}, which was erased.`);
  return found;
}

const photosOf = ({ db }: Ctx, inspectionId: string) =>
  db
    .select({ name: inspectionPhotos.name, sha256: contents.sha256 })
    .from(inspectionPhotos)
    .innerJoin(contents, eq(contents.id, inspectionPhotos.contentId))
    .where(eq(inspectionPhotos.inspectionId, inspectionId))
    .limit(MAX_PHOTOS);

/**
 * Whether the inspection has the photo already.
 * @throws 404 for an inspection that is not the caller's; 409 if it has another photo of the same name; 400 beyond six, and
 *   for an erased inspection
 */
async function hasPhoto(ctx: Ctx, { inspection, photo, sha256 }: NewPhoto): Promise<boolean> {
  await ownInspection(ctx, inspection);
  const photos = await photosOf(ctx, inspection);
  const same = photos.find(({ name }) => name === photo);
  if (same?.sha256?.toString("hex") === sha256) return true;
  if (same) throw conflict("photo-differs", `The inspection has another photo "${photo}" already.`);
  if (photos.length >= MAX_PHOTOS)
    throw invalid("too-many-photos", `An inspection has at most ${MAX_PHOTOS} photos.`);
  return false;
}

/** Stores the bytes of a photo unless the inspection has it. @throws as `addPhoto`, and 400 for other bytes than a JPEG */
export async function keepPhoto(ctx: Ctx, wanted: NewPhoto, data: Uint8Array): Promise<KeptFile | undefined> {
  refuseOthers(ctx, wanted);
  if (await hasPhoto(ctx, wanted)) return undefined;
  const name = `${wanted.photo} ${wanted.inspection}.jpg`;
  const file = await keepContent(ctx, { "content-type": "image/jpeg", data, name });
  if (file.sha256?.toString("hex") === wanted.sha256) return file;
  return orDiscard(
    file,
    Promise.reject(invalid("photo-damaged", "The photo arrived damaged. Send it again.")),
  );
}

/**
 * Adds stored bytes as a photo of the caller's inspection and a file of the producer, once.
 * @throws 404 for an inspection that is not the caller's; 409 if it has another photo of the same name; 400 beyond six, for
 *   an erased inspection, and if the producer's quota is used up
 */
export const addPhoto = (ctx: Ctx, wanted: NewPhoto, file: KeptFile): Promise<void> =>
  orDiscard(
    file,
    inTransaction(ctx, async (ctx) => {
      if (await hasPhoto(ctx, wanted)) {
        // Another call was faster. The sweep removes the bytes of this one.
        return;
      }
      const { producerId } = callingProducer(ctx);
      const { id: contentId } = await addContent(ctx, file, { producerId });
      await ctx.db
        .insert(inspectionPhotos)
        .values({ inspectionId: wanted.inspection, name: wanted.photo, contentId });
    }),
  );
