import { eq } from "drizzle-orm";
import { contents } from "@/db/schema/contents";
import { type Scan, scans } from "@/db/schema/scans";
import { type Ctx, inTransaction, isInTransaction } from "@/server/core/ctx";
import { invalid, notFound } from "@/server/core/errors";
import { only } from "@/server/data/only";
import { tooManyRequests } from "@/server/data/too-many-requests";
import { addContent, type KeptFile, keepFile, orDiscard } from "@/server/domain/contents/create";
import { MAX_BYTES } from "@/server/domain/contents/schema";
import { refuseWithoutSpace } from "@/server/domain/contents/space";
import { refuseDemoCode } from "@/server/domain/public-demo/read-only";
import { isId } from "@/server/platform/ids";
import { cleanedImage, type Image, TooManyImages, UnusableImage } from "@/server/platform/images";
import { withImages } from "./read";
import type { NewScanImage } from "./schema";
import type { ScanWithImages } from "./view";

const OPEN_FOR_HOURS = 24;
const PLACES = [1, 2, 3];

const ACCEPTED_TYPES: ReadonlySet<string> = new Set(["image/jpeg", "image/png", "image/webp"]);

/**
 * The scan with an id, of any producer's item; in a transaction, the row is locked.
 * @throws 404 without the scan.
 */
export async function anyScan(ctx: Ctx, id: string): Promise<Scan> {
  const query = ctx.db.select().from(scans).where(eq(scans.id, id));
  const [scan] = isId(id) ? await (isInTransaction(ctx) ? query.for("no key update") : query) : [];
  if (!scan) throw notFound("scan-not-found", `There is no scan ${id}.`);
  return scan;
}

/**
 * The scan with an id, if it accepts images; in a transaction, the row is locked. The id is the permission: only the scanner
 * and the item's producer know it.
 * @throws 404 without the scan, 403 for a scan of the public demo, 400 after `OPEN_FOR_HOURS` and for an erased scan.
 */
async function openScan(ctx: Ctx, id: string): Promise<Scan> {
  const scan = await anyScan(ctx, id);
  await refuseDemoCode(ctx, scan.identifier);
  if (scan.erasedAt) throw invalid("scan-erased", `Nothing is added to scan ${id}, which was erased.`);
  if (Date.now() - scan.timestamp.getTime() > OPEN_FOR_HOURS * 3_600_000) {
    throw invalid("scan-too-old", `Images can be added to a scan for ${OPEN_FOR_HOURS} hours.`);
  }
  return scan;
}

async function freePlace(ctx: Ctx, scan: Scan): Promise<number> {
  const images = await ctx.db
    .select({ place: contents.scanPlace })
    .from(contents)
    .where(eq(contents.scanId, scan.id));
  const free = PLACES.find((place) => !images.some((image) => image.place === place));
  if (free === undefined) {
    throw invalid("too-many-images", `Scan ${scan.id} has its ${PLACES.length} images already.`);
  }
  return free;
}

const unusable = (reason: string) => invalid("unusable-image", `The image can't be used. ${reason}`);

async function cleaned(bytes: Uint8Array): Promise<Image> {
  try {
    const image = await cleanedImage(bytes);
    if (!ACCEPTED_TYPES.has(image.type)) throw unusable("It must be a JPEG, PNG or WebP by its bytes.");
    if (image.bytes.byteLength > MAX_BYTES) throw unusable(`Cleaned, it takes more than ${MAX_BYTES} bytes.`);
    return image;
  } catch (error) {
    if (error instanceof TooManyImages) throw tooManyRequests("images at once", error.message, 1);
    if (error instanceof UnusableImage) throw unusable(error.message);
    throw error;
  }
}

/**
 * Checks an image for a scan, strips its metadata and stores its bytes. Runs before the transaction, since it takes long.
 * @throws 404 without the scan, 400 for a closed or full scan, an unusable image or a full quota, 429 for too many images.
 */
export async function keepScanImage(ctx: Ctx, id: string, input: NewScanImage): Promise<KeptFile> {
  const scan = await openScan(ctx, id);
  await freePlace(ctx, scan);
  const { type, bytes } = await cleaned(input.data);
  await refuseWithoutSpace(ctx, {
    producerId: scan.producerId,
    of: "scanImageBytes",
    bytes: bytes.byteLength,
  });
  return keepFile({ ...input, contentType: type, data: bytes });
}

/**
 * Adds stored bytes as an image of the scan and a file of the item's producer (decision 0018).
 * @throws 404 without the scan, 400 a day after the scan, for a fourth image, and if the producer's quota is full.
 */
export const addScanImage = (ctx: Ctx, id: string, file: KeptFile): Promise<ScanWithImages> =>
  orDiscard(
    file,
    inTransaction(ctx, async (ctx) => {
      const scan = await openScan(ctx, id);
      const scanPlace = await freePlace(ctx, scan);
      await addContent(ctx, file, { producerId: scan.producerId, scanId: scan.id, scanPlace });
      return only(await withImages(ctx, [scan]));
    }),
  );
