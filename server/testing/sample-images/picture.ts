import sharp, { type Sharp } from "sharp";

// Generated pictures, and their encoding.

export const FORMATS = ["jpeg", "png", "webp", "gif", "avif"] as const;
export type Format = (typeof FORMATS)[number];

/** A file with its declared type. */
export interface Sample {
  name: string;
  type: string;
  bytes: Buffer;
}

export type Colour = [red: number, green: number, blue: number];

/** Colours of a picture's quarters: top left, top right, bottom left, bottom right. */
export const QUARTERS: [Colour, Colour, Colour, Colour] = [
  [190, 60, 60],
  [70, 150, 80],
  [60, 80, 160],
  [200, 180, 90],
];

export const WIDTH = 64;
export const HEIGHT = 48;

/** Metadata that no answer of the service may contain. */
export const SECRET = "53.5511N-9.9937E";

export function quarterAt(x: number, y: number, width: number, height: number): Colour {
  const [topLeft, topRight, bottomLeft, bottomRight] = QUARTERS;
  if (y < height / 2) return x < width / 2 ? topLeft : topRight;
  return x < width / 2 ? bottomLeft : bottomRight;
}

/** The bytes of the picture in four colours; `seen` maps a place to the picture's pixel there. */
export function pixels(
  width = WIDTH,
  height = HEIGHT,
  seen = (x: number, y: number) => [x, y] as const,
): Buffer {
  const bytes = [];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [seenX, seenY] = seen(x, y);
      bytes.push(...quarterAt(seenX, seenY, WIDTH, HEIGHT));
    }
  }
  return Buffer.from(bytes);
}

/** The picture in four colours. */
export const picture = () => sharp(pixels(), { raw: { width: WIDTH, height: HEIGHT, channels: 3 } });

export const asJpeg = (image: Sharp) => image.jpeg({ quality: 95, chromaSubsampling: "4:4:4" });

export function encodedAs(image: Sharp, format: Format): Promise<Buffer> {
  if (format === "jpeg") return asJpeg(image).toBuffer();
  if (format === "webp") return image.webp({ lossless: true }).toBuffer();
  if (format === "avif") return image.avif({ quality: 90, effort: 0, chromaSubsampling: "4:4:4" }).toBuffer();
  return image.toFormat(format).toBuffer();
}

/** The upright picture's pixel at x, y of the stored one, by EXIF orientation (CIPA DC-008, 4.6.5). */
const STORED: Record<number, (x: number, y: number) => readonly [number, number]> = {
  1: (x, y) => [x, y],
  2: (x, y) => [WIDTH - 1 - x, y],
  3: (x, y) => [WIDTH - 1 - x, HEIGHT - 1 - y],
  4: (x, y) => [x, HEIGHT - 1 - y],
  5: (x, y) => [y, x],
  6: (x, y) => [WIDTH - 1 - y, x],
  7: (x, y) => [WIDTH - 1 - y, HEIGHT - 1 - x],
  8: (x, y) => [y, HEIGHT - 1 - x],
};

export const ORIENTATIONS = [1, 2, 3, 4, 5, 6, 7, 8];

/** A picture that is upright after applying its EXIF orientation. */
export function oriented(orientation: number, format: Format): Promise<Buffer> {
  const [width, height] = orientation < 5 ? [WIDTH, HEIGHT] : [HEIGHT, WIDTH];
  const stored = pixels(width, height, STORED[orientation]);
  const image = sharp(stored, { raw: { width, height, channels: 3 } });
  return encodedAs(image.withMetadata({ orientation }), format);
}

const FRAME_COLOURS: Colour[] = [
  [200, 30, 30],
  [30, 200, 30],
  [30, 30, 200],
  [200, 200, 30],
];
export const ANIMATION = { delay: [100, 200, 300, 400], loop: 3, colours: FRAME_COLOURS };

/** An animation of four frames, each of one colour, with different delays, played three times. */
export function animated(format: "gif" | "webp", { width = WIDTH, height = HEIGHT } = {}): Promise<Buffer> {
  const frames = FRAME_COLOURS.map((colour) => Buffer.alloc(width * height * 3, Buffer.from(colour)));
  const raw = { width, height: height * frames.length, channels: 3, pageHeight: height } as const;
  const image = sharp(Buffer.concat(frames), { raw });
  const { delay, loop } = ANIMATION;
  return (
    format === "gif" ? image.gif({ delay, loop }) : image.webp({ delay, loop, lossless: true })
  ).toBuffer();
}

/** A green picture whose alpha rises from 0 at the left to 255 at the right. */
export function fading(format: "png" | "webp" | "avif"): Promise<Buffer> {
  const bytes = [];
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) bytes.push(0, 200, 0, Math.round((x * 255) / (WIDTH - 1)));
  }
  const raw = { width: WIDTH, height: HEIGHT, channels: 4 } as const;
  return encodedAs(sharp(Buffer.from(bytes), { raw }), format);
}

/** A photo-like picture: soft colours with reproducible noise. */
export function photo(format: Format, width: number, height: number): Promise<Buffer> {
  const random = randomNumbers(1);
  const bytes = Buffer.alloc(width * height * 3);
  for (let at = 0; at < bytes.length; at++) {
    const x = Math.floor(at / 3) % width;
    const y = Math.floor(at / 3 / width);
    bytes[at] = 100 + 60 * Math.sin(x / 40 + (at % 3)) + 40 * Math.cos(y / 30) + 20 * random();
  }
  return encodedAs(sharp(bytes, { raw: { width, height, channels: 3 } }), format);
}

/** Pseudo-random numbers from 0 to 1, reproducible by seed (Mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export const sample = (name: string, type: string, bytes: Buffer): Sample => ({
  name,
  type: `image/${type}`,
  bytes,
});
