import sharp from "sharp";

export const FORMATS = ["jpeg", "png", "webp", "gif", "avif"] as const;

/** A small picture of one colour. */
export const picture = (
  format: (typeof FORMATS)[number] = "png",
  { width = 40, height = 20, background = "#c0392b" } = {},
): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background } })
    .toFormat(format)
    .toBuffer();

/** Format and size of a picture. */
export async function sizeOf(bytes: Uint8Array) {
  const { format, width, height } = await sharp(bytes).metadata();
  return { format, width, height };
}
