import { constants, crc32, deflateRawSync, deflateSync } from "node:zlib";
import sharp, { type Sharp } from "sharp";

// Generated picture files: as cameras and programs write them, and hostile ones.

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

function quarterAt(x: number, y: number, width: number, height: number): Colour {
  const [topLeft, topRight, bottomLeft, bottomRight] = QUARTERS;
  if (y < height / 2) return x < width / 2 ? topLeft : topRight;
  return x < width / 2 ? bottomLeft : bottomRight;
}

/** The bytes of the picture in four colours; `seen` maps a place to the picture's pixel there. */
function pixels(width = WIDTH, height = HEIGHT, seen = (x: number, y: number) => [x, y] as const): Buffer {
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

const asJpeg = (image: Sharp) => image.jpeg({ quality: 95, chromaSubsampling: "4:4:4" });

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

const u16 = (value: number) => {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
};
const u32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const u16le = (value: number) => Buffer.from([value & 0xff, value >> 8]);
const u24le = (value: number) => Buffer.from([value & 0xff, (value >> 8) & 0xff, value >> 16]);
const u32le = (value: number) => Buffer.from(u32(value)).reverse();

type Part = Uint8Array | string;
const joined = (...parts: Part[]) =>
  Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : part)));

// PNG

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

export function pngChunk(type: string, ...parts: Part[]): Buffer {
  const data = joined(...parts);
  const named = joined(type, data);
  return joined(u32(data.length), named, u32(crc32(named)));
}

interface PngHeader {
  width: number;
  height: number;
  depth?: number;
  /** 0 grey, 2 RGB, 6 RGBA. */
  colour?: number;
  interlaced?: boolean;
}

function png({ width, height, depth = 8, colour = 0, interlaced = false }: PngHeader, ...chunks: Buffer[]) {
  const header = joined(u32(width), u32(height), Buffer.from([depth, colour, 0, 0, interlaced ? 1 : 0]));
  return joined(PNG_SIGNATURE, pngChunk("IHDR", header), ...chunks, pngChunk("IEND"));
}

const MIB = 1024 * 1024;

const flushed = { level: 9, finishFlush: constants.Z_FULL_FLUSH };
const ZEROES = deflateRawSync(Buffer.alloc(MIB), flushed);

/** A zlib stream of zeroes from one repeated block. */
function deflatedZeroes(bytes: number): Buffer {
  const last = deflateRawSync(Buffer.alloc(bytes % MIB), { level: 9 });
  const blocks: Buffer[] = Array(Math.floor(bytes / MIB)).fill(ZEROES);
  // In the Adler-32 of zeroes the lower half stays 1 and the upper half counts.
  return joined(Buffer.from([0x78, 0xda]), ...blocks, last, u16(bytes % 65_521), u16(1));
}

/** A black PNG of the given size, in few bytes. */
export function blackPng(header: PngHeader): Buffer {
  const { width, height, depth = 8, colour = 0, interlaced = false } = header;
  const bitsPerPixel = depth * (colour === 6 ? 4 : colour === 2 ? 3 : 1);
  const rowBytes = (columns: number) => 1 + Math.ceil((columns * bitsPerPixel) / 8);
  // Each pass of Adam7 is a separate picture: [first column, first row, column step, row step].
  const passes = interlaced
    ? [
        [0, 0, 8, 8],
        [4, 0, 8, 8],
        [0, 4, 4, 8],
        [2, 0, 4, 4],
        [0, 2, 2, 4],
        [1, 0, 2, 2],
        [0, 1, 1, 2],
      ]
    : [[0, 0, 1, 1]];
  let bytes = 0;
  for (const [column = 0, row = 0, across = 1, down = 1] of passes) {
    const columns = Math.ceil((width - column) / across);
    const rows = Math.ceil((height - row) / down);
    if (columns > 0 && rows > 0) bytes += rows * rowBytes(columns);
  }
  return png(header, pngChunk("IDAT", deflatedZeroes(bytes)));
}

/** 16 bits a channel; the lower byte of each is 0x80. */
export function png16(): Buffer {
  const rows = [];
  for (let y = 0; y < HEIGHT; y++) {
    const row = [0];
    for (let x = 0; x < WIDTH; x++)
      row.push(...quarterAt(x, y, WIDTH, HEIGHT).flatMap((value) => [value, 0x80]));
    rows.push(Buffer.from(row));
  }
  const pixels = deflateSync(Buffer.concat(rows));
  return png({ width: WIDTH, height: HEIGHT, depth: 16, colour: 2 }, pngChunk("IDAT", pixels));
}

/** A PNG with more chunks after its header. */
const withChunks = (file: Buffer, ...chunks: Buffer[]) =>
  joined(file.subarray(0, PNG_SIGNATURE.length + 25), ...chunks, file.subarray(PNG_SIGNATURE.length + 25));

// JPEG

const segment = (marker: number, ...parts: Part[]) => {
  const data = joined(...parts);
  return joined(Buffer.from([0xff, marker]), u16(data.length + 2), data);
};

/** A JPEG with more segments after its first marker. */
const withSegments = (file: Buffer, ...segments: Buffer[]) =>
  joined(file.subarray(0, 2), ...segments, file.subarray(2));

/** The offset of the height in the frame header; the width follows. */
const jpegSizeAt = (file: Buffer) => {
  let at = 2;
  for (; ![0xc0, 0xc2].includes(file[at + 1] ?? 0); at += 2 + file.readUInt16BE(at + 2));
  return at + 5;
};

function jpegOfSize(file: Buffer, width: number, height: number): Buffer {
  const at = jpegSizeAt(file);
  return joined(file.subarray(0, at), u16(height), u16(width), file.subarray(at + 4));
}

/**
 * A grey progressive JPEG whose scans after the first two refine nothing in 63 coefficients of each block: few bytes and
 * much work.
 */
export function jpegOfScans(width: number, height: number, scans: number): Buffer {
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8);
  const table = (place: number, symbol: number) =>
    segment(0xc4, Buffer.from([place, 1, ...Array(15).fill(0), symbol]));
  const scan = (first: number, last: number, high: number, low: number, entropy: Buffer) =>
    joined(segment(0xda, Buffer.from([1, 1, 0, first, last, (high << 4) | low])), entropy);
  // The only code is "0"; the symbol 0xe0 has 14 bits for the number of ended blocks above 16,384.
  const runs = Math.floor(blocks / 32_767);
  let bits = `0${"1".repeat(14)}`.repeat(runs);
  for (let left = blocks % 32_767; left > 0; left -= Math.min(left, 16_384)) bits += `0${"0".repeat(14)}`;
  const packed = (bits.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, "1"), 2));
  const entropy = Buffer.from(packed.flatMap((byte) => (byte === 0xff ? [0xff, 0] : byte)));
  return joined(
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, Buffer.from([0, ...Array(64).fill(1)])),
    segment(0xc2, Buffer.from([8]), u16(height), u16(width), Buffer.from([1, 1, 0x11, 0])),
    table(0x00, 0),
    table(0x10, 0xe0),
    scan(0, 0, 0, 0, Buffer.alloc(Math.ceil(blocks / 8))),
    scan(1, 63, 0, 1, entropy),
    ...Array.from({ length: scans - 2 }, () => scan(1, 63, 1, 0, entropy)),
    Buffer.from([0xff, 0xd9]),
  );
}

// GIF

interface GifFrames {
  width: number;
  height: number;
  frames: number;
}

/** A GIF of alternating black and white frames that contains only the first pixel of each. */
export function gif({ width, height, frames }: GifFrames): Buffer {
  const size = joined(u16le(width), u16le(height));
  const frame = (code: number) =>
    joined(
      Buffer.from([0x21, 0xf9, 4, 0, 4, 0, 0, 0, 0x2c, 0, 0, 0, 0]),
      size,
      Buffer.from([0, 2, 2, code, 1, 0]),
    );
  const [black, white] = [frame(0x44), frame(0x4c)];
  const palette = Buffer.from([0x80, 0, 0, 0, 0, 0, 255, 255, 255]);
  const all = Array.from({ length: frames }, (_, n) => (n % 2 ? white : black));
  return joined("GIF89a", size, palette, ...all, ";");
}

// WebP

const webpChunk = (type: string, data: Buffer) =>
  joined(type, u32le(data.length), data, Buffer.alloc(data.length % 2));
const webp = (...chunks: Buffer[]) => {
  const body = joined("WEBP", ...chunks);
  return joined("RIFF", u32le(body.length), body);
};

// AVIF

const box = (type: string, ...parts: Part[]) => {
  const data = joined(...parts);
  return joined(u32(data.length + 8), type, data);
};
const fullBox = (type: string, version: number, ...parts: Part[]) =>
  box(type, Buffer.from([version, 0, 0, 0]), ...parts);

function boxIn(file: Buffer, type: string): Buffer {
  const at = file.indexOf(type) - 4;
  return file.subarray(at, at + file.readUInt32BE(at));
}

const GRID_TILE = 64;

/** An AVIF of equal tiles in one colour, QUARTERS[0]. */
export async function avifGrid(columns: number, rows: number): Promise<Buffer> {
  const [red, green, blue] = QUARTERS[0];
  const background = { r: red, g: green, b: blue };
  const tile = await encodedAs(
    sharp({ create: { width: GRID_TILE, height: GRID_TILE, channels: 3, background } }),
    "avif",
  );
  const coded = boxIn(tile, "mdat").subarray(8);
  const size = [u32(columns * GRID_TILE), u32(rows * GRID_TILE)];
  const grid = joined(Buffer.from([0, 1, rows - 1, columns - 1]), ...size);
  const tiles = Array.from({ length: columns * rows }, (_, n) => n + 2);
  const item = (id: number, type: string) => fullBox("infe", 2, u16(id), u16(0), type, "\0");
  const uses = (id: number, ...properties: number[]) =>
    joined(u16(id), Buffer.from([properties.length, ...properties]));
  const place = (id: number, method: number, offset: number, length: number) =>
    joined(u16(id), u16(method), u16(0), u16(1), u32(offset), u32(length));
  const ftyp = box("ftyp", "avif", u32(0), "avifmif1miaf");
  const meta = (mediaAt: number) =>
    fullBox(
      "meta",
      0,
      fullBox("hdlr", 0, u32(0), "pict", Buffer.alloc(13)),
      fullBox("pitm", 0, u16(1)),
      fullBox("iinf", 0, u16(tiles.length + 1), item(1, "grid"), ...tiles.map((id) => item(id, "av01"))),
      fullBox("iref", 0, box("dimg", u16(1), u16(tiles.length), ...tiles.map(u16))),
      box(
        "iprp",
        box(
          "ipco",
          fullBox("ispe", 0, ...size),
          fullBox("ispe", 0, u32(GRID_TILE), u32(GRID_TILE)),
          boxIn(tile, "av1C"),
          fullBox("pixi", 0, Buffer.from([3, 8, 8, 8])),
        ),
        fullBox("ipma", 0, u32(tiles.length + 1), uses(1, 1, 4), ...tiles.map((id) => uses(id, 2, 0x83, 4))),
      ),
      fullBox(
        "iloc",
        1,
        Buffer.from([0x44, 0]),
        u16(tiles.length + 1),
        place(1, 1, 0, grid.length),
        ...tiles.map((id) => place(id, 0, mediaAt, coded.length)),
      ),
      box("idat", grid),
    );
  const mediaAt = ftyp.length + meta(0).length + 8;
  return joined(ftyp, meta(mediaAt), box("mdat", coded));
}

/** An AVIF that declares a wrong size. */
function avifOfSize(file: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(file);
  for (let at = changed.indexOf("ispe"); at >= 0; at = changed.indexOf("ispe", at + 4)) {
    changed.writeUInt32BE(width, at + 8);
    changed.writeUInt32BE(height, at + 12);
  }
  return changed;
}

// Metadata

const XMP = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/" dc:source="${SECRET}"/></rdf:RDF></x:xmpmeta>`;

const IPTC = joined(
  "Photoshop 3.0\0",
  "8BIM",
  u16(0x0404),
  u16(0),
  u32(SECRET.length + 5),
  Buffer.from([0x1c, 2, 120, 0, SECRET.length]),
  SECRET,
  Buffer.alloc((SECRET.length + 5) % 2),
);

/** The picture with all personal metadata that its format supports. */
export async function talkative(format: Format): Promise<Buffer> {
  const image = picture();
  if (format !== "gif") {
    const position = { GPSLatitudeRef: "N", GPSLatitude: "53/1 33/1 4/1", GPSAreaInformation: SECRET };
    image.withExif({ IFD0: { Artist: SECRET, Software: SECRET }, IFD3: position }).withXmp(XMP);
  }
  const file = await encodedAs(image, format);
  switch (format) {
    case "jpeg":
      return withSegments(file, segment(0xed, IPTC), segment(0xfe, SECRET));
    case "png":
      return withChunks(
        file,
        pngChunk("tEXt", "Comment\0", SECRET),
        pngChunk("zTXt", "Author\0\0", deflateSync(SECRET)),
        pngChunk("iTXt", "Title\0\0\0\0\0", SECRET),
        pngChunk("tIME", Buffer.from([7, 230, 1, 2, 3, 4, 5])),
      );
    case "gif": {
      const comment = joined(Buffer.from([0x21, 0xfe, SECRET.length]), SECRET, "\0");
      const lastAt = file.length - 1;
      return joined(file.subarray(0, lastAt), comment, file.subarray(lastAt));
    }
    default:
      return file;
  }
}

// Collections

const sample = (name: string, type: string, bytes: Buffer): Sample => ({
  name,
  type: `image/${type}`,
  bytes,
});

/** Pictures as cameras and programs write them. All can be scaled. */
export async function realSamples(): Promise<Sample[]> {
  const all = ORIENTATIONS.map(async (n) =>
    sample(`JPEG, orientation ${n}`, "jpeg", await oriented(n, "jpeg")),
  );
  all.push(
    ...FORMATS.map(async (format) => sample(`plain ${format}`, format, await encodedAs(picture(), format))),
    ...FORMATS.map(async (format) => sample(`talkative ${format}`, format, await talkative(format))),
    ...FORMATS.map(async (format) => sample(`photo, ${format}`, format, await photo(format, 200, 150))),
  );
  const [gif, webp] = [await animated("gif"), await animated("webp")];
  const more = [
    sample("CMYK JPEG", "jpeg", await asJpeg(picture().toColourspace("cmyk")).toBuffer()),
    sample("progressive JPEG", "jpeg", await picture().jpeg({ progressive: true }).toBuffer()),
    sample("grey JPEG", "jpeg", await asJpeg(picture().grayscale()).toBuffer()),
    sample("Display P3 JPEG", "jpeg", await asJpeg(picture().withIccProfile("p3")).toBuffer()),
    sample("16-bit PNG", "png", png16()),
    sample("interlaced PNG", "png", await picture().png({ progressive: true }).toBuffer()),
    sample("palette PNG", "png", await picture().png({ palette: true, colours: 4 }).toBuffer()),
    sample("grey PNG", "png", await picture().grayscale().png().toBuffer()),
    sample("PNG with alpha", "png", await fading("png")),
    sample("WebP with alpha", "webp", await fading("webp")),
    sample("AVIF with alpha", "avif", await fading("avif")),
    sample("animated GIF", "gif", gif),
    sample("animated WebP", "webp", webp),
    sample("AVIF of four tiles", "avif", await avifGrid(2, 2)),
  ];
  return [...(await Promise.all(all)), ...more];
}

const CUTS = [0.25, 0.5, 0.75, 0.95];

/** The first part of a photo of each format. */
export async function truncatedSamples(): Promise<Sample[]> {
  const all = [];
  for (const format of FORMATS) {
    const whole = await photo(format, 200, 150);
    for (const cut of CUTS) {
      const bytes = whole.subarray(0, Math.floor(whole.length * cut));
      all.push(sample(`${cut * 100} % of a ${format}`, format, bytes));
    }
  }
  return all;
}

/** Files that claim to be a picture of the five formats and are not. */
export async function impostors(canary = "http://127.0.0.1:9/"): Promise<Sample[]> {
  const svg = (content: string, before = "") =>
    Buffer.from(
      `${before}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="64" height="48">${content}</svg>`,
    );
  const files: [string, Buffer][] = [
    ["SVG with a file", svg('<image href="file:///etc/passwd" width="64" height="48"/>')],
    ["SVG with an address", svg(`<image xlink:href="${canary}a.png" width="64" height="48"/>`)],
    ["SVG with a style sheet", svg("", `<?xml-stylesheet type="text/css" href="${canary}a.css"?>`)],
    [
      "SVG with entities",
      svg(
        "<text>&passwd;&far;</text>",
        `<!DOCTYPE svg [<!ENTITY passwd SYSTEM "file:///etc/passwd"><!ENTITY far SYSTEM "${canary}e">]>`,
      ),
    ],
    [
      "PDF",
      Buffer.from("%PDF-1.7\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\ntrailer<</Root 1 0 R>>\n%%EOF"),
    ],
    ["TIFF", await picture().tiff().toBuffer()],
    [
      "PSD",
      joined("8BPS", u16(1), Buffer.alloc(6), u16(3), u32(48), u32(64), u16(8), u16(3), Buffer.alloc(64)),
    ],
    ["HEIC", joined(box("ftyp", "heic", u32(0), "mif1heic"), box("mdat", Buffer.alloc(64)))],
    ["JPEG 2000", joined(box("jP  ", Buffer.from([13, 10, 0x87, 10])), box("ftyp", "jp2 ", u32(0), "jp2 "))],
    ["BMP", joined("BM", u32le(58), u32(0), u32le(54), u32le(40), u32le(1), u32le(1), u16le(1), u16le(24))],
    ["HTML", Buffer.from("<!doctype html><script>alert(1)</script>")],
    ["PPM", Buffer.from("P6 1 1 255 abc")],
    ["vips", joined(Buffer.from([0xb6, 0xa6, 0xf2, 0x08]), Buffer.alloc(60))],
    ["one byte", Buffer.from([0x89])],
    ["its signature alone", PNG_SIGNATURE],
    ["nothing", Buffer.alloc(0)],
  ];
  return files.map(([name, bytes]) => sample(name, "png", bytes));
}

/** Pictures that declare a far larger size than anyone needs. */
export async function giants(): Promise<Sample[]> {
  const [jpeg, avif] = [await encodedAs(picture(), "jpeg"), await encodedAs(picture(), "avif")];
  const lossless = Buffer.from([0x2f, 0xff, 0xff, 0xff, 0x0f, 0, 0, 0, 0, 0]);
  const extended = joined(Buffer.from([2, 0, 0, 0]), u24le(0xffffff), u24le(0xff));
  return [
    sample("PNG of 256 megapixels", "png", blackPng({ width: 16_384, height: 16_384 })),
    sample(
      "PNG of 2^62 pixels",
      "png",
      png({ width: 0x7fffffff, height: 0x7fffffff }, pngChunk("IDAT", deflatedZeroes(99))),
    ),
    sample("JPEG of 65535x65535", "jpeg", jpegOfSize(jpeg, 65_535, 65_535)),
    sample("GIF of 65535x65535", "gif", gif({ width: 65_535, height: 65_535, frames: 3 })),
    sample("GIF of 10,000 frames of 65x65", "gif", gif({ width: 65, height: 65, frames: 10_000 })),
    sample("WebP of 16384x16384", "webp", webp(webpChunk("VP8L", lossless))),
    sample(
      "animated WebP of 2^24x256",
      "webp",
      webp(webpChunk("VP8X", extended), webpChunk("ANIM", Buffer.alloc(6))),
    ),
    sample("AVIF of 2^31x2^31", "avif", avifOfSize(avif, 0x7fffffff, 0x7fffffff)),
    sample("AVIF of 65535x65535", "avif", avifOfSize(avif, 65_535, 65_535)),
    sample("AVIF of 10,000 tiles", "avif", await avifGrid(100, 100)),
  ];
}

/** Pictures of the maximum accepted size, in the formats that take the most memory. */
export async function heavyweights(): Promise<Sample[]> {
  const [width, height] = [6_300, 6_300];
  return [
    sample("interlaced PNG, RGBA", "png", blackPng({ width, height, colour: 6, interlaced: true })),
    sample(
      "interlaced PNG of 16 bits",
      "png",
      blackPng({ width, height, depth: 16, colour: 6, interlaced: true }),
    ),
    sample("GIF", "gif", gif({ width, height, frames: 1 })),
    sample("JPEG that ends early", "jpeg", jpegOfSize(await encodedAs(picture(), "jpeg"), width, height)),
    sample("progressive JPEG of 20 scans", "jpeg", jpegOfScans(width, height, 20)),
  ];
}

/** Pictures that are also something else, or that have very large parts. */
export async function tricky(): Promise<Sample[]> {
  const [jpeg, small] = [await encodedAs(picture(), "jpeg"), await encodedAs(picture(), "png")];
  const html = "<html><script>alert(1)</script></html>";
  const bomb = deflatedZeroes(100 * MIB);
  const text = (n: number) => pngChunk("zTXt", `Comment ${n}\0\0`, deflatedZeroes(7 * MIB));
  // Its width reads as the start of a comment, which the bytes after the picture end.
  const script = joined(gif({ width: 0x2a2f, height: 1, frames: 1 }), "*/=1;alert(1)//");
  return [
    sample("JPEG with HTML in a comment", "jpeg", withSegments(jpeg, segment(0xfe, html))),
    sample("JPEG with HTML after it", "jpeg", joined(jpeg, html)),
    sample("GIF that is a script", "gif", script),
    sample("PNG with a profile of 100 MiB", "png", withChunks(small, pngChunk("iCCP", "x\0\0", bomb))),
    sample("PNG with a text of 100 MiB", "png", withChunks(small, pngChunk("zTXt", "Comment\0\0", bomb))),
    sample(
      "PNG with 60 texts of 7 MiB",
      "png",
      withChunks(small, ...Array.from({ length: 60 }, (_, n) => text(n))),
    ),
    sample("GIF of 10,000 frames", "gif", gif({ width: 1, height: 1, frames: 10_000 })),
    sample("PNG with a wrong checksum", "png", joined(small.subarray(0, 20), "\x01", small.subarray(21))),
    sample(
      "JPEG whose profile is none",
      "jpeg",
      withSegments(jpeg, segment(0xe2, "ICC_PROFILE\0\x01\x01", "x".repeat(200))),
    ),
  ];
}

// Mutations

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

function mutated(bytes: Buffer, random: () => number): Buffer {
  const below = (limit: number) => Math.floor(random() * limit);
  let changed = Buffer.from(bytes);
  for (let left = 1 + below(4); left > 0; left--) {
    const at = below(changed.length);
    const length = 1 + below(random() < 0.8 ? 4 : 64);
    const [before, part, after] = [
      changed.subarray(0, at),
      changed.subarray(at, at + length),
      changed.subarray(at + length),
    ];
    const noise = Buffer.from(Array.from({ length }, () => below(256)));
    const flipped = Buffer.from(part.map((byte) => byte ^ (1 << below(8))));
    const ways = [
      () => joined(before, flipped, after),
      () => joined(before, noise, part, after),
      () => joined(before, after),
      () => joined(before, part, part, after),
    ];
    changed = ways[below(ways.length)]?.() ?? changed;
  }
  return changed;
}

/** `count` damaged files of all formats, reproducible by seed. */
export async function mutatedSamples(count: number, seed: number): Promise<Sample[]> {
  const random = randomNumbers(seed);
  const whole: Sample[] = [];
  for (const format of FORMATS) whole.push(sample(format, format, await encodedAs(picture(), format)));
  whole.push(
    sample("animated GIF", "gif", await animated("gif", { width: 16, height: 12 })),
    sample("animated WebP", "webp", await animated("webp", { width: 16, height: 12 })),
    sample("talkative JPEG", "jpeg", await talkative("jpeg")),
    sample("talkative PNG", "png", await talkative("png")),
    sample("progressive JPEG", "jpeg", await picture().jpeg({ progressive: true }).toBuffer()),
  );
  return Array.from({ length: count }, (_, n) => {
    const { name, type, bytes } = whole[n % whole.length] ?? sample("none", "png", Buffer.alloc(0));
    return { name: `mutation ${n}, ${name}`, type, bytes: mutated(bytes, random) };
  });
}
