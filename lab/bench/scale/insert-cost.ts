import { sql } from "drizzle-orm";
import { directly } from "@/db/address";
import { type Database, openDatabase } from "@/db/client";
import { startLoops } from "@/server/background/runner";
import { ANONYMOUS } from "@/server/core/caller";
import type { UncommittedScan } from "@/server/domain/scans/columns";
import { commitScan } from "@/server/domain/scans/commit";
import { counting, countScans } from "@/server/domain/stats/count-scans";
import { NO_REPORT } from "@/server/loops/report";
import { newId } from "@/server/platform/ids";
import { median } from "../rounds";

const ITEMS = 1_000;
const PRODUCERS = 50;
const COUNTRIES = ["DE", "FR", "US", "IT", "JP", "GB", "AT", "CH"];

/** Unique to this run: the database may contain items of an earlier one. */
const MARK = `cost-${Date.now()}`;

async function makeItems({ db }: Database): Promise<void> {
  await db.execute(sql`insert into producers (id, name, created_at)
    select gen_random_uuid(), ${MARK}::text || n, now() from generate_series(1, ${PRODUCERS}::int) n`);
  await db.execute(sql`with brand as (select id, row_number() over () as nr from producers where name like ${MARK}::text || '%'),
    known as (insert into identifiers (identifier, producer_id) select ${MARK}::text || n, brand.id
      from generate_series(1, ${ITEMS}::int) n join brand on nr = 1 + n % ${PRODUCERS}::int returning *)
    insert into items (identifier, producer_id, created_at, updated_at) select identifier, producer_id, now(), now() from known`);
}

function anyScan(): UncommittedScan {
  const now = Date.now();
  const any = Math.random();
  return {
    id: newId(now),
    identifier: `${MARK}${1 + Math.floor(ITEMS * Math.random())}`,
    timestamp: new Date(now),
    copyclassification: any < 0.05 ? "fake" : "original",
    latitude: 47 + 7 * Math.random(),
    longitude: 7 + 7 * Math.random(),
    country: COUNTRIES[Math.floor(COUNTRIES.length * any)] ?? null,
    continent: "EU",
    data: {},
    softwareInfo: null,
    deviceInfo: { os: "ios", environment: { identifierForVendor: newId(now) } },
    os: any < 0.5 ? "ios" : "android",
    device: newId(now),
    softwareversion: null,
    creator: null,
  };
}

/** Scans per second with concurrent scans on one connection: until all are counted, or without counts. */
async function recordFor(
  database: Database,
  concurrency: number,
  seconds: number,
  isCounted: boolean,
): Promise<number> {
  const { db, batchClient } = database;
  const ctx = { caller: ANONYMOUS, db, batchClient, requestId: "bench" };
  const started = performance.now();
  const stop = startLoops(isCounted ? [counting] : [], database, NO_REPORT);
  let count = 0;
  for (; performance.now() - started < seconds * 1000; count += concurrency) {
    await Promise.all(Array.from({ length: concurrency }, () => commitScan(ctx, anyScan())));
  }
  await stop();
  await countScans(database);
  return (1000 * count) / (performance.now() - started);
}

/** The ratio of recording with counts to recording without: the median of some rounds, alternating. */
export async function insertCost(
  url: string,
  rounds: number,
  seconds: number,
): Promise<Record<string, number>> {
  const database = openDatabase(directly(url));
  await makeItems(database);
  const ratios: Record<string, number> = {};
  for (const atOnce of [1, 50, 100]) {
    const single: number[] = [];
    for (let n = 0; n <= rounds; n++) {
      const perSecond: Record<string, number> = {};
      for (const counts of ["enable", "disable"]) {
        await database.db.execute(sql.raw(`alter table scans ${counts} trigger scans_noted_when_added`));
        await database.db.execute(sql`checkpoint`);
        perSecond[counts] = await recordFor(database, atOnce, seconds, counts === "enable");
      }
      // The first round is a warm-up.
      if (n > 0) single.push((perSecond.enable ?? 0) / (perSecond.disable ?? 1));
    }
    await database.db.execute(sql`alter table scans enable trigger scans_noted_when_added`);
    ratios[`${atOnce} at once`] = median(single);
  }
  await database.close();
  return ratios;
}
