import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, openSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { urlOfDatabase } from "@/db/address";
import { startNode } from "./child";
import { atEnd } from "./cleanup";
import { type BenchDatabase, pgUrlOf } from "./database";
import type { Target } from "./http-candidate";
import { contentOf } from "./items";
import { freePort, untilReady } from "./service";
import type { Setting } from "./setting";

/*
 * Directus 11 as a peer for reading an item: a collection with the same content, on the same database server. Its settings
 * are the fastest ones, except for the cache of responses, which is off by default: an administrator's token, so that it
 * looks up no permissions, no log, no limits, no telemetry.
 */

const run = promisify(execFile);

const INSTALL_TIMEOUT_MS = 10 * 60_000;
const BOOTSTRAP_TIMEOUT_MS = 3 * 60_000;
const COLLECTION = "items";

/** Installed once outside the service's dependencies, and reused by later benches. */
const HOME = path.resolve(process.env.DATA_DIR ?? os.tmpdir(), "assay-bench-directus-11");
const MODULES = path.join(HOME, "node_modules");
/** Not the package's own command, which first checks for updates on the network. */
const COMMAND = path.join(MODULES, "@directus/api/dist/cli/run.js");

/**
 * Replaces the one native part without a binary, which takes long to build. Directus loads it at its start, but uses it
 * only for sandboxed extensions and for scripts in flows, and the bench has neither.
 */
const STAND_IN = path.join(MODULES, "isolated-vm/out/isolated_vm.js");

export interface Directus {
  version: string;
  target: Target;
}

interface Place {
  folder: string;
  environment: NodeJS.ProcessEnv;
}

/** Installs the newest Directus 11 for this version of Node, unless it exists; returns its version. */
async function install(): Promise<string> {
  if (!existsSync(STAND_IN)) {
    console.error(`Installing Directus in ${HOME}; this takes a while.`);
    await mkdir(HOME, { recursive: true, mode: 0o700 });
    const flags = ["--ignore-scripts", "--omit=dev", "--no-audit", "--no-fund", "--loglevel=error"];
    await run("npm", ["install", "--prefix", HOME, "directus@11", ...flags], {
      cwd: HOME,
      timeout: INSTALL_TIMEOUT_MS,
    });
    await mkdir(path.dirname(STAND_IN), { recursive: true });
    // Written last: its presence means that the installation is complete.
    await writeFile(STAND_IN, "exports.ivm = {};\n");
  }
  const manifest = await readFile(path.join(MODULES, "directus/package.json"), "utf8");
  return z.object({ version: z.string() }).parse(JSON.parse(manifest)).version;
}

/** Creates a database on the bench's server, removed at the end; returns its URL for the `pg` package. */
async function makeDatabase({ sql, url: benchUrl }: BenchDatabase): Promise<string> {
  const name = `assay_bench_directus_${process.pid}`;
  await sql`create database ${sql(name)}`;
  await atEnd(async () => {
    await sql`drop database ${sql(name)} with (force)`;
  });
  return pgUrlOf(urlOfDatabase(benchUrl, name));
}

const environmentFor = (databaseUrl: string, port: number, token: string): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  NODE_ENV: "production",
  HOST: "127.0.0.1",
  PORT: String(port),
  PUBLIC_URL: `http://127.0.0.1:${port}`,
  DB_CLIENT: "pg",
  DB_CONNECTION_STRING: databaseUrl,
  SECRET: randomUUID(),
  ADMIN_EMAIL: "bench@example.com",
  ADMIN_PASSWORD: randomUUID(),
  ADMIN_TOKEN: token,
  LOG_LEVEL: "error",
  CACHE_ENABLED: "false",
  // Saves a copy of its schema for each request, in versions that know the setting.
  CACHE_SCHEMA_FREEZE_ENABLED: "true",
  RATE_LIMITER_ENABLED: "false",
  // Refuses requests as soon as its process is fully used, which the bench intends.
  PRESSURE_LIMITER_ENABLED: "false",
  TELEMETRY: "false",
});

async function start({ folder, environment }: Place, port: number) {
  const log = openSync(path.join(folder, "directus.log"), "a");
  const errors = openSync(path.join(folder, "directus.err"), "a");
  const cwd = path.join(folder, "directus");
  await mkdir(cwd);
  await run(process.execPath, [COMMAND, "bootstrap"], {
    cwd,
    env: environment,
    timeout: BOOTSTRAP_TIMEOUT_MS,
  });
  const child = await startNode("Directus", [COMMAND, "start"], {
    cwd,
    env: environment,
    stdio: ["ignore", log, errors],
  });
  await Promise.race([untilReady("Directus", `http://127.0.0.1:${port}/server/ping`), child.failed]);
  return { pid: child.pid, port };
}

/** Creates the collection and its items through the API of Directus. */
async function fill(port: number, token: string, identifiers: string[]): Promise<void> {
  const post = async (path: string, body: object) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${await response.text()}`);
  };
  const column = (field: string, type: string) => ({ field, type, meta: {}, schema: {} });
  await post("/collections", {
    collection: COLLECTION,
    meta: {},
    schema: {},
    fields: [
      { ...column("identifier", "string"), schema: { is_primary_key: true } },
      column("title", "string"),
      column("image", "string"),
      column("data", "json"),
      column("verificationinfos", "json"),
    ],
  });
  await post(`/items/${COLLECTION}`, identifiers.map(contentOf));
}

/** The reason of a failure, in one line. */
function reasonOf(error: unknown): string {
  const [first = "", ...others] = String(error).split("\n");
  return (others.find((line) => /error/i.test(line)) ?? first).trim();
}

/** Starts Directus with these items. Where it is not available, prints so and returns undefined. */
export async function startDirectus(
  { folder, database }: Pick<Setting, "folder" | "database">,
  identifiers: string[],
): Promise<Directus | undefined> {
  try {
    const version = await install();
    const port = await freePort();
    const token = randomUUID();
    const environment = environmentFor(await makeDatabase(database), port, token);
    const process = await start({ folder, environment }, port);
    await fill(port, token, identifiers);
    const requests = identifiers.map((identifier) => ({
      method: "GET" as const,
      path: `/items/${COLLECTION}/${identifier}`,
      headers: { authorization: `Bearer ${token}` },
    }));
    return { version, target: { name: "directus", processes: [process], requests } };
  } catch (error) {
    console.log(`Directus is not available on this machine (${reasonOf(error)}): continuing without it.`);
    return undefined;
  }
}
