import sharp from "sharp";
import { z } from "zod";
import { repeatedly } from "./each-once";

/*
 * Making thumbnails without a service: sharp in a separate process, on file paths, with the service's options and
 * concurrency.
 */

const CONCURRENT_IMAGES = 2;

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
  process.send?.(await repeatedly(make, CONCURRENT_IMAGES, seconds));
});
process.on("disconnect", () => process.exit());
