import { constants, crc32, deflateRawSync, deflateSync } from "node:zlib";
import { joined, MIB, type Part, u16, u32 } from "./bytes";
import { HEIGHT, quarterAt, WIDTH } from "./picture";

export const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

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

export function png(
  { width, height, depth = 8, colour = 0, interlaced = false }: PngHeader,
  ...chunks: Buffer[]
) {
  const header = joined(u32(width), u32(height), Buffer.from([depth, colour, 0, 0, interlaced ? 1 : 0]));
  return joined(PNG_SIGNATURE, pngChunk("IHDR", header), ...chunks, pngChunk("IEND"));
}

const flushed = { level: 9, finishFlush: constants.Z_FULL_FLUSH };
const ZEROES = deflateRawSync(Buffer.alloc(MIB), flushed);

/** A zlib stream of zeroes from one repeated block. */
export function deflatedZeroes(bytes: number): Buffer {
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
export const withChunks = (file: Buffer, ...chunks: Buffer[]) =>
  joined(file.subarray(0, PNG_SIGNATURE.length + 25), ...chunks, file.subarray(PNG_SIGNATURE.length + 25));
