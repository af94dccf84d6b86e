import { and, asc, eq, sql } from "drizzle-orm";
import { caseLinks } from "@/db/schema/case-links";
import { contents } from "@/db/schema/contents";
import type { Ctx } from "@/server/core/ctx";
import { keepPhotos, photoPath } from "./keep-photos";
import type { Stage } from "./stage";

const BATCH_SIZE = 400;

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

/** Where a pack has the photo of a scan. */
export const pathOfScanPhoto = (photo: {
  scanId: string | null;
  scanPlace: number | null;
  contentType: string;
}): string => photoPath(`${photo.scanId}-${photo.scanPlace}`, photo.contentType);

/** Adds the next photos of scans. */
export const addPhotos: Stage = async (ctx, pack, { after, count }) => {
  const found = await photosAfter(ctx, pack.caseId, after);
  const done = await keepPhotos(
    ctx,
    pack.id,
    found.map((photo) => ({ ...photo, path: pathOfScanPhoto(photo) })),
  );
  const last = found[done - 1];
  return last ? { after: [last.link, last.scanPlace], count: count + done } : null;
};
