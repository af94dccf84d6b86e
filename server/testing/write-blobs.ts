import { createHash, randomBytes } from "node:crypto";
import { folderBlobs } from "@/server/platform/blobs-folder";
import { newId } from "@/server/platform/ids";

// Run by itself: `write-blobs.ts FOLDER BYTES AT-ONCE` keeps blobs until it is killed or one fails. Each begins with the
// SHA-256 of its rest, and its id is printed once it is kept.

const [, , folder = "", size, atOnce] = process.argv;
const blobs = folderBlobs(folder);

async function keepOn() {
  for (;;) {
    const id = newId();
    const rest = randomBytes(Number(size));
    await blobs.put(id, Buffer.concat([createHash("sha256").update(rest).digest(), rest]));
    process.stdout.write(`${id}\n`);
  }
}

await Promise.all(Array.from({ length: Number(atOnce) }, keepOn));
