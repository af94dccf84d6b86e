import { joined, u16le, u32le } from "./bytes";

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

export const webpChunk = (type: string, data: Buffer) =>
  joined(type, u32le(data.length), data, Buffer.alloc(data.length % 2));
export const webp = (...chunks: Buffer[]) => {
  const body = joined("WEBP", ...chunks);
  return joined("RIFF", u32le(body.length), body);
};
