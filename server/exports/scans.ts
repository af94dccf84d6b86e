import { eq, type SQL } from "drizzle-orm";
import { type Scan, scans } from "@/db/schema/scans";
import { type Ctx, callingProducer } from "@/server/core/ctx";
import { LONG_COLUMNS } from "@/server/domain/scans/columns";
import { listScans } from "@/server/domain/scans/list";
import type { ListedScan } from "@/server/domain/scans/listed";
import { withImages } from "@/server/domain/scans/read";
import { ownedScanView, type ScanWithImages } from "@/server/domain/scans/view";
import { inPortions, openKeyset } from "./pages";
import type { Wish } from "./schema";
import { type Columns, type ExportTable, fixedTable, iso, json } from "./table";

interface Row {
  scan: ScanWithImages;
  listed: ListedScan | undefined;
  shown: ReturnType<typeof ownedScanView>["data"];
}

/** The columns of a scan, named as in the API. */
const COLUMNS: Columns<Row> = {
  id: ({ scan }) => scan.id,
  timestamp: ({ scan }) => iso(scan.timestamp),
  identifier: ({ scan }) => scan.identifier,
  title: ({ listed }) => listed?.itemTitle,
  group: ({ scan }) => scan.groupId,
  copyclassification: ({ scan }) => scan.copyclassification,
  findings: ({ listed }) => listed?.reasons?.join(" "),
  latitude: ({ scan }) => scan.latitude,
  longitude: ({ scan }) => scan.longitude,
  country: ({ scan }) => scan.country,
  continent: ({ scan }) => scan.continent,
  _geo: ({ shown }) => shown._geo,
  os: ({ scan }) => scan.os,
  device: ({ scan }) => scan.device,
  softwareversion: ({ scan }) => scan.softwareversion,
  creator: ({ shown }) => shown.creator,
  images: ({ shown }) => shown.images?.join(" "),
  data: ({ scan }) => json(scan.data),
  softwareInfo: ({ scan }) => json(scan.softwareInfo),
  deviceInfo: ({ scan }) => json(scan.deviceInfo),
};

async function* wholeScans(ctx: Ctx, pages: AsyncGenerator<ListedScan[]>): AsyncGenerator<Row[]> {
  const whole = {
    table: scans,
    key: { column: scans.id, sqlType: "uuid" as const },
    own: eq(scans.producerId, callingProducer(ctx).producerId),
    long: LONG_COLUMNS,
    read: (ctx: Ctx, where: SQL | undefined) => ctx.db.select().from(scans).where(where),
    keyOf: ({ id }: Scan) => id,
  };
  for await (const page of pages) {
    const listed = new Map(page.map((scan) => [scan.id, scan]));
    for await (const portion of inPortions(ctx, whole, [...listed.keys()])) {
      yield (await withImages(ctx, portion)).map((scan) => ({
        scan,
        listed: listed.get(scan.id),
        shown: ownedScanView(scan).data,
      }));
    }
  }
}

/** The caller's scans that match a filter, in the order of their list, as a table. */
export async function scansTable(ctx: Ctx, { filter, sort }: Wish<"scans">): Promise<ExportTable> {
  const pages = await openKeyset("uuid", (page) => listScans(ctx, filter, { ...page, sort }));
  return fixedTable(pages, COLUMNS, (pages) => wholeScans(ctx, pages));
}
