import { statfs } from "node:fs/promises";
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

/** Room where the data lies, and where derivatives do, which may be mounted apart; null where a folder is not there yet. */
export async function freeSpace(): Promise<{ data: Space | null; derivatives: Space | null }> {
  const data = path.resolve(env.DATA_DIR);
  return { data: await spaceOf(data), derivatives: await spaceOf(path.join(data, "derivatives")) };
}
