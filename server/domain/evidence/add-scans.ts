import { pdfOf } from "@assay/evidence/document";
import { and, asc, eq, gt, inArray } from "drizzle-orm";
import { assessments } from "@/db/schema/assessments";
import { caseLinks } from "@/db/schema/case-links";
import { contents } from "@/db/schema/contents";
import type { EvidencePack } from "@/db/schema/evidence-packs";
import { items } from "@/db/schema/items";
import { scans } from "@/db/schema/scans";
import type { Ctx } from "@/server/core/ctx";
import { shownTitle } from "@/server/domain/shared/shown-title";
import { addFile, addTable } from "./add-files";
import { pathOfScanPhoto } from "./add-photos";
import { numbered, type Stage, utc } from "./stage";
import { WORDS } from "./words-in";

/** Drawing them takes about a second. */
const BATCH_SIZE = 500;
/** Of what scanners sent with the scans of a batch, which may be 64 KiB each. */
const MAX_DATA_BYTES = 4_000_000;

/** Reads scans of a case in the order of their links. */
export async function scansAfter({ db }: Ctx, caseId: string, after: number, limit: number) {
  const found = await db
    .select({
      link: caseLinks.id,
      id: scans.id,
      timestamp: scans.timestamp,
      identifier: scans.identifier,
      title: shownTitle,
      verdict: scans.copyclassification,
      reasons: assessments.reasons,
      latitude: scans.latitude,
      longitude: scans.longitude,
      country: scans.country,
      device: scans.device,
      os: scans.os,
      software: scans.softwareversion,
      data: scans.data,
    })
    .from(caseLinks)
    .innerJoin(scans, eq(scans.id, caseLinks.scanId))
    .innerJoin(items, eq(items.id, scans.itemId))
    .leftJoin(assessments, eq(assessments.scanId, scans.id))
    .where(and(eq(caseLinks.caseId, caseId), eq(caseLinks.kind, "scan"), gt(caseLinks.id, after)))
    .orderBy(asc(caseLinks.id))
    .limit(limit);
  const ids = found.map(({ id }) => id);
  const photos =
    ids.length === 0
      ? []
      : await db
          .select({
            scanId: contents.scanId,
            scanPlace: contents.scanPlace,
            contentType: contents.contentType,
          })
          .from(contents)
          .where(inArray(contents.scanId, ids))
          .orderBy(asc(contents.scanId), asc(contents.scanPlace));
  return found.map((scan) => ({
    ...scan,
    photos: photos.filter(({ scanId }) => scanId === scan.id).map(pathOfScanPhoto),
  }));
}

export type PackedScan = Awaited<ReturnType<typeof scansAfter>>[number];

const placeOf = ({ country, latitude, longitude }: PackedScan) =>
  [
    country,
    latitude === null || longitude === null ? null : `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`,
  ]
    .filter((part) => part !== null)
    .join("  ");

/** A table of scans for people; `first` is the number of the first one. */
export function tableOfScans({ language }: EvidencePack, found: readonly PackedScan[], first: number) {
  const { columns, verdicts, findings } = WORDS[language];
  return {
    kind: "table" as const,
    columns: [
      { heading: columns.number, share: 1 },
      { heading: columns.time, share: 3 },
      { heading: columns.code, share: 4 },
      { heading: columns.item, share: 4 },
      { heading: columns.verdict, share: 2 },
      { heading: columns.findings, share: 4 },
      { heading: columns.place, share: 4 },
      { heading: columns.device, share: 3 },
      { heading: columns.photos, share: 1.5 },
    ],
    rows: found.map((scan, index) => [
      String(first + index),
      utc(scan.timestamp),
      scan.identifier,
      scan.title ?? "",
      verdicts[scan.verdict],
      (scan.reasons ?? []).map((reason) => findings[reason][0]).join(", "),
      placeOf(scan),
      [scan.os, scan.device?.slice(0, 12)].filter(Boolean).join(" "),
      String(scan.photos.length),
    ]),
  };
}

const HEAD = [
  "number",
  "scan",
  "time",
  "code",
  "title",
  "verdict",
  "findings",
  "latitude",
  "longitude",
  "country",
  "device",
  "os",
  "software",
  "photos",
  "data",
];

/** The first scans whose data is not too long together; at least one. */
function fitting(found: PackedScan[]): PackedScan[] {
  let bytes = 0;
  const end = found.findIndex(({ data }) => {
    bytes += Buffer.byteLength(JSON.stringify(data));
    return bytes > MAX_DATA_BYTES;
  });
  return end === -1 ? found : found.slice(0, Math.max(1, end));
}

/** Adds the next scans: a table for people and one for programs. */
export const addScans: Stage = async (ctx, pack, { after: [link = 0], count }) => {
  const found = fitting(await scansAfter(ctx, pack.caseId, link, BATCH_SIZE));
  const last = found.at(-1);
  if (!last) return null;
  const first = count + 1;
  const words = WORDS[pack.language];
  const name = numbered("scans/scans", first, "");
  const title = `${words.headings.scans} ${first}–${count + found.length}`;
  await addFile(
    ctx,
    pack.id,
    `${name}.pdf`,
    await pdfOf([{ kind: "heading", text: title }, tableOfScans(pack, found, first)], {
      title,
      language: pack.language,
      date: pack.requestedAt,
      foot: words.foot(pack.id),
      page: words.page,
    }),
  );
  await addTable(ctx, pack.id, `${name}.csv`, [
    HEAD,
    ...found.map((scan, index) => [
      first + index,
      scan.id,
      scan.timestamp.toISOString(),
      scan.identifier,
      scan.title,
      scan.verdict,
      (scan.reasons ?? []).join(" "),
      scan.latitude,
      scan.longitude,
      scan.country,
      scan.device,
      scan.os,
      scan.software,
      scan.photos.join(" "),
      JSON.stringify(scan.data),
    ]),
  ]);
  return { after: [last.link, 0], count: count + found.length };
};
