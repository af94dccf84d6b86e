import type { Block } from "@assay/evidence/document";
import { and, asc, desc, eq, isNotNull, sql } from "drizzle-orm";
import { type EvidencePack, evidenceFiles } from "@/db/schema/evidence-packs";
import type { Ctx } from "@/server/core/ctx";
import { placesOfCase } from "@/server/domain/cases/places";
import { blobs } from "@/server/platform/blobs";
import { pictureForDocument } from "@/server/platform/images";
import { log } from "@/server/platform/log";
import { renderPlaces } from "@/server/platform/scan-map";
import { MAX } from "./schema";
import { WORDS } from "./words-in";

const MAP = { width: 760, height: 340, scale: 2 } as const;

/** The map of the case's scans; nothing without places, or while too many maps are drawn. */
export async function mapOf(ctx: Ctx, { caseId, language }: EvidencePack): Promise<Block[]> {
  const { headings, mapAlt, mapCaption } = WORDS[language];
  const { cells } = await placesOfCase(ctx, caseId);
  if (cells.length === 0) return [];
  const places = cells.map(({ latitude, longitude, original, fake, unknown, error }) => ({
    latitude,
    longitude,
    // The mark warns of what is worst in the area.
    classification:
      fake > 0
        ? ("fake" as const)
        : unknown > 0
          ? ("unknown" as const)
          : error > 0
            ? ("error" as const)
            : ("original" as const),
    count: original + fake + unknown + error,
  }));
  try {
    const png = await renderPlaces({ ...MAP, places, locale: language });
    const { bytes } = await pictureForDocument(png, { width: MAP.width * 2, height: MAP.height * 2 });
    return [
      { kind: "heading", text: headings.map },
      { kind: "picture", image: bytes, alt: mapAlt(places.length), caption: mapCaption, height: MAP.height },
    ];
  } catch (err) {
    log.warn({ err }, "the map of an evidence pack was not drawn");
    return [];
  }
}

const THUMBNAIL = { width: 480, height: 320 };

/** The first photos with their checksums. One that cannot be read is shown by the checksums alone. */
export async function photosOf({ db }: Ctx, { id, language }: EvidencePack): Promise<Block[]> {
  const found = await db
    .select({ path: evidenceFiles.path, sha256: evidenceFiles.sha256, contentId: evidenceFiles.contentId })
    .from(evidenceFiles)
    .where(and(eq(evidenceFiles.packId, id), isNotNull(evidenceFiles.contentId)))
    // Guided photos of inspectors show most.
    .orderBy(desc(sql`${evidenceFiles.path} like 'photos/inspection-%'`), asc(evidenceFiles.path))
    .limit(MAX.photosInReport);
  const pictures = await Promise.all(
    found.map(async ({ path, sha256, contentId }) => {
      try {
        const bytes = contentId ? await blobs().read(contentId) : undefined;
        if (!bytes) return [];
        const { bytes: image } = await pictureForDocument(bytes, THUMBNAIL);
        return [{ image, alt: path, lines: [path, `SHA-256 ${sha256.toString("hex")}`] }];
      } catch {
        return [];
      }
    }),
  );
  if (found.length === 0) return [];
  return [
    { kind: "heading", text: WORDS[language].headings.photos },
    { kind: "gallery", pictures: pictures.flat() },
  ];
}
