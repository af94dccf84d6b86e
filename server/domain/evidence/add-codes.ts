import { sql } from "drizzle-orm";
import type { Ctx } from "@/server/core/ctx";
import { addTable } from "./add-files";
import { numbered, type Stage } from "./stage";

/** Codes of a batch, each with its newest sightings. */
const BATCH_SIZE = 20;
const MAX_SIGHTINGS = 1_000;
/** Of the codes in a file, which each row repeats. */
const MAX_CODE_BYTES = 4_000_000;

interface Code extends Record<string, unknown> {
  link: number;
  code: string;
}

/** Reads unregistered codes of a case in the order of their links, with the number and the last of their sightings. */
export const codesAfter = ({ db }: Ctx, caseId: string, after: number, limit: number) =>
  db.execute<Code & { count: number; last: string | null }>(sql`
    select link.id::float8 as link, link.code, seen.count, to_json(seen.last) #>> '{}' as last
    from (select id, code, producer_id from case_links
        where case_id = ${caseId} and kind = 'code' and id > ${after} order by id limit ${limit}) as link
      cross join lateral (select count(*)::int as count, max(timestamp) as last from (
        select timestamp from sightings where producer_id = link.producer_id and identifier = link.code
        order by timestamp desc limit ${MAX_SIGHTINGS}) as newest) as seen
    order by link.id`);

interface Sighting extends Record<string, unknown> {
  code: string;
  timestamp: string;
  verdict: string;
  latitude: number | null;
  longitude: number | null;
  country: string | null;
  device: string | null;
}

/** The first codes that are not too long together, as often as they were seen; at least one. */
function fitting<Found extends { code: string; count: number }>(found: Found[]): Found[] {
  let bytes = 0;
  const end = found.findIndex(({ code, count }) => {
    bytes += count * Buffer.byteLength(code);
    return bytes > MAX_CODE_BYTES;
  });
  return end === -1 ? found : found.slice(0, Math.max(1, end));
}

/** Adds the sightings of the next unregistered codes. */
export const addCodes: Stage = async (ctx, pack, { after: [link = 0], count }) => {
  const found = fitting(await codesAfter(ctx, pack.caseId, link, BATCH_SIZE));
  const last = found.at(-1);
  if (!last) return null;
  const codes = JSON.stringify(found.map(({ code }) => ({ code })));
  const sightings = await ctx.db.execute<Sighting>(sql`
    select wanted.code, to_json(seen.timestamp) #>> '{}' as timestamp, copyclassification as verdict, latitude, longitude, country, device
    from json_to_recordset(${codes}::text::json) as wanted(code text)
      cross join lateral (select * from sightings where producer_id = ${pack.producerId} and identifier = wanted.code
        order by timestamp desc limit ${MAX_SIGHTINGS}) as seen`);
  await addTable(ctx, pack.id, numbered("codes/sightings", count + 1, ".csv"), [
    ["code", "time", "verdict", "latitude", "longitude", "country", "device"],
    ...sightings.map((row) => [
      row.code,
      row.timestamp,
      row.verdict,
      row.latitude,
      row.longitude,
      row.country,
      row.device,
    ]),
  ]);
  return { after: [last.link, 0], count: count + found.length };
};
