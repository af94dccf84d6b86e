import { availableParallelism } from "node:os";
import pLimit from "p-limit";
import sharp, { type Metadata, type Sharp } from "sharp";

/** The kinds of image that are decoded; whatever else a file is, or pretends to be, is never looked into. */
const FORMATS = ["jpeg", "png", "webp", "gif", "avif"] as const;
type Format = (typeof FORMATS)[number];

export const RASTER_TYPES: ReadonlySet<string> = new Set(FORMATS.map((format) => `image/${format}`));

const MAX_PIXELS = 40_000_000;
const MAX_SECONDS = 5;
const MAX_WAITING = 500;
/** Whoever asked longer ago has gone. */
const WAITED_AT_MOST_MS = 10_000;

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
export class UnusableImage extends Error {
  constructor(
    reason: string,
    /** Whether another day might see it done: it took too long, perhaps since there was much else to do. */
    readonly isPassing = false,
  ) {
    super(reason);
  }
}

/** More work waits than will be done soon. */
export class TooManyImages extends Error {}

/**
 * Work on images runs in libuv's four threads: one at least has to stay free for files and names. One more than there are
 * cores, since each waits for its file for a moment.
 */
const atOnce = pLimit(Math.min(3, availableParallelism() + 1));

/** Two images that take much memory take too much of it. */
const largeAtOnce = pLimit(1);
const LARGE_BYTES = 96_000_000;
const MAX_BYTES = 320_000_000;

const isFormat = (format: string | undefined): format is Format => FORMATS.some((one) => one === format);

/** libvips calls the container by its family's name. */
const formatOf = (metadata: Metadata) =>
  metadata.format === "heif" && metadata.compression === "av1" ? "avif" : metadata.format;

/** Bytes that working on it takes: a plain JPEG or PNG goes row by row; of all else, several copies lie in memory. */
function bytesInMemory({ channels, depth, isProgressive }: Metadata, format: Format, pixels: number): number {
  const isStreamed = (format === "jpeg" || format === "png") && !isProgressive;
  return pixels * channels * (depth === "ushort" ? 2 : 1) * (isStreamed ? 1 : 4);
}

/** What 40 megapixels take of JPEG and WebP is bearable; of these they are not. */
const isGreedy = ({ isProgressive }: Metadata, format: Format, isAnimated: boolean) =>
  isAnimated || format === "avif" || (format === "png" && isProgressive === true);

interface Opened {
  image: Sharp;
  format: Format;
  large: boolean;
}

/** Frames of an animation are stacked on top of each other, which no orientation can turn. */
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
  if (memory > MAX_BYTES && isGreedy(metadata, format, isAnimated)) {
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
}

/** The bytes of an image, or what reads them once its turn has come. */
type Source = Uint8Array | (() => Promise<Uint8Array>);

async function worked(source: Source, { change, quality, accepted }: Work): Promise<Image> {
  if (atOnce.pendingCount > MAX_WAITING) throw new TooManyImages("Too many images wait to be worked on.");
  const asked = performance.now();
  return atOnce(async () => {
    if (performance.now() - asked > WAITED_AT_MOST_MS) {
      throw new TooManyImages("Other images took too long to be worked on.");
    }
    const bytes = typeof source === "function" ? await source() : source;
    try {
      const { image, format, large } = await open(bytes, accepted);
      const work = () => encoded(change(image), format, quality).toBuffer();
      return { type: `image/${format}`, bytes: await (large ? largeAtOnce(work) : work()) };
    } catch (error) {
      if (error instanceof UnusableImage) throw error;
      // Whatever libvips refuses lies in the bytes; its words tell of nothing but them.
      const reason = reasonOf(error);
      throw new UnusableImage(`It can't be decoded as an image: ${reason}.`, reason.startsWith("timeout"));
    }
  });
}

/** The first line, without the places where libvips looked in vain before. */
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
 * The image at most `width` pixels wide, never enlarged, in its own format, animation included; turned as its EXIF
 * orientation says and without metadata. `quality` is of JPEG alone, 1 to 100. UnusableImage for what is no image, is
 * broken, has over 40 megapixels, or takes more than 5 s.
 */
export const scaledImage = (source: Source, { width, quality }: { width: number; quality: number }) =>
  worked(source, {
    change: (image) => image.resize({ width, withoutEnlargement: true }),
    quality,
    accepted: FORMATS,
  });

const PHOTO_QUALITY = 90;
const PHOTO_FORMATS: readonly Format[] = ["jpeg", "png", "webp"];

/**
 * A JPEG, PNG or WebP in its own size, turned as its EXIF orientation says, without metadata. UnusableImage as
 * `scaledImage`, and for other formats before they are decoded.
 */
export const cleanedImage = (bytes: Uint8Array) =>
  worked(bytes, { change: (image) => image, quality: PHOTO_QUALITY, accepted: PHOTO_FORMATS });
