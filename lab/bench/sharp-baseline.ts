import sharp from "sharp";
import { z } from "zod";
import { repeatedly } from "./each-once";

/*
 * What is left of making thumbnails without a service around it: sharp in a process of its own, on files' paths, with
 * the service's options and as many at once as the service works on.
 */

const AT_ONCE = 2;

const Work = z.object({
  files: z.array(z.string()),
  widths: z.array(z.number()),
  quality: z.number(),
  seconds: z.number(),
});

sharp.cache(false);
sharp.concurrency(1);

let made = 0;

process.on("message", async (message) => {
  const { files, widths, quality, seconds } = Work.parse(message);
  const make = async () => {
    const file = files[made % files.length];
    const width = widths[made++ % widths.length] ?? 1;
    await sharp(file, { autoOrient: true, failOn: "error" })
      .resize({ width, withoutEnlargement: true })
      .jpeg({ quality })
      .toBuffer();
  };
  process.send?.(await repeatedly(make, AT_ONCE, seconds));
});
process.on("disconnect", () => process.exit());
