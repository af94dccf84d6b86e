import type { Blobs } from "./blob-store";
import { isId, newId } from "./ids";
import { messageOf } from "./say.mjs";

/** How many blobs a page of a listing has at most: what S3 answers at most. */
export const PAGE_SIZE = 1000;

/** The one spelling of an id that names a blob. Throws for what is no id, so that no text can name a path. */
export function blobName(id: string): string {
  if (!isId(id)) throw new Error(`${JSON.stringify(id)} is no id of a blob`);
  return id.toLowerCase();
}

/** Does what the service will do; throws an error that names the place when any of it fails. */
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
