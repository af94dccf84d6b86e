import type { Ctx } from "@/server/core/ctx";
import { listSightings, type Sighting } from "@/server/domain/sightings/list";
import { openKeyset } from "./pages";
import type { Wish } from "./schema";
import { type Columns, type ExportTable, fixedTable, iso } from "./table";

/** The columns of a sighting, named as those of a scan. */
const COLUMNS: Columns<Sighting> = {
  id: ({ id }) => id,
  timestamp: ({ timestamp }) => iso(timestamp),
  identifier: ({ identifier }) => identifier,
  copyclassification: ({ copyclassification }) => copyclassification,
  latitude: ({ latitude }) => latitude,
  longitude: ({ longitude }) => longitude,
  country: ({ country }) => country,
  continent: ({ continent }) => continent,
  os: ({ os }) => os,
  device: ({ device }) => device,
  softwareversion: ({ softwareversion }) => softwareversion,
  creator: ({ creator }) => creator,
};

/** The sightings that concern the caller and match a filter, in the order of their list, as a table. */
export async function sightingsTable(ctx: Ctx, { filter, sort }: Wish<"sightings">): Promise<ExportTable> {
  const pages = await openKeyset("uuid", (page) => listSightings(ctx, filter, { ...page, sort }));
  return fixedTable(pages, COLUMNS, (pages) => pages);
}
