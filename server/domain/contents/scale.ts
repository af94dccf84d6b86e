import { LRUCache } from "lru-cache";
import type { Ctx } from "@/server/core/ctx";
import { invalid, notFound } from "@/server/core/errors";
import { tooManyRequests } from "@/server/data/too-many-requests";
import { blobs } from "@/server/platform/blobs";
import { RASTER_TYPES, scaledImage, TooManyImages, UnusableImage } from "@/server/platform/images";
import { imageOfItem } from "./image-of-item";
import { type Picture, type Turn, takePicture } from "./picture";
import type { ServedContent } from "./read";

/** The requested form of an image. */
export interface Scaling {
  /** Pixels. */
  width: number;
  /** For JPEG only, 1 to 100. */
  quality: number;
  turn: Turn;
}

/** Bytes never change, so their faults are cached; an image that took too long is retried after a while. */
const knownAsUnusable = new LRUCache<string, string>({ max: 10_000, ttl: 3_600_000 });
const RETRY_INTERVAL_MS = 60_000;

const unusable = (id: string, reason: string) =>
  invalid("unusable-image", `Content ${id} can't be scaled. ${reason}`);

/**
 * Scales a content to an image of at most that width.
 * @throws 400 if it is no image that can be scaled
 */
export async function scaleContent(
  content: Pick<ServedContent, "id" | "contentType">,
  scaling: Scaling,
): Promise<Picture> {
  const { id, contentType } = content;
  if (!RASTER_TYPES.has(contentType)) {
    throw invalid("not-an-image", `Content ${id} is ${contentType}; only raster images can be scaled.`);
  }
  const quality = contentType === "image/jpeg" ? `-${scaling.quality}` : "";
  const version = `${id}-${scaling.width}${quality}`;
  const bytes = await takePicture(version, scaling.turn, () => make(id, version, scaling));
  return { type: contentType, bytes, version };
}

async function make(id: string, version: string, { width, quality }: Scaling): Promise<Buffer> {
  const reason = knownAsUnusable.get(id) ?? knownAsUnusable.get(version);
  if (reason !== undefined) throw unusable(id, reason);
  const original = async () => {
    const bytes = await blobs().read(id);
    if (!bytes) throw notFound("content-not-found", `There is no content ${id} any more.`);
    return bytes;
  };
  try {
    return (await scaledImage(original, { width, quality })).bytes;
  } catch (error) {
    if (error instanceof TooManyImages) throw tooManyRequests("images at once", error.message, 1);
    if (!(error instanceof UnusableImage)) throw error;
    if (error.isPassing) knownAsUnusable.set(version, error.message, { ttl: RETRY_INTERVAL_MS });
    else knownAsUnusable.set(id, error.message);
    throw unusable(id, error.message);
  }
}

/**
 * Scales the image of an item's merged view.
 * @throws 404 if the item has none among the contents of this service
 */
export async function itemThumbnail(ctx: Ctx, identifier: string, scaling: Scaling): Promise<Picture> {
  const content = await imageOfItem(ctx, identifier);
  if (!content || !RASTER_TYPES.has(content.contentType)) {
    throw notFound("thumbnail-not-found", `Item ${identifier} has no image on this service.`);
  }
  return scaleContent(content, scaling);
}
