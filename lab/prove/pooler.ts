import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { type Place, socketUrl, startEmbeddedPostgres } from "@assay/embedded-postgres";
import { makePgArray } from "drizzle-orm/pg-core";
import type { Sql } from "postgres";
import { freePort } from "@/e2e/own-service";
import { type Client, newItems, openClient } from "./client";
import type { Home, Service } from "./home";
import { atMost, exactly, type Report, type Scale } from "./report";
import { type AcknowledgedScan, writeScans } from "./writers";

const ITEMS = 12;
const WRITERS = 16;
const ITEM_WRITERS = 4;
const SIZES = {
  scaled: { calm: 400, scans: 1_200, kills: 4 },
  full: { calm: 4_000, scans: 30_000, kills: 20 },
};
/** Sessions that the pooler shares among all connections of both instances. */
const SESSIONS = 10;
const HELP = "pgbouncer is missing: install Debian's package pgbouncer, and run the command again";
/** pgbouncer drops these instead of refusing the connection; the control sends them. */
const SETTINGS =
  "statement_timeout,lock_timeout,idle_in_transaction_session_timeout,enable_seqscan,enable_bitmapscan,enable_sort,enable_incremental_sort,enable_hashjoin,enable_mergejoin";

/** A pgbouncer in transaction mode. */
class Pooler {
  #child: ChildProcess | undefined;
  readonly url: string;

  constructor(
    readonly port: number,
    readonly file: string,
    readonly user: string[],
  ) {
    this.url = `postgres://postgres@127.0.0.1:${port}/assay`;
  }

  static async open(folder: string, { socketFolder, user }: Place): Promise<Pooler> {
    if (spawnSync("pgbouncer", ["--version"]).error) throw new Error(HELP);
    const port = await freePort();
    const file = path.join(folder, "pgbouncer.ini");
    const settings = [
      "[databases]",
      `assay = host=${socketFolder} port=5432 user=postgres`,
      "[pgbouncer]",
      `listen_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =\nauth_type = any`,
      `pool_mode = transaction\ndefault_pool_size = ${SESSIONS}\nmax_client_conn = 500`,
      `ignore_startup_parameters = ${SETTINGS}`,
    ];
    await writeFile(file, `${settings.join("\n")}\n`);
    // pgbouncer refuses to run as root, and so does Postgres.
    const pooler = new Pooler(port, file, user ? ["-u", "postgres"] : []);
    pooler.start();
    return pooler;
  }

  start(): void {
    this.#child = spawn("pgbouncer", ["-q", ...this.user, this.file], { stdio: "ignore" });
  }

  async kill(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  }
}

/** Runs work on two instances that reach their database through a pooler. */
async function withInstances(home: Home, work: (world: World) => Promise<Report>): Promise<Report> {
  await mkdir(home.dataDir, { recursive: true });
  const embedded = await startEmbeddedPostgres({ dataDir: home.dataDir, database: "assay" });
  const place = await home.place();
  const pooler = await Pooler.open(home.dataDir, place);
  const client = openClient();
  try {
    const settings = { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: socketUrl(place, "assay") };
    return await work(await openWorld({ home, client, pooler, settings }));
  } finally {
    await client.close();
    await home.stop();
    await pooler.kill();
    await embedded.stop();
  }
}

interface Parts {
  home: Home;
  client: Client;
  pooler: Pooler;
  settings: Record<string, string>;
}

async function openWorld({ home, client, pooler, settings }: Parts) {
  const start = (isPooled: "on" | "off", port?: number) =>
    home.start({ ...settings, DATABASE_POOLED: isPooled }, { port });
  const services: Service[] = [await start("on"), await start("on")];
  const { token } = await home.producer("Pooled");
  const url = services[0]?.url ?? "";
  const plain = await newItems(client, url, token, ITEMS);
  const keyed = await newItems(client, url, token, ITEMS);
  let turn = 0;
  const restart = async (nth: number, isPooled: "on" | "off") => {
    const service = services[nth];
    if (!service) return;
    await service.end("SIGKILL");
    services[nth] = await start(isPooled, service.port);
  };
  return {
    load: { client, url: () => services[turn++ % services.length]?.url ?? "", writers: WRITERS },
    token,
    plain,
    keyed,
    restart,
    /** Kills the instances and the pooler in turn, and starts them again. */
    async kill(n: number) {
      if (n % 3 < services.length) return restart(n % 3, "on");
      await pooler.kill();
      pooler.start();
    },
  };
}

type World = Awaited<ReturnType<typeof openWorld>>;

/** What the service acknowledged. */
interface Kept {
  scans: AcknowledgedScan[];
  /** Identifiers of items. */
  items: string[];
}

/**
 * Records scans, half of them with an `Idempotency-Key`, beside writers that create items, each in a transaction of several
 * statements. Calls `onScan` after each scan.
 */
async function record({ load, token, plain, keyed }: World, count: number, onScan: (n: number) => void) {
  const kept: Kept = { scans: [], items: [] };
  let refused = 0;
  const isEnough = () => kept.scans.length >= count;
  const write = (identifiers: string[], isKeyed: boolean) =>
    writeScans({
      ...load,
      identifiers,
      isKeyed,
      onOutcome: ({ status }, scan) => {
        if (status !== 200) refused++;
        if (scan) onScan(kept.scans.push(scan));
        return isEnough() ? "enough" : "more";
      },
    });
  const create = async () => {
    while (!isEnough()) {
      const identifier = `proof ${randomUUID()}`;
      const call = { method: "POST", path: "/items", token, body: { identifier } } as const;
      const { status } = await load.client.call(load.url(), call);
      if (status === 200) kept.items.push(identifier);
      else refused++;
    }
  };
  const creating = Array.from({ length: ITEM_WRITERS }, create);
  await Promise.all([write(plain, false), write(keyed, true), ...creating]);
  return { kept, refused };
}

async function lostOf(sql: Sql, { scans, items }: Kept) {
  const ids = makePgArray(scans.map(({ id }) => id));
  const [row] = await sql<{ scans: number; items: number }[]>`
    select (select count(*)::int from unnest(${ids}::uuid[]) as kept (id)
        where not exists (select from scans where scans.id = kept.id)) as scans,
      (select count(*)::int from unnest(${makePgArray(items)}::text[]) as kept (identifier)
        where not exists (select from items where items.identifier = kept.identifier)) as items`;
  return [
    exactly("lost acknowledged scans", 0, row?.scans ?? -1),
    exactly("lost acknowledged items", 0, row?.items ?? -1),
  ];
}

async function rowsOf(sql: Sql, identifiers: string[]): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from scans where identifier = any(${makePgArray(identifiers)}::text[])`;
  return row?.count ?? -1;
}

async function sessionsOf(sql: Sql): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from pg_stat_activity
    where application_name ~ '^assay(-own|-hot|-walks|-copies|-credentials|-readiness)?$'`;
  return row?.count ?? -1;
}

const REFUSED_IN_CALM = "refused calls while nothing is killed";

/** Proves that behind a pooler in transaction mode, each acknowledged scan and item is kept, whatever is killed. */
export const pooler = (home: Home, scale: Scale): Promise<Report> =>
  withInstances(home, async (world) => {
    const { calm, scans, kills } = SIZES[scale];
    const sql = await home.sql();
    const undisturbed = await record(world, calm, () => {});
    const sessions = await sessionsOf(sql);
    const killed: Promise<void>[] = [];
    const disturbed = await record(world, scans, (n) => {
      const nth = killed.length;
      if (nth >= kills || n < ((nth + 1) * scans) / (kills + 1)) return;
      killed.push((killed.at(-1) ?? Promise.resolve()).then(() => world.kill(nth)));
    });
    await Promise.all(killed);
    const kept: Kept = {
      scans: [...undisturbed.kept.scans, ...disturbed.kept.scans],
      items: [...undisturbed.kept.items, ...disturbed.kept.items],
    };
    const ofKeys = kept.scans.filter(({ identifier }) => world.keyed.includes(identifier)).length;
    return {
      checks: [
        exactly(REFUSED_IN_CALM, 0, undisturbed.refused),
        ...(await lostOf(sql, kept)),
        exactly(
          "rows of scans with a key, for each acknowledged one",
          ofKeys,
          await rowsOf(sql, world.keyed),
        ),
        atMost("sessions of Postgres for both instances", SESSIONS, sessions),
      ],
      figures: {
        "scans acknowledged": kept.scans.length,
        "items acknowledged": kept.items.length,
        "of the scans with an Idempotency-Key": ofKeys,
        "calls without a 200, or without a response": disturbed.refused,
        "kill -9 of instances and of pgbouncer": killed.length,
      },
    };
  });

/** The control: the same pooler, used as if it gave each connection a session of its own. */
export const controlPooler = (home: Home): Promise<Report> =>
  withInstances(home, async (world) => {
    await world.restart(0, "off");
    await world.restart(1, "off");
    const { kept, refused } = await record(world, SIZES.scaled.calm, () => {});
    return {
      checks: [exactly(REFUSED_IN_CALM, 0, refused), ...(await lostOf(await home.sql(), kept))],
      figures: { "scans acknowledged": kept.scans.length, "items acknowledged": kept.items.length },
    };
  });
