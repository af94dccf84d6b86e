import { availableParallelism } from "node:os";
import pLimit from "p-limit";
import sharp, { type Metadata, type Sharp } from "sharp";

/** The kinds of image that are decoded; whatever else a file is, or pretends to be, is never looked into. */
const FORMATS = ["jpeg", "png", "webp", "gif", "avif"] as const;
type Format = (typeof FORMATS)[number];

export const RASTER_TYPES: ReadonlySet<string> = new Set(FORMATS.map((format) => `image/${format}`));

const MOST_PIXELS = 40_000_000;
const MOST_SECONDS = 5;
const MOST_WAITING = 500;

/** JPEG, PNG, WebP, GIF (two loaders) and AVIF: the loaders of the formats above, and no other. */
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: [
    "VipsForeignLoadJpegBuffer",
    "VipsForeignLoadPngBuffer",
    "VipsForeignLoadWebpBuffer",
    "VipsForeignLoadNsgifBuffer",
    "VipsForeignLoadHeifBuffer",
  ],
});
// Each image is decoded once; parallel work comes from several images, not from several threads for one.
sharp.cache(false);
sharp.concurrency(1);

/** Why an image can't be worked on; the text is for whoever sent it. */
export class UnusableImage extends Error {}

/** More work waits than will be done soon. */
export class TooManyImages extends Error {}

/** Work on images runs in libuv's few threads: some of them have to stay free for files and names. */
const atOnce = pLimit(Math.min(2, availableParallelism()));

const isFormat = (format: string | undefined): format is Format => FORMATS.some((one) => one === format);

/** libvips calls the container by its family's name. */
const formatOf = (metadata: Metadata) =>
  metadata.format === "heif" && metadata.compression === "av1" ? "avif" : metadata.format;

/** Frames of an animation are stacked on top of each other, which no orientation can turn. */
async function open(bytes: Uint8Array): Promise<{ image: Sharp; format: Format }> {
  const options = { limitInputPixels: MOST_PIXELS, failOn: "error", sequentialRead: true } as const;
  const metadata = await sharp(bytes, options).metadata();
  const format = formatOf(metadata);
  if (!isFormat(format)) throw new UnusableImage("It is no JPEG, PNG, WebP, GIF or AVIF image.");
  const pages = metadata.pages ?? 1;
  const pixels = metadata.width * (metadata.pageHeight ?? metadata.height) * pages;
  if (pixels > MOST_PIXELS) {
    throw new UnusableImage(`It has ${pixels} pixels, more than the ${MOST_PIXELS} that are worked on.`);
  }
  const isAnimated = pages > 1 && format !== "avif";
  const image = sharp(bytes, isAnimated ? { ...options, animated: true } : { ...options, autoOrient: true });
  return { image: image.timeout({ seconds: MOST_SECONDS }), format };
}

function encoded(image: Sharp, format: Format, quality: number): Sharp {
  switch (format) {
    case "jpeg":
      return image.jpeg({ quality });
    case "png":
      return image.png();
    case "webp":
      return image.webp();
    case "gif":
      return image.gif({ effort: 4 });
    case "avif":
      return image.avif({ effort: 2 });
  }
}

async function worked(bytes: Uint8Array, change: (image: Sharp) => Sharp, quality: number): Promise<Image> {
  if (atOnce.pendingCount > MOST_WAITING) throw new TooManyImages("Too many images wait to be worked on.");
  return atOnce(async () => {
    try {
      const { image, format } = await open(bytes);
      return { type: `image/${format}`, bytes: await encoded(change(image), format, quality).toBuffer() };
    } catch (error) {
      if (error instanceof UnusableImage) throw error;
      // Whatever libvips refuses lies in the bytes; its words tell of nothing but them.
      throw new UnusableImage(`It can't be decoded as an image: ${reasonOf(error)}.`);
    }
  });
}

const reasonOf = (error: unknown) =>
  error instanceof Error ? (error.message.split("\n")[0] ?? "").slice(0, 200) : "unknown reason";

export interface Image {
  /** `image/jpeg` and the like. */
  type: string;
  bytes: Buffer;
}

/**
 * The image at most `width` pixels wide, never enlarged, in its own format, animation included; turned as its EXIF
 * orientation says and without metadata. `quality` is of JPEG alone, 1 to 100. UnusableImage for what is no image, is
 * broken, has over 40 megapixels, or takes more than 5 s.
 */
export const scaledImage = (bytes: Uint8Array, { width, quality }: { width: number; quality: number }) =>
  worked(bytes, (image) => image.resize({ width, withoutEnlargement: true }), quality);

const PHOTO_QUALITY = 90;

/** The image in its own size, turned as its EXIF orientation says, without metadata. UnusableImage as `scaledImage`. */
export const cleanedImage = (bytes: Uint8Array) => worked(bytes, (image) => image, PHOTO_QUALITY);
