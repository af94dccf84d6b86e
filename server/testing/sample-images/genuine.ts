import { avifGrid } from "./avif";
import { talkative } from "./metadata";
import {
  animated,
  asJpeg,
  encodedAs,
  FORMATS,
  fading,
  ORIENTATIONS,
  oriented,
  photo,
  picture,
  type Sample,
  sample,
} from "./picture";
import { png16 } from "./png";

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
