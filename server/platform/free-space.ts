import { access, constants, statfs } from "node:fs/promises";
import path from "node:path";
import { env } from "./env";

/** What a file system has room for, in bytes. */
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

/** Postgres ends where it cannot write its log, of which a file takes 16 MiB. */
const MIN_FREE_BYTES = 64 * 1024 ** 2;

/** Why nothing can be kept where the data or the embedded database lies; nothing where it can. */
export async function diskFault(): Promise<string | undefined> {
  const data = path.resolve(env.DATA_DIR);
  for (const folder of [data, path.join(data, "postgres")]) {
    const space = await spaceOf(folder);
    // Some virtual file systems tell no size.
    if (space && space.size > 0 && space.free < MIN_FREE_BYTES)
      return `the disk of ${folder} is full: less than ${MIN_FREE_BYTES / 1024 ** 2} MiB is free`;
  }
  // Where it cannot be made either, the start has failed.
  const isThere = (await spaceOf(data)) !== null;
  const isWritable = await access(data, constants.W_OK).then(
    () => true,
    () => false,
  );
  return isThere && !isWritable ? `${data} is not writable` : undefined;
}

/** Room where the data lies, and where derivatives do, which may be mounted apart; null where a folder is not there yet. */
export async function freeSpace(): Promise<{ data: Space | null; derivatives: Space | null }> {
  const data = path.resolve(env.DATA_DIR);
  return { data: await spaceOf(data), derivatives: await spaceOf(path.join(data, "derivatives")) };
}
