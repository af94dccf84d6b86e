// Bytes of generated files, as PNG, JPEG and AVIF (big endian) or GIF and WebP (little endian) order them.

export const u16 = (value: number) => {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
};
export const u32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
export const u16le = (value: number) => Buffer.from([value & 0xff, value >> 8]);
export const u24le = (value: number) => Buffer.from([value & 0xff, (value >> 8) & 0xff, value >> 16]);
export const u32le = (value: number) => Buffer.from(u32(value)).reverse();

export type Part = Uint8Array | string;
export const joined = (...parts: Part[]) =>
  Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : part)));

export const MIB = 1024 * 1024;
