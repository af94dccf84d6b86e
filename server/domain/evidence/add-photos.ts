import { createHash } from "node:crypto";
import { and, asc, eq, sql } from "drizzle-orm";
import { caseLinks } from "@/db/schema/case-links";
import { contents } from "@/db/schema/contents";
import type { PackFault } from "@/db/schema/evidence-packs";
import type { Ctx } from "@/server/core/ctx";
import { blobs } from "@/server/platform/blobs";
import { addFaults, addOriginals, type Original } from "./add-files";
import { photoPath } from "./photo-path";
import type { Stage } from "./stage";

/** Photos in memory at once. */
const READ_AT_ONCE = 8;
const BATCH_SIZE = 400;
const BATCH_MS = 1_200;

const photosAfter = ({ db }: Ctx, caseId: string, [link = 0, place = 0]: number[]) =>
  db
    .select({
      link: caseLinks.id,
      id: contents.id,
      scanId: contents.scanId,
      scanPlace: sql<number>`${contents.scanPlace}`,
      contentType: contents.contentType,
      sha256: contents.sha256,
    })
    .from(caseLinks)
    .innerJoin(contents, eq(contents.scanId, caseLinks.scanId))
    .where(
      and(
        eq(caseLinks.caseId, caseId),
        eq(caseLinks.kind, "scan"),
        sql`(${caseLinks.id}, ${contents.scanPlace}) > (${link}::bigint, ${place}::int)`,
      ),
    )
    .orderBy(asc(caseLinks.id), asc(contents.scanPlace))
    .limit(BATCH_SIZE);

type Photo = Awaited<ReturnType<typeof photosAfter>>[number];

/** Reads a photo and compares it with the checksum of its receipt. */
async function read(photo: Photo): Promise<{ file?: Omit<Original, "packId">; fault?: PackFault }> {
  const path = photoPath(photo);
  const bytes = await blobs().read(photo.id);
  if (!bytes) return { fault: { path, kind: "missing" } };
  const sha256 = createHash("sha256").update(bytes).digest();
  const isChanged = photo.sha256 !== null && !sha256.equals(photo.sha256);
  return {
    file: { path, sha256, size: bytes.byteLength, contentId: photo.id },
    ...(isChanged ? { fault: { path, kind: "changed" } } : {}),
  };
}

/** Adds the next photos of scans. Their bytes stay where they are. */
export const addPhotos: Stage = async (ctx, pack, { after, count }) => {
  const found = await photosAfter(ctx, pack.caseId, after);
  const end = performance.now() + BATCH_MS;
  let done = 0;
  const faults: PackFault[] = [];
  while (done < found.length && performance.now() < end) {
    const some = await Promise.all(found.slice(done, done + READ_AT_ONCE).map(read));
    await addOriginals(
      ctx,
      some.flatMap(({ file }) => (file ? [{ ...file, packId: pack.id }] : [])),
    );
    faults.push(...some.flatMap(({ fault }) => fault ?? []));
    done += some.length;
  }
  await addFaults(ctx, pack.id, faults);
  const last = found[done - 1];
  return last ? { after: [last.link, last.scanPlace], count: count + done } : null;
};
