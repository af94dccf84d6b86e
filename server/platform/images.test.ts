import { createServer } from "node:http";
import { fileTypeFromBuffer } from "file-type";
import sharp from "sharp";
import { describe, expect, onTestFinished, test } from "vitest";
import { avifGrid } from "@/server/testing/sample-images/avif";
import { realSamples, truncatedSamples } from "@/server/testing/sample-images/genuine";
import { giants, impostors, tricky } from "@/server/testing/sample-images/hostile";
import { talkative } from "@/server/testing/sample-images/metadata";
import {
  ANIMATION,
  animated,
  type Colour,
  encodedAs,
  FORMATS,
  fading,
  HEIGHT,
  ORIENTATIONS,
  oriented,
  photo,
  picture,
  QUARTERS,
  SECRET,
  WIDTH,
} from "@/server/testing/sample-images/picture";
import { blackPng, png16 } from "@/server/testing/sample-images/png";
import { cleanedImage, scaledImage, UnusableImage } from "./images";

/** Cleans a photo; scales other formats to their own size. */
const cleanedOrWhole = (bytes: Uint8Array, format: string) =>
  PHOTOS.has(format) ? cleanedImage(bytes) : scaled(bytes, WIDTH);

const PHOTOS = new Set(["jpeg", "png", "webp"]);

const scaled = (bytes: Uint8Array, width: number, quality = 80) => scaledImage(bytes, { width, quality });

/** Width, height and pixels of an image, with its frames on top of each other. */
async function decoded(bytes: Uint8Array) {
  const image = sharp(bytes, { animated: true }).toColourspace("srgb").ensureAlpha();
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => [
    ...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4),
  ];
  return { width: info.width, height: info.height, at };
}

/** The largest difference between two colours in one channel. */
const distance = (seen: number[], meant: Colour) =>
  Math.max(...meant.map((value, n) => Math.abs(value - (seen[n] ?? Number.NaN))));

/** The largest distance of a quarter's middle from its colour. */
async function quartersOff(bytes: Uint8Array): Promise<number> {
  const { width, height, at } = await decoded(bytes);
  const [left, right] = [Math.floor(width / 4), Math.floor((width * 3) / 4)];
  const [upper, lower] = [Math.floor(height / 4), Math.floor((height * 3) / 4)];
  const [topLeft, topRight, bottomLeft, bottomRight] = QUARTERS;
  return Math.max(
    distance(at(left, upper), topLeft),
    distance(at(right, upper), topRight),
    distance(at(left, lower), bottomLeft),
    distance(at(right, lower), bottomRight),
  );
}

const sizeOf = async (bytes: Uint8Array) => {
  const { width, height } = await decoded(bytes);
  return [width, height];
};

const CLOSE = 8;

describe.each(ORIENTATIONS)("EXIF orientation %i", (orientation) => {
  test.each(["jpeg", "png", "webp"] as const)("a %s is upright, scaled and cleaned", async (format) => {
    const file = await oriented(orientation, format);
    const { bytes } = await scaled(file, WIDTH / 2, 95);
    expect(await sizeOf(bytes)).toEqual([WIDTH / 2, HEIGHT / 2]);
    expect(await quartersOff(bytes)).toBeLessThan(CLOSE);
    const whole = await cleanedImage(file);
    expect(await sizeOf(whole.bytes)).toEqual([WIDTH, HEIGHT]);
    expect(await quartersOff(whole.bytes)).toBeLessThan(CLOSE);
    expect((await sharp(whole.bytes).metadata()).orientation).toBeUndefined();
  });
});

const jpeg = { quality: 95, chromaSubsampling: "4:4:4" };

test.each<[string, string, () => Promise<Buffer>]>([
  [
    "progressive JPEG",
    "jpeg",
    () =>
      picture()
        .jpeg({ ...jpeg, progressive: true })
        .toBuffer(),
  ],
  ["JPEG with a Display P3 profile", "jpeg", () => picture().withIccProfile("p3").jpeg(jpeg).toBuffer()],
  ["PNG with a Display P3 profile", "png", () => picture().withIccProfile("p3").png().toBuffer()],
  [
    "WebP with a Display P3 profile",
    "webp",
    () => picture().withIccProfile("p3").webp({ lossless: true }).toBuffer(),
  ],
  ["16-bit PNG", "png", async () => png16()],
  ["interlaced PNG", "png", () => picture().png({ progressive: true }).toBuffer()],
  ["palette PNG", "png", () => picture().png({ palette: true, colours: 4, dither: 0 }).toBuffer()],
  ...FORMATS.map((format): [string, string, () => Promise<Buffer>] => [
    `plain ${format}`,
    format,
    () => encodedAs(picture(), format),
  ]),
])("a %s keeps its format and its colours, scaled and cleaned", async (_, format, make) => {
  const file = await make();
  for (const image of [await scaled(file, WIDTH / 2, 95), await cleanedOrWhole(file, format)]) {
    expect(image.type).toBe(`image/${format}`);
    expect(await fileTypeFromBuffer(image.bytes)).toMatchObject({ mime: image.type });
    expect((await sharp(image.bytes).metadata()).icc).toBeUndefined();
    expect(await quartersOff(image.bytes)).toBeLessThan(CLOSE);
  }
});

test("a CMYK JPEG becomes an sRGB JPEG with the colours that a screen shows", async () => {
  const file = await picture().toColourspace("cmyk").jpeg(jpeg).toBuffer();
  expect(await sharp(file).metadata()).toMatchObject({ space: "cmyk", channels: 4 });
  for (const { type, bytes } of [await scaled(file, WIDTH / 2, 95), await cleanedImage(file)]) {
    expect(type).toBe("image/jpeg");
    expect(await sharp(bytes).metadata()).toMatchObject({ space: "srgb", channels: 3 });
    expect(await quartersOff(bytes)).toBeLessThan(20);
  }
});

test("a grey JPEG keeps its brightness", async () => {
  const { data } = await picture().grayscale().raw().toBuffer({ resolveWithObject: true });
  const { bytes } = await scaled(await picture().grayscale().jpeg(jpeg).toBuffer(), WIDTH / 2, 95);
  const { at } = await decoded(bytes);
  for (const [x, y] of [
    [8, 6],
    [24, 6],
    [8, 18],
    [24, 18],
  ] as const) {
    const meant = data[y * 2 * WIDTH + x * 2] ?? 0;
    expect(distance(at(x, y), [meant, meant, meant])).toBeLessThan(CLOSE);
  }
});

test("an AVIF of four tiles becomes one image", async () => {
  const { type, bytes } = await scaled(await avifGrid(2, 2), 64);
  expect(type).toBe("image/avif");
  const { width, height, at } = await decoded(bytes);
  expect([width, height]).toEqual([64, 64]);
  for (const [x, y] of [
    [5, 5],
    [60, 5],
    [5, 60],
    [60, 60],
  ] as const)
    expect(distance(at(x, y), QUARTERS[0])).toBeLessThan(CLOSE);
});

test.each(["gif", "webp"] as const)("an animated %s keeps frames, delays and loop", async (format) => {
  const file = await animated(format);
  for (const { type, bytes } of [await scaled(file, WIDTH / 2), await cleanedOrWhole(file, format)]) {
    const { colours, delay, loop } = ANIMATION;
    expect(type).toBe(`image/${format}`);
    const metadata = await sharp(bytes, { animated: true }).metadata();
    expect(metadata).toMatchObject({ format, pages: 4, delay, loop });
    const { height, at } = await decoded(bytes);
    expect(height).toBe((metadata.pageHeight ?? 0) * 4);
    const off = colours.map((colour, n) => distance(at(5, ((n + 0.5) * height) / 4), colour));
    expect(Math.max(...off)).toBeLessThan(2 * CLOSE);
  }
});

test("an animated GIF of one pixel's width keeps its frames", async () => {
  const { bytes } = await scaled(await animated("gif"), 1);
  expect(await sharp(bytes, { animated: true }).metadata()).toMatchObject({
    width: 1,
    pageHeight: 1,
    pages: 4,
  });
});

test.each(["png", "webp", "avif"] as const)(
  "a %s keeps its alpha and the colours under it",
  async (format) => {
    const { bytes } = await scaled(await fading(format), WIDTH / 2);
    const { at } = await decoded(bytes);
    for (const x of [4, 16, 28]) {
      const [red, green, blue, alpha = 0] = at(x, 12);
      expect(Math.abs(alpha - ((2 * x + 0.5) * 255) / (WIDTH - 1))).toBeLessThan(CLOSE);
      expect(distance([red ?? 255, green ?? 0, blue ?? 255], [0, 200, 0])).toBeLessThan(16);
    }
  },
);

test.each(FORMATS)("all metadata of a %s is removed", async (format) => {
  const file = await talkative(format);
  expect(file.includes(SECRET)).toBe(true);
  for (const { bytes } of [await scaled(file, WIDTH / 2), await cleanedOrWhole(file, format)]) {
    expect(bytes.includes(SECRET)).toBe(false);
    for (const mark of [
      "Exif",
      "xmp",
      "XMP",
      "Photoshop",
      "GPS",
      "rdf:",
      "ICC",
      "iCCP",
      "tEXt",
      "zTXt",
      "iTXt",
      "tIME",
    ])
      expect(bytes.includes(mark), mark).toBe(false);
    const { exif, icc, iptc, xmp, comments } = await sharp(bytes).metadata();
    expect({ exif, icc, iptc, xmp, comments }).toEqual({});
  }
});

test.each(FORMATS)("a %s is never enlarged", async (format) => {
  const file = await encodedAs(picture(), format);
  for (const width of [WIDTH, WIDTH + 1, 4096]) {
    expect(await sizeOf((await scaled(file, width)).bytes)).toEqual([WIDTH, HEIGHT]);
  }
});

test("an image stored on its side is never enlarged", async () => {
  const file = await oriented(6, "jpeg");
  expect(await sizeOf((await scaled(file, WIDTH)).bytes)).toEqual([WIDTH, HEIGHT]);
  expect(await sizeOf((await scaled(file, 4096)).bytes)).toEqual([WIDTH, HEIGHT]);
  expect(await sizeOf((await scaled(file, HEIGHT)).bytes)).toEqual([HEIGHT, (HEIGHT * HEIGHT) / WIDTH]);
});

test.each([
  [1, 5_000, 1, 5_000],
  [100, 9_000, 1, 90],
  [9_000, 1, 1, 1],
  [9_000, 3, 100, 1],
])("an image of %ix%i has whole pixels at width %i", async (width, height, wanted, expected) => {
  const { bytes } = await scaled(blackPng({ width, height }), wanted);
  expect(await sizeOf(bytes)).toEqual([wanted, expected]);
});

test("quality affects only the size of a JPEG", async () => {
  const lengths = async (format: (typeof FORMATS)[number], qualities: number[]) => {
    const file = await photo(format, 200, 150);
    return Promise.all(qualities.map(async (quality) => (await scaled(file, 150, quality)).bytes.length));
  };
  const jpegs = await lengths("jpeg", [1, 30, 60, 90, 100]);
  expect(jpegs).toEqual(jpegs.toSorted((a, b) => a - b));
  expect(new Set(jpegs).size).toBe(5);
  for (const format of ["png", "webp", "avif"] as const)
    expect(new Set(await lengths(format, [1, 30, 60, 90, 100])).size, format).toBe(1);
  // About one GIF in 500 gets another palette, whatever its quality: three of each have one in common.
  const [lowest, highest] = [await lengths("gif", [1, 1, 1]), await lengths("gif", [100, 100, 100])];
  expect(highest.some((length) => lowest.includes(length))).toBe(true);
});

test("files of cameras and programs can be scaled and cleaned", async () => {
  for (const { name, type, bytes } of await realSamples()) {
    for (const width of [1, 33, 4096]) expect((await scaled(bytes, width)).type, name).toBe(type);
  }
}, 20_000);

test("only a JPEG, PNG or WebP can be cleaned; other formats are not decoded", async () => {
  for (const { name, type, bytes } of await realSamples()) {
    const cleaned = cleanedImage(bytes);
    if (PHOTOS.has(type.slice("image/".length))) expect((await cleaned).type, name).toBe(type);
    else await expect(cleaned, name).rejects.toThrow("It must be a JPEG, PNG or WebP by its bytes.");
  }
}, 20_000);

test("a reason names the fault, without libvips's seeks", async () => {
  for (const { name, bytes } of [
    ...(await truncatedSamples()),
    ...(await giants()),
    ...(await impostors()),
  ]) {
    const error = await scaled(bytes, 32).catch((thrown: unknown) => String(thrown));
    expect(error, name).toMatch(/^Error: It/);
    expect(error, name).not.toMatch(/seek|[:.] *\.$/);
  }
});

test.each([
  ["a file of another format", () => impostors()],
  ["a truncated image", truncatedSamples],
  ["an image with dimensions above the limit", giants],
])("%s is unusable, for a reason of one line", async (_, samples) => {
  for (const { name, bytes } of await samples()) {
    for (const work of [() => scaled(bytes, 32), () => cleanedImage(bytes)]) {
      const error = await work().catch((thrown: unknown) => thrown);
      expect(error, name).toBeInstanceOf(UnusableImage);
      expect(error, name).toMatchObject({ message: expect.stringMatching(/^It [^\n]{10,250}\.$/) });
    }
  }
});

test("the PNG of 256 megapixels is smaller than 1 MB", async () => {
  const bytes = blackPng({ width: 16_384, height: 16_384 });
  expect(bytes.length).toBeLessThan(1_000_000);
  expect(await sharp(bytes, { limitInputPixels: false }).metadata()).toMatchObject({
    width: 16_384,
    height: 16_384,
  });
});

test("images with large chunks, and images that are scripts too, become clean images", async () => {
  for (const { name, type, bytes } of (await tricky()).filter(({ name }) => !name.includes("wrong"))) {
    const image = await scaled(bytes, 32);
    expect(image.type, name).toBe(type);
    expect(/script|alert|html/i.test(image.bytes.toString("latin1")), name).toBe(false);
  }
}, 20_000);

test("an SVG, TIFF or PDF is not decoded, and none of its URLs is fetched", async () => {
  let requests = 0;
  const canary = createServer((_, response) => {
    requests++;
    response.end();
  });
  await new Promise<void>((resolve) => canary.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void canary.close());
  const address = canary.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const samples = await impostors(`http://127.0.0.1:${port}/`);
  expect(samples.filter(({ bytes }) => bytes.includes(`:${port}/`)).length).toBe(3);
  for (const { name, bytes } of samples) {
    const scaling = scaled(bytes, 32);
    // A decoder would know the format.
    if (/^(SVG|TIFF|PDF)/.test(name)) await expect(scaling, name).rejects.toThrow("unsupported image format");
    else await expect(scaling, name).rejects.toThrow(UnusableImage);
  }
  expect(requests).toBe(0);
});
