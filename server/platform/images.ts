import { availableParallelism } from "node:os";
import pLimit from "p-limit";
import sharp, { type Metadata, type Sharp } from "sharp";

/** The formats that are decoded. Files of other formats are never decoded. */
const FORMATS = ["jpeg", "png", "webp", "gif", "avif"] as const;
type Format = (typeof FORMATS)[number];

export const RASTER_TYPES: ReadonlySet<string> = new Set(FORMATS.map((format) => `image/${format}`));

const MAX_PIXELS = 40_000_000;
const MAX_SECONDS = 5;
const MAX_WAITING = 500;
/** A caller that waited longer has gone. */
const MAX_WAIT_MS = 10_000;

/** Allows the loaders of JPEG, PNG, WebP, GIF (two) and AVIF, and no other. */
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
// Each image is decoded once; parallelism comes from several images, not from several threads for one.
sharp.cache(false);
sharp.concurrency(1);

/** An image that cannot be processed; the message is shown to its sender. */
export class UnusableImage extends Error {
  constructor(
    reason: string,
    /** Whether a retry may succeed: the image took too long, perhaps because the machine was busy. */
    readonly isPassing = false,
  ) {
    super(reason);
  }
}

/** The queue of images is too long. */
export class TooManyImages extends Error {}

/**
 * Image work runs in libuv's four threads: at least one must stay free for files and names. One more than the number of
 * cores, since each image waits for its file for a moment.
 */
const imageLimit = pLimit(Math.min(3, availableParallelism() + 1));

/** Two large images at once would take too much memory. */
const largeImageLimit = pLimit(1);
const LARGE_BYTES = 96_000_000;
const MAX_BYTES = 320_000_000;

const isFormat = (format: string | undefined): format is Format => FORMATS.some((one) => one === format);

/** libvips names the container by its family. */
const formatOf = (metadata: Metadata) =>
  metadata.format === "heif" && metadata.compression === "av1" ? "avif" : metadata.format;

/** Memory in bytes: a plain JPEG or PNG is read row by row; other formats need several copies in memory. */
function bytesInMemory({ channels, depth, isProgressive }: Metadata, format: Format, pixels: number): number {
  const isStreamed = (format === "jpeg" || format === "png") && !isProgressive;
  return pixels * channels * (depth === "ushort" ? 2 : 1) * (isStreamed ? 1 : 4);
}

/** Formats whose memory at 40 megapixels is unacceptable; that of JPEG and WebP is not. */
const needsTooMuchMemory = ({ isProgressive }: Metadata, format: Format, isAnimated: boolean) =>
  isAnimated || format === "avif" || (format === "png" && isProgressive === true);

interface Opened {
  image: Sharp;
  format: Format;
  large: boolean;
}

/** Frames of an animation are stacked on top of each other, so no orientation can be applied. */
async function open(bytes: Uint8Array, accepted: readonly Format[]): Promise<Opened> {
  const options = { limitInputPixels: MAX_PIXELS, failOn: "error", sequentialRead: true } as const;
  const metadata = await sharp(bytes, options).metadata();
  const format = formatOf(metadata);
  if (!isFormat(format)) throw new UnusableImage("It is no JPEG, PNG, WebP, GIF or AVIF image.");
  if (!accepted.includes(format)) throw new UnusableImage("It must be a JPEG, PNG or WebP by its bytes.");
  const pages = metadata.pages ?? 1;
  const pixels = metadata.width * (metadata.pageHeight ?? metadata.height) * pages;
  if (pixels > MAX_PIXELS) {
    throw new UnusableImage(`It has ${pixels} pixels, more than the ${MAX_PIXELS} that are worked on.`);
  }
  const isAnimated = pages > 1 && format !== "avif";
  const memory = bytesInMemory(metadata, format, pixels);
  if (memory > MAX_BYTES && needsTooMuchMemory(metadata, format, isAnimated)) {
    throw new UnusableImage(
      "It takes too much memory: make it smaller, plain instead of interlaced, or JPEG.",
    );
  }
  const image = sharp(bytes, isAnimated ? { ...options, animated: true } : { ...options, autoOrient: true });
  return {
    image: image.timeout({ seconds: MAX_SECONDS }),
    format,
    large: memory > LARGE_BYTES,
  };
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

interface Work {
  change(image: Sharp): Sharp;
  quality: number;
  accepted: readonly Format[];
  /** The format of the result; the image's own by default. */
  as?: Format;
}

/** The bytes of an image, or a function that reads them when its turn comes. */
type Source = Uint8Array | (() => Promise<Uint8Array>);

async function processed(source: Source, { change, quality, accepted, as }: Work): Promise<Image> {
  if (imageLimit.pendingCount > MAX_WAITING) throw new TooManyImages("Too many images wait to be worked on.");
  const askedAt = performance.now();
  return imageLimit(async () => {
    if (performance.now() - askedAt > MAX_WAIT_MS) {
      throw new TooManyImages("Other images took too long to be worked on.");
    }
    const bytes = typeof source === "function" ? await source() : source;
    try {
      const { image, format, large } = await open(bytes, accepted);
      const result = as ?? format;
      const work = () => encoded(change(image), result, quality).toBuffer();
      return { type: `image/${result}`, bytes: await (large ? largeImageLimit(work) : work()) };
    } catch (error) {
      if (error instanceof UnusableImage) throw error;
      // Every error of libvips is due to the bytes, and its message reveals nothing else.
      const reason = reasonOf(error);
      throw new UnusableImage(`It can't be decoded as an image: ${reason}.`, reason.startsWith("timeout"));
    }
  });
}

/** The first line of the message, without libvips's notes about seeks. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message.replaceAll(/source: bad seek to \d+\n?/g, "") : "";
  const [line = ""] = message.split("\n");
  return line.slice(0, 200).replace(/[\s:.]+$/, "") || "unknown reason";
}

export interface Image {
  /** `image/jpeg` and the like. */
  type: string;
  bytes: Buffer;
}

/**
 * Scales an image to at most `width` pixels, never larger, in its own format, animation included; applies its EXIF
 * orientation and removes metadata. `quality` applies to JPEG only, 1 to 100.
 * @throws UnusableImage for other files, broken images, over 40 megapixels, or more than 5 s of work
 */
export const scaledImage = (source: Source, { width, quality }: { width: number; quality: number }) =>
  processed(source, {
    change: (image) => image.resize({ width, withoutEnlargement: true }),
    quality,
    accepted: FORMATS,
  });

const PHOTO_QUALITY = 90;
const PHOTO_FORMATS: readonly Format[] = ["jpeg", "png", "webp"];

/**
 * Re-encodes a JPEG, PNG or WebP at its own size; applies its EXIF orientation and removes metadata.
 * @throws UnusableImage as `scaledImage`, and for other formats before they are decoded
 */
export const cleanedImage = (bytes: Uint8Array) =>
  processed(bytes, { change: (image) => image, quality: PHOTO_QUALITY, accepted: PHOTO_FORMATS });

/**
 * Re-encodes a JPEG, PNG or WebP as WebP within a square of `edge` pixels; applies its EXIF orientation and removes metadata.
 * @throws UnusableImage as `cleanedImage`
 */
export const smallPhoto = (bytes: Uint8Array, edge: number) =>
  processed(bytes, {
    change: (image) => image.resize({ width: edge, height: edge, fit: "inside", withoutEnlargement: true }),
    quality: PHOTO_QUALITY,
    accepted: PHOTO_FORMATS,
    as: "webp",
  });

/**
 * Re-encodes a JPEG, PNG or WebP as an opaque JPEG within a box of pixels, for documents.
 * @throws UnusableImage as `cleanedImage`
 */
export const pictureForDocument = (bytes: Uint8Array, { width, height }: { width: number; height: number }) =>
  processed(bytes, {
    change: (image) =>
      image
        .flatten({ background: "#ffffff" })
        .resize({ width, height, fit: "inside", withoutEnlargement: true }),
    quality: 85,
    accepted: PHOTO_FORMATS,
    as: "jpeg",
  });
