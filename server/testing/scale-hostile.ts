import { cleanedImage, scaledImage } from "@/server/platform/images";
import { realSamples, truncatedSamples } from "./sample-images/genuine";
import { giants, heavyweights, impostors, tricky } from "./sample-images/hostile";
import { mutatedSamples } from "./sample-images/mutated";

// A script: `scale-hostile.ts ROUNDS` processes all hostile files concurrently. It prints as JSON the number of files, the
// number of pictures among them, and the peak growth of the process in bytes.

const rounds = Number(process.argv[2]);
const small = [
  ...(await realSamples()),
  ...(await impostors()),
  ...(await truncatedSamples()),
  ...(await giants()),
  ...(await tricky()),
  ...(await mutatedSamples(150, 3)),
];
// Two equal heavy files at once are the worst case.
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
