import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { type Place, socketUrl, startEmbeddedPostgres } from "@assay/embedded-postgres";
import { makePgArray } from "drizzle-orm/pg-core";
import type { Sql } from "postgres";
import { freePort } from "@/e2e/own-service";
import { newItems, openClient } from "./client";
import type { Home, Service } from "./home";
import { atMost, exactly, type Report, type Scale } from "./report";
import { type AcknowledgedScan, writeScans } from "./writers";

const ITEMS = 12;
const WRITERS = 16;
const SIZES = {
  scaled: { calm: 400, scans: 1_200, kills: 4 },
  full: { calm: 4_000, scans: 30_000, kills: 20 },
};
/** Sessions that the pooler shares among all connections of both instances. */
const SESSIONS = 10;
const HELP = "pgbouncer is missing: install Debian's package pgbouncer, and run the command again";
/** Settings that pgbouncer refuses to forward, as its documentation suggests for them. */
const IGNORED =
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

  static async open(folder: string, { socketFolder, user }: Place, ignored = ""): Promise<Pooler> {
    if (spawnSync("pgbouncer", ["--version"]).error) throw new Error(HELP);
    const port = await freePort();
    const file = path.join(folder, "pgbouncer.ini");
    const settings = [
      "[databases]",
      `assay = host=${socketFolder} port=5432 user=postgres`,
      "[pgbouncer]",
      `listen_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =\nauth_type = any`,
      `pool_mode = transaction\ndefault_pool_size = ${SESSIONS}\nmax_client_conn = 500`,
      `ignore_startup_parameters = ${ignored}`,
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

/** Opens two instances that reach their database through a pooler. */
async function open(home: Home, env: Record<string, string>, ignored?: string) {
  await mkdir(home.dataDir, { recursive: true });
  const embedded = await startEmbeddedPostgres({ dataDir: home.dataDir, database: "assay" });
  const place = await home.place();
  const pooler = await Pooler.open(home.dataDir, place, ignored);
  const settings = {
    DATABASE_URL: pooler.url,
    DATABASE_DIRECT_URL: socketUrl(place, "assay"),
    ...env,
  };
  const services: Service[] = [await home.start(settings), await home.start(settings)];
  const client = openClient();
  const { token } = await home.producer("Pooled");
  const url = services[0]?.url ?? "";
  const plain = await newItems(client, url, token, ITEMS);
  const keyed = await newItems(client, url, token, ITEMS);
  let turn = 0;
  const load = { client, url: () => services[turn++ % services.length]?.url ?? "", writers: WRITERS };
  /** Kills the pooler and the instances in turn, and starts them again. */
  const kill = async (n: number) => {
    const nth = n % 3;
    if (nth === 2) {
      await pooler.kill();
      pooler.start();
      return;
    }
    const service = services[nth];
    if (!service) return;
    await service.end("SIGKILL");
    services[nth] = await home.start(settings, service.port);
  };
  const close = async () => {
    await client.close();
    await home.stop();
    await pooler.kill();
    await embedded.stop();
  };
  return { load, plain, keyed, kill, close };
}

type World = Awaited<ReturnType<typeof open>>;

/** Records scans, half of them with an `Idempotency-Key`; calls `onScan` after each one. */
async function record({ load, plain, keyed }: World, count: number, onScan: (n: number) => void) {
  const kept: AcknowledgedScan[] = [];
  let refused = 0;
  const write = (identifiers: string[], isKeyed: boolean) =>
    writeScans({
      ...load,
      identifiers,
      isKeyed,
      onOutcome: ({ status }, scan) => {
        if (status !== 200) refused++;
        if (scan) kept.push(scan);
        if (scan) onScan(kept.length);
        return kept.length >= count ? "enough" : "more";
      },
    });
  await Promise.all([write(plain, false), write(keyed, true)]);
  return { kept, refused };
}

async function lostOf(sql: Sql, kept: AcknowledgedScan[]): Promise<number> {
  const ids = makePgArray(kept.map(({ id }) => id));
  const [row] = await sql<{ lost: number }[]>`
    select count(*)::int as lost from unnest(${ids}::uuid[]) as kept (id)
    where not exists (select from scans where scans.id = kept.id)`;
  return row?.lost ?? -1;
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

/** Proves that behind a pooler in transaction mode, each acknowledged scan is kept, whatever is killed. */
export async function pooler(home: Home, scale: Scale): Promise<Report> {
  const { calm, scans, kills } = SIZES[scale];
  const world = await open(home, { DATABASE_POOLED: "on" });
  const killed: Promise<void>[] = [];
  try {
    const sql = await home.sql();
    const undisturbed = await record(world, calm, () => {});
    const sessions = await sessionsOf(sql);
    const disturbed = await record(world, scans, (n) => {
      const nth = killed.length;
      if (nth >= kills || n < ((nth + 1) * scans) / (kills + 1)) return;
      killed.push((killed.at(-1) ?? Promise.resolve()).then(() => world.kill(nth)));
    });
    await Promise.all(killed);
    const kept = [...undisturbed.kept, ...disturbed.kept];
    const ofKeys = kept.filter(({ identifier }) => world.keyed.includes(identifier)).length;
    return {
      checks: [
        exactly(REFUSED_IN_CALM, 0, undisturbed.refused),
        exactly("lost acknowledged scans", 0, await lostOf(sql, kept)),
        exactly(
          "rows of scans with a key, for each acknowledged one",
          ofKeys,
          await rowsOf(sql, world.keyed),
        ),
        atMost("sessions of Postgres for both instances", SESSIONS, sessions),
      ],
      figures: {
        "scans acknowledged": kept.length,
        "of them with an Idempotency-Key": ofKeys,
        "calls without a 200, or without a response": disturbed.refused,
        "kill -9 of instances and of pgbouncer": killed.length,
      },
    };
  } finally {
    await Promise.allSettled(killed);
    await world.close();
  }
}

/** The control: the same pooler, used as if it gave each connection a session. */
export async function controlPooler(home: Home): Promise<Report> {
  const world = await open(home, { DATABASE_POOLED: "off" }, IGNORED);
  try {
    const { kept, refused } = await record(world, SIZES.scaled.calm, () => {});
    return {
      checks: [
        exactly(REFUSED_IN_CALM, 0, refused),
        exactly("lost acknowledged scans", 0, await lostOf(await home.sql(), kept)),
      ],
      figures: { "scans acknowledged": kept.length },
    };
  } finally {
    await world.close();
  }
}
