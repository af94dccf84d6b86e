import { joined, type Part, u16 } from "./bytes";

export const segment = (marker: number, ...parts: Part[]) => {
  const data = joined(...parts);
  return joined(Buffer.from([0xff, marker]), u16(data.length + 2), data);
};

/** A JPEG with more segments after its first marker. */
export const withSegments = (file: Buffer, ...segments: Buffer[]) =>
  joined(file.subarray(0, 2), ...segments, file.subarray(2));

/** The offset of the height in the frame header; the width follows. */
const jpegSizeAt = (file: Buffer) => {
  let at = 2;
  for (; ![0xc0, 0xc2].includes(file[at + 1] ?? 0); at += 2 + file.readUInt16BE(at + 2));
  return at + 5;
};

export function jpegOfSize(file: Buffer, width: number, height: number): Buffer {
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
