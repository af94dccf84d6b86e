import { readFile } from "node:fs/promises";

const LENGTH = 12;

/** Names the base map that the build made: with it in their addresses, browsers keep its files for good. */
export async function baseMapVersion(): Promise<string> {
  const stamp = await readFile("public/map/stamp", "utf8").catch(() => "");
  return stamp.slice(0, LENGTH);
}
