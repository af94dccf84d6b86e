import { and, eq, isNull, type SQL } from "drizzle-orm";
import { reportPhotos } from "@/db/schema/report-photos";
import { reports } from "@/db/schema/reports";
import { type Ctx, callingAdmin, callingProducer } from "@/server/core/ctx";
import { invalid, notFound } from "@/server/core/errors";
import { tooManyRequests } from "@/server/data/too-many-requests";
import { isId } from "@/server/platform/ids";
import { smallPhoto, TooManyImages, UnusableImage } from "@/server/platform/images";

const MAX_EDGE_PIXELS = 1_400;
const MAX_STORED_BYTES = 1_000_000;
const WAIT_SECONDS = 10;

/**
 * Makes the photo that is stored of a report: small, and without metadata.
 * @throws 400 for an unusable image; 429 while too many images wait
 */
export async function photoOf(bytes: Uint8Array): Promise<Buffer> {
  try {
    const { bytes: image } = await smallPhoto(bytes, MAX_EDGE_PIXELS);
    if (image.byteLength <= MAX_STORED_BYTES) return image;
    throw invalid("unusable-image", "The photo has too many details to be stored. Send a smaller one.");
  } catch (failure) {
    if (failure instanceof UnusableImage)
      throw invalid("unusable-image", `The image can't be used. ${failure.message}`);
    if (failure instanceof TooManyImages) throw tooManyRequests("images", failure.message, WAIT_SECONDS);
    throw failure;
  }
}

async function read({ db }: Ctx, id: string, scope: SQL): Promise<{ type: string; data: string }> {
  const [photo] = isId(id)
    ? await db
        .select({ image: reportPhotos.image })
        .from(reportPhotos)
        .innerJoin(reports, eq(reports.id, reportPhotos.reportId))
        .where(and(eq(reportPhotos.reportId, id), scope))
    : [];
  if (!photo) throw notFound("report-photo-not-found", `The report ${id} has no photo.`);
  return { type: "image/webp", data: photo.image.toString("base64") };
}

/** The photo of a report that concerns the caller. @throws 404 without one */
export const readReportPhoto = (ctx: Ctx, id: string) =>
  read(ctx, id, eq(reports.producerId, callingProducer(ctx).producerId));

/** The photo of a report that concerns no producer, for admins. @throws 404 without one */
export function readUnclaimedReportPhoto(ctx: Ctx, id: string) {
  callingAdmin(ctx);
  return read(ctx, id, isNull(reports.producerId));
}
