import { createHash, randomBytes } from "node:crypto";
import { folderBlobs } from "@/server/platform/blobs-folder";
import { newId } from "@/server/platform/ids";

// A script: `write-blobs.ts FOLDER BYTES AT-ONCE` stores blobs until it is killed or one fails. Each begins with the
// SHA-256 of its rest. The script prints an id once its blob is stored.

const [, , folder = "", size, atOnce] = process.argv;
const blobs = folderBlobs(folder);

async function writeForever() {
  for (;;) {
    const id = newId();
    const rest = randomBytes(Number(size));
    await blobs.put(id, Buffer.concat([createHash("sha256").update(rest).digest(), rest]));
    process.stdout.write(`${id}\n`);
  }
}

await Promise.all(Array.from({ length: Number(atOnce) }, writeForever));
