import { distanceKm } from "@assay/scan-map/sphere";
import { inArray, type SQL, sql } from "drizzle-orm";
import { makePgArray } from "drizzle-orm/pg-core";
import { assessments } from "@/db/schema/assessments";
import { scans } from "@/db/schema/scans";
import type { Ctx } from "@/server/core/ctx";
import { isLed } from "@/server/data/keyset";
import { walkIndexes } from "@/server/data/walk-indexes";
import { leadOfDevice } from "@/server/domain/scans/conditions";
import { type ListedScan, readListedScans } from "@/server/domain/scans/listed";
import { type Compared, type Coordinates, comparedOf, MAX_COMPARED } from "./compared";
import { ownedCase } from "./read";

const MAX_PREFIXES = 10;
/** Fakes that are compared by their places. */
const MAX_NEAR = 2_000;
/** Codes that begin alike, of each beginning, and the sightings that are counted of each. */
const MAX_CODES_ALIKE = 100;
const MAX_COUNTED = 200;
const NEAR_KM = 25;
const NEAR_DAYS = 90;
/** Suggestions of each reason. */
const MAX_SUGGESTED = 20;
const MIN_PREFIX_CHARACTERS = 5;
/** The part of a code that is compared. */
const PREFIX_PART = 0.6;

type SuggestedScan = Pick<
  ListedScan,
  "id" | "identifier" | "timestamp" | "copyclassification" | "country" | "itemTitle"
>;

export interface SuggestedCode {
  code: string;
  sightings: number;
  lastSeen: Date;
}

export interface SuggestedReport {
  id: string;
  identifier: string;
  timestamp: Date;
  text: string;
  /** The host of the offer. */
  host: string;
}

/**
 * What probably belongs to a case and is not in it yet: it shares a device, an item, a place, a seller or the beginning of a code
 * with the case. At most 20 for each reason.
 */
export interface Suggestions {
  device: SuggestedScan[];
  item: SuggestedScan[];
  place: SuggestedScan[];
  seller: SuggestedReport[];
  code: SuggestedCode[];
}

/** Whether a scan is not in the case; a lookup for each row, so that rows stay in the order of their index. */
const isNew = ({ caseId }: Compared, scan: SQL) => sql`coalesce((
  select false from case_links where case_id = ${caseId} and kind = 'scan' and scan_id = ${scan} limit 1), true)`;

/** Reads scans as lists show them, in the order of their ids. */
async function shown(ctx: Ctx, ids: string[]): Promise<SuggestedScan[]> {
  if (ids.length === 0) return [];
  const rows = await walkIndexes(ctx.db, (db) =>
    readListedScans({ ...ctx, db }, inArray(scans.id, ids), [], ids.length),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((one) => {
    const row = byId.get(one);
    if (!row) return [];
    const { id, identifier, timestamp, copyclassification, country, itemTitle } = row;
    return [{ id, identifier, timestamp, copyclassification, country, itemTitle }];
  });
}

const idsOf = async (ctx: Ctx, statement: SQL): Promise<string[]> =>
  (await walkIndexes(ctx.db, (db) => db.execute<{ id: string }>(statement))).map(({ id }) => id);

/** Other scans by the devices of the case. */
function byDevice(ctx: Ctx, of: Compared): Promise<string[]> {
  const lead = leadOfDevice("");
  return idsOf(
    ctx,
    sql`select found.id from unnest(${makePgArray(of.devices)}::text[]) as devices(device) cross join lateral (
      select ${scans.id}, ${scans.timestamp} from ${scans}
      where ${scans.producerId} = ${of.producerId} and ${lead.column} = hashtextextended(devices.device, 0)
        and ${scans.device} = devices.device and ${isNew(of, sql`${scans.id}`)}
      order by ${scans.timestamp} desc, ${scans.id} desc limit ${MAX_SUGGESTED}) as found
    order by found.timestamp desc, found.id desc limit ${MAX_SUGGESTED}`,
  );
}

/** Fakes, and scans with findings, of the items of the case. Only the index of fakes has the order of country, too. */
function byItem(ctx: Ctx, of: Compared): Promise<string[]> {
  const since = sql`timestamp > now() - make_interval(days => ${NEAR_DAYS})`;
  return idsOf(
    ctx,
    sql`select found.id from unnest(${makePgArray(of.items)}::bigint[]) as affected(id) cross join lateral (
      (select id, timestamp from ${scans} as fake
        where item_id = affected.id and copyclassification = 'fake' and ${isNew(of, sql`fake.id`)} and ${since}
        order by timestamp desc, country desc limit ${MAX_SUGGESTED})
      union
      (select scan_id, timestamp from ${assessments} as assessed
        where item_id = affected.id and ${isNew(of, sql`assessed.scan_id`)} and ${since}
        order by timestamp desc limit ${MAX_SUGGESTED})) as found
    order by found.timestamp desc, found.id desc limit ${MAX_SUGGESTED}`,
  );
}

interface Placed extends Coordinates, Record<string, unknown> {
  id: string;
}

/** The first column of the index of fakes, which other indexes in the order of time do not have. */
const FAKES = { column: scans.copyclassification, value: "fake" };

/** The newest fakes within 25 km of a scan of the case. */
async function byPlace(ctx: Ctx, of: Compared): Promise<string[]> {
  if (of.places.length === 0) return [];
  const fakes = await walkIndexes(ctx.db, (db) =>
    db.execute<Placed>(sql`
      select id, latitude, longitude from (
        select ${scans.id}, ${scans.latitude}, ${scans.longitude} from ${scans}
        where ${scans.producerId} = ${of.producerId} and ${isLed({ lead: FAKES })}
          and ${scans.copyclassification} <> 'original'
          and ${scans.timestamp} > now() - make_interval(days => ${NEAR_DAYS})
        order by ${scans.copyclassification} desc, ${scans.timestamp} desc, ${scans.id} desc limit ${MAX_NEAR}) as newest
      where latitude is not null and ${isNew(of, sql`newest.id`)}`),
  );
  return fakes
    .filter((fake) => of.places.some((place) => distanceKm(place, fake) <= NEAR_KM))
    .slice(0, MAX_SUGGESTED)
    .map(({ id }) => id);
}

const HOST = sql.raw(`lower(substring(reports.seller_url from '^https?://([^/:?#]+)'))`);

/** Other reports of the same web shops, among the newest. */
async function bySeller(ctx: Ctx, of: Compared): Promise<SuggestedReport[]> {
  const rows = await ctx.db.execute<Omit<SuggestedReport, "timestamp"> & { timestamp: string }>(sql`
    with linked as materialized (
      select report_id from case_links where case_id = ${of.caseId} and kind = 'report' order by id desc limit ${MAX_COMPARED}),
    hosts as materialized (
      select distinct ${HOST} as host from linked join reports on reports.id = linked.report_id where seller_url is not null)
    select found.id, coalesce(found.code, items.identifier) as identifier, to_json(found.timestamp) #>> '{}' as timestamp,
      found.text, found.host
    from (select id, code, item_id, timestamp, text, ${HOST} as host from reports
      where producer_id = ${of.producerId} order by timestamp desc, id desc limit ${MAX_NEAR}) as found
      join hosts using (host) left join items on items.id = found.item_id
    where not exists (select from linked where report_id = found.id)
    order by found.timestamp desc, found.id desc limit ${MAX_SUGGESTED}`);
  return rows.map((row) => ({ ...row, timestamp: new Date(row.timestamp) }));
}

/** The beginning of a code, which other codes of one forger share; undefined for short codes. */
export function prefixOf(code: string): string | undefined {
  const characters = [...code];
  const length = Math.max(MIN_PREFIX_CHARACTERS, Math.floor(characters.length * PREFIX_PART));
  return length < characters.length ? characters.slice(0, length).join("") : undefined;
}

/**
 * Other unregistered codes that begin like those of the case: of each beginning, those among the codes that follow it in the order
 * of the index, whatever the collation of the database.
 */
async function byCode(ctx: Ctx, of: Compared): Promise<SuggestedCode[]> {
  const linked = await ctx.db.execute<{ code: string }>(sql`
    select code from case_links where case_id = ${of.caseId} and kind = 'code' order by id desc limit ${MAX_COMPARED}`);
  const prefixes = [...new Set(linked.flatMap(({ code }) => prefixOf(code) ?? []))].slice(0, MAX_PREFIXES);
  if (prefixes.length === 0) return [];
  const next = (after: SQL) => sql`(
    select identifier from sightings where producer_id = ${of.producerId} and ${after}
    order by identifier limit 1)`;
  const starts = prefixes.map((prefix) => sql`(${prefix}::text)`);
  const rows = await walkIndexes(ctx.db, (db) =>
    db.execute<{ code: string; sightings: number; lastSeen: string }>(sql`
      select seen.code, newest.sightings, to_json(newest.at) #>> '{}' as "lastSeen"
      from (values ${sql.join(starts, sql`, `)}) as start(prefix)
      cross join lateral (
        with recursive step(code, place) as (
          select ${next(sql`identifier >= prefix`)}, 1 union all
          select ${next(sql`identifier > step.code`)}, place + 1 from step
          where step.code is not null and place < ${MAX_CODES_ALIKE})
        select code from step where starts_with(code, prefix)) as seen
      cross join lateral (
        select count(*)::int as sightings, max(timestamp) as at from (
          select timestamp from sightings where producer_id = ${of.producerId} and identifier = seen.code
          order by timestamp desc limit ${MAX_COUNTED}) as counted) as newest
      where coalesce((select false from case_links
        where case_id = ${of.caseId} and kind = 'code' and case_links.code = seen.code limit 1), true)
      order by newest.at desc limit ${MAX_SUGGESTED}`),
  );
  return rows.map(({ code, sightings, lastSeen }) => ({ code, sightings, lastSeen: new Date(lastSeen) }));
}

/**
 * Finds what shares a device, an item, a place, a seller or the beginning of a code with a case and is not in it yet.
 * @throws 404 for a case that is not the caller's
 */
export async function suggestionsFor(ctx: Ctx, id: string): Promise<Suggestions> {
  const { producerId } = await ownedCase(ctx, id);
  const of = await comparedOf(ctx, id, producerId);
  const [device, item, place, seller, code] = await Promise.all([
    byDevice(ctx, of),
    byItem(ctx, of),
    byPlace(ctx, of),
    bySeller(ctx, of),
    byCode(ctx, of),
  ]);
  // Each scan is suggested once, for the strongest reason.
  const rest = (ids: string[], ...before: string[][]) =>
    ids.filter((one) => !before.some((each) => each.includes(one)));
  const [ofItem, ofPlace] = [rest(item, device), rest(place, device, item)];
  const [scansOfDevice, scansOfItem, scansOfPlace] = await Promise.all([
    shown(ctx, device),
    shown(ctx, ofItem),
    shown(ctx, ofPlace),
  ]);
  return { device: scansOfDevice, item: scansOfItem, place: scansOfPlace, seller, code };
}
