import { and, asc, desc, eq, inArray, type SQL } from "drizzle-orm";
import { type Inspection, inspectionPhotos, inspections } from "@/db/schema/inspections";
import { people } from "@/db/schema/people";
import { type Ctx, callingProducer } from "@/server/core/ctx";
import { MAX_PHOTOS } from "@/server/core/inspecting";

/** More are in the files of the producer. */
const MAX_SHOWN = 50;

/** An inspection as pages of scans, codes and cases show it. */
export interface ShownInspection
  extends Pick<
    Inspection,
    | "id"
    | "code"
    | "note"
    | "verdict"
    | "isFlagged"
    | "isRegistered"
    | "accuracy"
    | "deviceTime"
    | "createdAt"
  > {
  /** Null for a person who was deleted since. */
  inspector: string | null;
  photos: { name: string; contentId: string }[];
}

async function photosOf({ db }: Ctx, ids: string[]) {
  if (ids.length === 0) return [];
  return db
    .select()
    .from(inspectionPhotos)
    .where(inArray(inspectionPhotos.inspectionId, ids))
    .orderBy(asc(inspectionPhotos.contentId))
    .limit(MAX_SHOWN * MAX_PHOTOS);
}

async function list(ctx: Ctx, of: SQL): Promise<ShownInspection[]> {
  const rows = await ctx.db
    .select({
      id: inspections.id,
      code: inspections.code,
      note: inspections.note,
      verdict: inspections.verdict,
      isFlagged: inspections.isFlagged,
      isRegistered: inspections.isRegistered,
      accuracy: inspections.accuracy,
      deviceTime: inspections.deviceTime,
      createdAt: inspections.createdAt,
      inspector: people.name,
    })
    .from(inspections)
    .leftJoin(people, eq(people.id, inspections.personId))
    .where(and(eq(inspections.producerId, callingProducer(ctx).producerId), of))
    .orderBy(desc(inspections.id))
    .limit(MAX_SHOWN);
  const photos = await photosOf(
    ctx,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    ...row,
    photos: photos
      .filter(({ inspectionId }) => inspectionId === row.id)
      .map(({ name, contentId }) => ({ name, contentId })),
  }));
}

/** The inspection behind a scan of the caller's items: none or one. */
export const inspectionsOfScan = (ctx: Ctx, id: string) => list(ctx, eq(inspections.id, id));

/** The newest inspections of a code by members of the calling producer. */
export const inspectionsOfCode = (ctx: Ctx, code: string) => list(ctx, eq(inspections.code, code));

/** The newest inspections that belong to a case of the caller. */
export const inspectionsOfCase = (ctx: Ctx, caseId: string) => list(ctx, eq(inspections.caseId, caseId));
