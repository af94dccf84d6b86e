import { joined } from "./bytes";
import { talkative } from "./metadata";
import { animated, encodedAs, FORMATS, picture, randomNumbers, type Sample, sample } from "./picture";

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
