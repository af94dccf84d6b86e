import sharp from "sharp";

export const PHOTO = { width: 4000, height: 3000 };
const CHANNELS = 3;

/** Pseudorandom numbers from 0 to 255, reproducible by seed (xorshift32). */
function noise(length: number, seed: number): Uint8Array {
  const values = new Uint8Array(length);
  let state = (seed + 1) * 0x9e3779b1;
  for (let i = 0; i < length; i++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    values[i] = state & 0xff;
  }
  return values;
}

/** Noise of the given size, enlarged to a photo's size: fewer pixels make it softer. */
const softNoise = (width: number, height: number, seed: number) =>
  sharp(noise(width * height * CHANNELS, seed), { raw: { width, height, channels: CHANNELS } })
    .resize({ ...PHOTO, fit: "fill", kernel: "cubic" })
    .raw()
    .toBuffer();

/**
 * A JPEG like those of phone cameras: 12 megapixels, 3 to 4 MB, with soft light and colours, textures and grain; the
 * same bytes for a seed.
 */
export async function makePhoto(seed: number): Promise<Buffer> {
  const light = await softNoise(8, 6, seed);
  const texture = await softNoise(PHOTO.width / 5, PHOTO.height / 5, seed + 1_000);
  const grain = noise(light.length, seed + 2_000);
  for (let i = 0; i < light.length; i++) {
    const value = (light[i] ?? 0) + ((texture[i] ?? 0) - 128) * 0.22 + ((grain[i] ?? 0) - 128) * 0.09;
    light[i] = Math.max(0, Math.min(255, value));
  }
  return sharp(light, { raw: { ...PHOTO, channels: CHANNELS } })
    .jpeg({ quality: 90 })
    .withExif({ IFD0: { Make: "Bench", Orientation: "1" } })
    .toBuffer();
}
