import { createHash } from "node:crypto";
import type { Content } from "@/db/schema/contents";
import type { PackFault } from "@/db/schema/evidence-packs";
import type { Ctx } from "@/server/core/ctx";
import { blobs } from "@/server/platform/blobs";
import { addFaults, addOriginals, type Original } from "./add-files";

/** Photos in memory at once. */
const READ_AT_ONCE = 8;
const MAX_MS = 1_200;

/** A stored photo, and where the pack has it. */
export interface PackedPhoto extends Pick<Content, "id" | "sha256"> {
  path: string;
}

const ENDINGS: Record<string, string> = { "image/jpeg": "jpg", "image/png": "png", "image/webp": "webp" };

/** A path below `photos/`, with the ending of the photo's type. */
export const photoPath = (name: string, contentType: string): string =>
  `photos/${name}.${ENDINGS[contentType] ?? "bin"}`;

/** Reads a photo and compares it with the checksum that was recorded when it was stored. */
async function read(photo: PackedPhoto): Promise<{ file?: Omit<Original, "packId">; fault?: PackFault }> {
  const { path, id } = photo;
  const bytes = await blobs().read(id);
  if (!bytes) return { fault: { path, kind: "missing" } };
  const sha256 = createHash("sha256").update(bytes).digest();
  const isChanged = photo.sha256 !== null && !sha256.equals(photo.sha256);
  return {
    file: { path, sha256, size: bytes.byteLength, contentId: id },
    ...(isChanged ? { fault: { path, kind: "changed" } } : {}),
  };
}

/**
 * Adds photos to a pack, whose bytes stay where they are, and notes those that are not as recorded. Returns how many it has done
 * in about a second.
 */
export async function keepPhotos(
  ctx: Pick<Ctx, "db">,
  packId: string,
  photos: readonly PackedPhoto[],
): Promise<number> {
  const end = performance.now() + MAX_MS;
  const faults: PackFault[] = [];
  let done = 0;
  while (done < photos.length && performance.now() < end) {
    const some = await Promise.all(photos.slice(done, done + READ_AT_ONCE).map(read));
    await addOriginals(
      ctx,
      some.flatMap(({ file }) => (file ? [{ ...file, packId }] : [])),
    );
    faults.push(...some.flatMap(({ fault }) => fault ?? []));
    done += some.length;
  }
  await addFaults(ctx, packId, faults);
  return done;
}
