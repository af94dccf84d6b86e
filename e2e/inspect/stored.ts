import { eq, inArray } from "drizzle-orm";
import { contents } from "@/db/schema/contents";
import { inspectionPhotos, inspections } from "@/db/schema/inspections";
import { scans } from "@/db/schema/scans";
import { sightings } from "@/db/schema/sightings";
import { inside } from "../inside";

/** What the service has of the codes. */
export async function stored(codes: string[]) {
  const { db } = await inside();
  const found = await db.select().from(inspections).where(inArray(inspections.code, codes));
  const recorded = await db
    .select({ code: scans.identifier })
    .from(scans)
    .where(inArray(scans.identifier, codes));
  const seen = await db
    .select({ code: sightings.identifier })
    .from(sightings)
    .where(inArray(sightings.identifier, codes));
  const photos = await db
    .select({ id: contents.id, sha256: contents.sha256 })
    .from(inspectionPhotos)
    .innerJoin(contents, eq(contents.id, inspectionPhotos.contentId))
    .innerJoin(inspections, eq(inspections.id, inspectionPhotos.inspectionId))
    .where(inArray(inspections.code, codes));
  return {
    inspections: found.map(({ code }) => code).toSorted(),
    scans: [...recorded, ...seen].map(({ code }) => code).toSorted(),
    photos,
  };
}
