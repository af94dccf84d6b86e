import { and, asc, eq, gt, inArray, sql } from "drizzle-orm";
import { contents } from "@/db/schema/contents";
import type { EvidencePack } from "@/db/schema/evidence-packs";
import { inspectionPhotos, inspections } from "@/db/schema/inspections";
import { people } from "@/db/schema/people";
import type { Ctx } from "@/server/core/ctx";
import { addTable } from "./add-files";
import { keepPhotos, photoPath } from "./keep-photos";
import { BEGIN, numbered, type Stage, utc } from "./stage";
import { WORDS } from "./words-in";

/** With six photos each. */
const BATCH_SIZE = 20;

/** Reads inspections of a case, and those behind its scans, in the order of their ids; with their photos. */
export async function inspectionsAfter(
  { db }: Ctx,
  { caseId, producerId }: Pick<EvidencePack, "caseId" | "producerId">,
  after: string,
  limit: number,
) {
  // An inspection has the id of its scan.
  const wanted = sql`(select id from inspections where case_id = ${caseId}
    union select scan_id from case_links where case_id = ${caseId} and kind = 'scan')`;
  const found = await db
    .select({ inspection: inspections, inspector: people.name })
    .from(inspections)
    .leftJoin(people, eq(people.id, inspections.personId))
    .where(
      and(
        eq(inspections.producerId, producerId),
        sql`${inspections.id} in ${wanted}`,
        gt(inspections.id, after),
      ),
    )
    .orderBy(asc(inspections.id))
    .limit(limit);
  const ids = found.map(({ inspection }) => inspection.id);
  const photos =
    ids.length === 0
      ? []
      : await db
          .select({
            inspectionId: inspectionPhotos.inspectionId,
            name: inspectionPhotos.name,
            id: contents.id,
            contentType: contents.contentType,
            sha256: contents.sha256,
          })
          .from(inspectionPhotos)
          .innerJoin(contents, eq(contents.id, inspectionPhotos.contentId))
          .where(inArray(inspectionPhotos.inspectionId, ids))
          .orderBy(asc(inspectionPhotos.inspectionId), asc(inspectionPhotos.contentId));
  return found.map(({ inspection, inspector }) => ({
    ...inspection,
    inspector: inspector ?? "",
    photos: photos
      .filter(({ inspectionId }) => inspectionId === inspection.id)
      .map((photo, index) => ({
        ...photo,
        path: photoPath(`inspection-${inspection.id}-${index + 1}`, photo.contentType),
      })),
  }));
}

/** A table of inspections for people. */
export async function tableOfInspections(ctx: Ctx, pack: EvidencePack, limit: number) {
  const { columns, verdictsOfInspections } = WORDS[pack.language];
  const found = await inspectionsAfter(ctx, pack, BEGIN.id, limit);
  return {
    columns: [
      [columns.time, 2],
      [columns.by, 2],
      [columns.code, 3],
      [columns.verdict, 2],
      [columns.text, 6],
    ] satisfies [string, number][],
    rows: found.map(({ createdAt, inspector, code, verdict, note }) => [
      utc(createdAt),
      inspector,
      code,
      verdict ? verdictsOfInspections[verdict] : "",
      note,
    ]),
  };
}

/** Adds the next inspections: what inspectors noted, and their photos. */
export const addInspections: Stage = async (ctx, pack, { id, count }) => {
  const found = await inspectionsAfter(ctx, pack, id, BATCH_SIZE);
  // At least one, and none whose photos would take too long.
  let added = 0;
  const end = performance.now() + 1_000;
  for (const { photos } of found) {
    if (added > 0 && performance.now() > end) break;
    await keepPhotos(ctx, pack.id, photos);
    added += 1;
  }
  const last = found[added - 1];
  if (!last) return null;
  await addTable(ctx, pack.id, numbered("inspections/inspections", count + 1, ".csv"), [
    [
      "inspection",
      "time",
      "time of device",
      "inspector",
      "code",
      "verdict",
      "flagged",
      "accuracy in metres",
      "note",
      "photos",
    ],
    ...found
      .slice(0, added)
      .map((one) => [
        one.id,
        one.createdAt.toISOString(),
        one.deviceTime.toISOString(),
        one.inspector,
        one.code,
        one.verdict,
        String(one.isFlagged),
        one.accuracy,
        one.note,
        one.photos.map(({ name, path }) => `${name}: ${path}`).join("; "),
      ]),
  ]);
  return { id: last.id, count: count + added };
};
