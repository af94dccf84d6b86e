import { cleanedImage, scaledImage } from "@/server/platform/images";
import {
  giants,
  heavyweights,
  impostors,
  mutatedSamples,
  realSamples,
  tricky,
  truncatedSamples,
} from "./sample-images";

// Run by itself: `scale-hostile.ts ROUNDS` works on all that is hostile, as much at once as comes, and prints as JSON how
// many files it worked on, how many of them were pictures, and by how many bytes the process grew at its largest.

const rounds = Number(process.argv[2]);
const small = [
  ...(await realSamples()),
  ...(await impostors()),
  ...(await truncatedSamples()),
  ...(await giants()),
  ...(await tricky()),
  ...(await mutatedSamples(150, 3)),
];
// At once, two of the same are as bad as it gets.
const files = [...small, ...(await heavyweights()).flatMap((file) => [file, file])];

const startedWith = process.memoryUsage.rss();
let pictures = 0;
for (let round = 0; round < rounds; round++) {
  const outcomes = await Promise.allSettled([
    ...files.map(({ bytes }) => scaledImage(bytes, { width: 32, quality: 80 })),
    ...small.map(({ bytes }) => cleanedImage(bytes)),
  ]);
  pictures += outcomes.filter(({ status }) => status === "fulfilled").length;
}
const grownBy = process.resourceUsage().maxRSS * 1024 - startedWith;
process.stdout.write(JSON.stringify({ files: files.length, pictures, grownBy }));
