import { readFile } from "node:fs/promises";

const LENGTH = 12;

/** Version of the base map from the build. It is part of the file addresses, so browsers cache the files for good. */
export async function baseMapVersion(): Promise<string> {
  const stamp = await readFile("public/map/stamp", "utf8").catch(() => "");
  return stamp.slice(0, LENGTH);
}
