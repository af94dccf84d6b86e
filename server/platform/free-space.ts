import { access, constants, statfs } from "node:fs/promises";
import path from "node:path";
import { env } from "./env";

/** Free space and size of a file system, in bytes. */
export interface Space {
  free: number;
  size: number;
}

async function spaceOf(folder: string): Promise<Space | null> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { free: bavail * bsize, size: blocks * bsize };
  } catch {
    return null;
  }
}

/** Postgres stops where it cannot write its log, whose files take 16 MiB each. */
const MIN_FREE_BYTES = 64 * 1024 ** 2;

/** The reason why the disk of the data or of the embedded database cannot be written; undefined where it can. */
export async function diskFault(): Promise<string | undefined> {
  const data = path.resolve(env.DATA_DIR);
  for (const folder of [data, path.join(data, "postgres")]) {
    const space = await spaceOf(folder);
    // Some virtual file systems report no size.
    if (space && space.size > 0 && space.free < MIN_FREE_BYTES)
      return `the disk of ${folder} is full: less than ${MIN_FREE_BYTES / 1024 ** 2} MiB is free`;
  }
  // A missing folder is no fault: if it cannot be made, the start has failed already.
  const isThere = (await spaceOf(data)) !== null;
  const isWritable = await access(data, constants.W_OK).then(
    () => true,
    () => false,
  );
  return isThere && !isWritable ? `${data} is not writable` : undefined;
}

/** Space of the data and of the derivatives, which may be mounted separately; null where a folder is missing. */
export async function freeSpace(): Promise<{ data: Space | null; derivatives: Space | null }> {
  const data = path.resolve(env.DATA_DIR);
  return { data: await spaceOf(data), derivatives: await spaceOf(path.join(data, "derivatives")) };
}
