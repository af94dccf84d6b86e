// Holds decision 0065.
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { type Place, socketUrl, startEmbeddedPostgres } from "@assay/embedded-postgres";
import { makePgArray } from "drizzle-orm/pg-core";
import type { Sql } from "postgres";
import { z } from "zod";
import { migrateDatabase } from "@/db/migrate";
import { readMigrations } from "@/db/migration-files";
import { type Client, newHook, openClient } from "./client";
import { lostTo, untilAllSent } from "./deliveries";
import type { Home, Service } from "./home";
import { type Load, type Seen, startLoad } from "./mixed-load";
import { buildPrevious, type Release } from "./previous-release";
import { allowing, Receiver } from "./receivers";
import { atLeast, atMost, type Check, exactly, type Report, type Scale } from "./report";
import type { AcknowledgedScan } from "./writers";

/** Scans that are acknowledged in each phase of the upgrade. */
const SCANS = { scaled: 300, full: 5_000 };
const SEND_TIMEOUT_MS = 300_000;
const MAX_LATE_MS = 5_000;
const PROBE_INTERVAL_MS = 200;
const MIGRATIONS = path.resolve("db/migrations");

const FAILED = "calls that failed, of all";

interface World {
  home: Home;
  release: Release;
  settings: Record<string, string>;
  place: Place;
  old: Service;
  client: Client;
  token: string;
  receiver: Receiver;
}

/** Runs work with an instance of the last release on a database of its own. */
async function withRelease(
  home: Home,
  previous: string | undefined,
  work: (world: World) => Promise<Report>,
): Promise<Report> {
  const release = await buildPrevious(previous);
  await mkdir(home.dataDir, { recursive: true });
  const embedded = await startEmbeddedPostgres({ dataDir: home.dataDir, database: "assay" });
  const receiver = await Receiver.open();
  const client = openClient();
  try {
    const place = await home.place();
    const settings = { DATABASE_URL: socketUrl(place, "assay"), HOOK_ALLOW: allowing([receiver]) };
    const old = await home.start(settings, { folder: release.folder });
    const { token } = await home.producer("Upgraded", release.folder);
    await newHook(client, old.url, token, receiver.url);
    return await work({ home, release, settings, place, old, client, token, receiver });
  } finally {
    await client.close();
    await home.stop();
    await receiver.close();
    await embedded.stop();
  }
}

/** Asks an instance whether it is ready, again and again. Returns the number of times that it was not. */
function probe({ url }: Service) {
  const seen = { probes: 0, unready: 0 };
  let isOver = false;
  const probing = (async () => {
    for (; !isOver; await delay(PROBE_INTERVAL_MS)) {
      const isReady = await fetch(`${url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
      seen.probes++;
      if (!isReady) seen.unready++;
    }
  })();
  return async () => {
    isOver = true;
    await probing;
    return seen;
  };
}

async function rowsOf(sql: Sql, seen: Seen, keyed: string[]) {
  const ids = makePgArray(seen.scans.map(({ id }) => id));
  const [row] = await sql<{ scans: number; keyed: number; items: number }[]>`
    select (select count(*)::int from scans where id = any(${ids}::uuid[])) as scans,
      (select count(*)::int from scans where identifier = any(${makePgArray(keyed)}::text[])) as keyed,
      (select count(*)::int from items where identifier = any(${makePgArray(seen.items)}::text[])) as items`;
  return row ?? { scans: -1, keyed: -1, items: -1 };
}

/** How late the first delivery of each scan's event was, in the order of the scans. */
function delaysOf(
  receiver: Receiver,
  scans: readonly AcknowledgedScan[],
): { sentAt: number; lateMs: number }[] {
  const first = new Map<string, number>();
  for (const { scanId = "", at } of receiver.taken) if (!first.has(scanId)) first.set(scanId, at);
  return scans
    .map(({ id, sentAt }) => ({ sentAt, lateMs: (first.get(id) ?? sentAt) - sentAt }))
    .sort((a, b) => a.sentAt - b.sentAt);
}

/** What the load has seen: failed calls, and lost or doubled rows. */
async function checksOf(world: World, { seen, keyed }: Load): Promise<Check[]> {
  const rows = await rowsOf(await world.home.sql(), seen, keyed);
  const ofKeys = seen.scans.filter(({ identifier }) => keyed.includes(identifier)).length;
  const [failure] = seen.failures;
  return [
    exactly(
      `${FAILED}${failure === undefined ? "" : ` (the first: ${failure.slice(0, 200)})`}`,
      0,
      seen.failures.length,
    ),
    exactly("acknowledged scans without a row", 0, seen.scans.length - rows.scans),
    exactly("rows of scans with a key, for each acknowledged one", ofKeys, rows.keyed),
    exactly("acknowledged items without a row", 0, seen.items.length - rows.items),
  ];
}

const figuresOf = ({ release }: World, seen: Seen) => {
  const migrations = readMigrations(path.join(release.folder, "db/migrations")).length;
  return {
    "last release": `${release.commit.slice(0, 12)}, ${migrations} migrations`,
    "this build": `${readMigrations(MIGRATIONS).length} migrations`,
    "scans acknowledged": seen.scans.length,
    "items created, changed and grouped": seen.items.length,
    calls: seen.calls,
  };
};

/** Proves that the last release goes on without an error while this build migrates its database, and beside it. */
export const upgrade = (home: Home, scale: Scale, previous?: string): Promise<Report> =>
  withRelease(home, previous, async (world) => {
    const { old, settings, receiver } = world;
    const load = await startLoad(world.client, old, world.token, true);
    const stopProbing = probe(old);
    await load.more(SCANS[scale]);
    const startedAt = Date.now();
    const fresh = await home.start(settings);
    const readyAt = Date.now();
    await load.more(SCANS[scale]);
    load.serve(old, fresh);
    await load.more(SCANS[scale]);
    load.serve(fresh);
    const endingAt = Date.now();
    const probed = await stopProbing();
    const code = await old.end("SIGTERM");
    const endedAt = Date.now();
    await load.more(SCANS[scale]);
    await load.stop();
    await untilAllSent(await home.sql(), SEND_TIMEOUT_MS);
    const { seen } = load;
    const delays = delaysOf(receiver, seen.scans);
    const latest = (from: number, until: number) =>
      Math.max(
        0,
        ...delays.flatMap(({ sentAt, lateMs }) => (sentAt >= from && sentAt < until ? [lateMs] : [])),
      );
    return {
      checks: [
        ...(await checksOf(world, load)),
        exactly("probes that the last release answered other than 200", 0, probed.unready),
        exactly("exit code of the last release after SIGTERM", 0, code ?? -1),
        exactly(
          "events of acknowledged scans that the webhook never received",
          0,
          lostTo([receiver], seen.scans),
        ),
        atMost("latest webhook", MAX_LATE_MS, latest(0, Infinity), " ms"),
        atLeast("probes of the last release", 10, probed.probes),
      ],
      figures: {
        ...figuresOf(world, seen),
        "latest webhook of a scan before the new build, while it starts, beside it, while the old one ends, afterwards": `${latest(0, startedAt)}, ${latest(startedAt, readyAt)}, ${latest(readyAt, endingAt)}, ${latest(endingAt, endedAt)}, ${latest(endedAt, Infinity)} ms`,
      },
    };
  });

/** Copies the migrations and adds one that takes a column from older builds, and says that it does not. */
async function withDroppedColumn(folder: string): Promise<void> {
  await cp(MIGRATIONS, folder, { recursive: true });
  const journal = path.join(folder, "meta/_journal.json");
  const Journal = z.looseObject({ entries: z.array(z.looseObject({ when: z.number() })) });
  const { entries, ...rest } = Journal.parse(JSON.parse(await readFile(journal, "utf8")));
  const last = { tag: "9999_dropped", when: (entries.at(-1)?.when ?? 0) + 1 };
  await writeFile(journal, JSON.stringify({ ...rest, entries: [...entries, last] }));
  await writeFile(
    path.join(folder, `${last.tag}.sql`),
    "-- expand\nalter table groups drop column title cascade",
  );
}

/** The control: the new schema lacks a column that the last release uses. */
export const controlUpgrade = (home: Home, previous?: string): Promise<Report> =>
  withRelease(home, previous, async (world) => {
    const load = await startLoad(world.client, world.old, world.token, false);
    await load.more(SCANS.scaled);
    const folder = `${home.dataDir}-migrations`;
    try {
      await withDroppedColumn(folder);
      await migrateDatabase(world.settings.DATABASE_URL ?? "", { folder });
      await load.more(SCANS.scaled);
      await load.stop();
      return { checks: await checksOf(world, load), figures: figuresOf(world, load.seen) };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
