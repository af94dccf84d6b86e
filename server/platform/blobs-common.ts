import type { Blobs } from "./blob-store";
import { isId, newId } from "./ids";
import { messageOf } from "./say.mjs";

/** Blobs in a page of a listing: the maximum of S3. */
export const PAGE_SIZE = 1000;

/** The canonical spelling of a blob's id. @throws for any other text, so that no text can name a path */
export function blobName(id: string): string {
  if (!isId(id)) throw new Error(`${JSON.stringify(id)} is no id of a blob`);
  return id.toLowerCase();
}

/** Puts, removes and lists as the service will. @throws an error that names the place */
export async function tryOut(blobs: Blobs, place: string): Promise<void> {
  const id = newId();
  try {
    await blobs.put(id, new Uint8Array());
    await blobs.remove(id);
    for await (const _ of blobs.list()) break;
  } catch (error) {
    throw new Error(`Contents can't be kept in ${place}: ${messageOf(error)}`, { cause: error });
  }
}
