import { and, eq, gte, lt } from "drizzle-orm";
import { z } from "zod";
import { scans } from "@/db/schema/scans";
import { type Ctx, callingProducer, inTransaction } from "@/server/core/ctx";
import { Milliseconds } from "@/server/core/moment";
import { recordAuditEvent } from "@/server/domain/audit-log/record";
import { withImages } from "@/server/domain/scans/read";
import { ownedScanView, type ScanWithImages } from "@/server/domain/scans/view";
import { newId } from "@/server/platform/ids";
import { csvLine } from "./csv";
import { inPages, scansInPages } from "./pages";
import { EXPORT_FORMATS } from "./schema";

const BATCH_SIZE = 500;

/** Format and range of an export: from `from` until before `before`, in milliseconds. */
export const ScansExport = z
  .object({
    format: z.enum(EXPORT_FORMATS),
    from: z.coerce.number().pipe(Milliseconds),
    before: z.coerce.number().pipe(Milliseconds),
  })
  .refine(({ from, before }) => from < before, { path: ["before"], message: "must be later than from" });
export type ScansExport = z.output<typeof ScansExport>;

type Cell = (
  scan: ScanWithImages,
  shown: ReturnType<typeof ownedScanView>["data"],
) => string | number | null | undefined;

const json = (value: unknown) => (value === undefined || value === null ? undefined : JSON.stringify(value));

/** The columns of a scan in CSV, named as in the API. */
const COLUMNS: Record<string, Cell> = {
  id: ({ id }) => id,
  timestamp: ({ timestamp }) => timestamp.toISOString(),
  identifier: ({ identifier }) => identifier,
  copyclassification: ({ copyclassification }) => copyclassification,
  latitude: ({ latitude }) => latitude,
  longitude: ({ longitude }) => longitude,
  country: ({ country }) => country,
  continent: ({ continent }) => continent,
  _geo: (_, { _geo }) => _geo,
  os: ({ os }) => os,
  device: ({ device }) => device,
  softwareversion: ({ softwareversion }) => softwareversion,
  creator: (_, { creator }) => creator,
  images: (_, { images }) => images?.join(" "),
  data: ({ data }) => json(data),
  softwareInfo: ({ softwareInfo }) => json(softwareInfo),
  deviceInfo: ({ deviceInfo }) => json(deviceInfo),
};

/** Without it, spreadsheets do not recognise UTF-8. */
const BYTE_ORDER_MARK = "\uFEFF";

const LINE = {
  ndjson: (scan: ScanWithImages) => `${JSON.stringify(ownedScanView(scan))}\n`,
  csv: (scan: ScanWithImages) => {
    const { data } = ownedScanView(scan);
    return csvLine(Object.values(COLUMNS).map((cell) => cell(scan, data)));
  },
};

const HEAD = { ndjson: "", csv: BYTE_ORDER_MARK + csvLine(Object.keys(COLUMNS)) };

async function* parts(ctx: Ctx, { format, from, before }: ScansExport): AsyncGenerator<string> {
  const { producerId } = callingProducer(ctx);
  const inRange = and(
    eq(scans.producerId, producerId),
    gte(scans.timestamp, new Date(from)),
    lt(scans.timestamp, new Date(before)),
  );
  yield HEAD[format];
  const pages = inPages(ctx, scansInPages(inRange), BATCH_SIZE);
  for await (const page of pages) {
    const lines = (await withImages(ctx, page)).map(LINE[format]);
    yield lines.join("");
  }
}

const isoOf = (ms: number) => new Date(ms).toISOString();

/**
 * Exports the caller's scans of a range, oldest first, as the parts of a file with one line per scan. Scans are read page
 * by page, so memory holds one page at a time. Recorded in the audit log.
 */
export async function exportScans(ctx: Ctx, wish: ScansExport): Promise<AsyncGenerator<string>> {
  const { producerId } = callingProducer(ctx);
  const changes = [{ path: "/range", from: isoOf(wish.from), to: isoOf(wish.before) }];
  const target = { producerId, id: newId(), name: wish.format, changes };
  await inTransaction(ctx, (ctx) => recordAuditEvent(ctx, "scansExported", target));
  return parts(ctx, wish);
}
