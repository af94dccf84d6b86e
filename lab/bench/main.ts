import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { readOrExit } from "@/server/cli/read-or-exit";
import { bytes as bytesOfScans } from "./bytes";
import { atEnd, cleanUp } from "./cleanup";
import { dashboard } from "./dashboard";
import { startDatabase } from "./database";
import { deliveries } from "./deliveries";
import { evidence } from "./evidence";
import { exporting } from "./export";
import { forgetting } from "./forget";
import { getItem } from "./get-item";
import { images } from "./images";
import { importing } from "./imports";
import { labels } from "./labels";
import { importingLargeFiles } from "./large-files";
import { startLoadGenerator } from "./load-generator";
import { map } from "./map";
import { measuring } from "./metrics";
import { PROFILE_OPTIONS, profile } from "./profile";
import { recordScan } from "./record-scan";
import { loggingRequests } from "./request-log";
import { scale } from "./scale";
import { searching } from "./search";
import { buildService, createProducer, serviceErrors, startService } from "./service";
import type { Bench } from "./setting";
import { tracing } from "./traces";
import { walls } from "./walls";
import { workers } from "./workers";

const BENCHES = new Map<string, Bench>([
  ["get-item", getItem],
  ["record-scan", recordScan],
  ["workers", workers],
  ["metrics", measuring],
  ["traces", tracing],
  ["request-log", loggingRequests],
  ["walls", walls],
  ["images", images],
  ["labels", labels],
  ["map", map],
  ["dashboard", dashboard],
  ["deliveries", deliveries],
  ["scale", scale],
  ["bytes", bytesOfScans],
  ["forget", forgetting],
  ["search", searching],
  ["export", exporting],
  ["import", importing],
  ["evidence", evidence],
  ["import-large-files", importingLargeFiles],
]);

/** Optional peers of a bench, by `--with`. */
const PEERS = new Map([[getItem, ["directus"]]]);

const USAGE = `usage: npm run bench -- NAME [--rounds 5] [--seconds 6] [--with PEER] [--profile] [--items 1000000] [--scans 1000000,10000000] [--bytes 1000000000]
  NAME is one of ${[...BENCHES.keys()].join(", ")}
  --with     adds a peer: get-item with directus (Directus 11, installed on first use)
  --items    items of the larger producer, for dashboard; all items, for search; rows of the larger file, for import
  --scans    numbers of scans, for scale, in databases that are reused from .data/bench; the first one for export and bytes
  --bytes    size of the CSV, for import-large-files
  --profile  no comparison: one round of the service, with a profile of its time`;

function readCommand() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      rounds: { type: "string", default: "5" },
      seconds: { type: "string", default: "6" },
      with: { type: "string", multiple: true, default: [] },
      profile: { type: "boolean", default: false },
      items: { type: "string", default: "1000000" },
      scans: { type: "string", default: "1000000,10000000" },
      bytes: { type: "string", default: "1000000000" },
    },
  });
  const bench = BENCHES.get(positionals[0] ?? "");
  const plan = { rounds: Number(values.rounds), seconds: Number(values.seconds) };
  const items = Number(values.items);
  const scans = values.scans.split(",").map(Number);
  const bytes = Number(values.bytes);
  const isUsable =
    bytes >= 1_000_000 &&
    plan.rounds >= 1 &&
    plan.seconds >= 1 &&
    items >= 1 &&
    scans.every((count) => count >= 1) &&
    positionals.length === 1;
  const knowsPeers = values.with.every((peer) => bench && PEERS.get(bench)?.includes(peer));
  return bench && isUsable && knowsPeers
    ? {
        bench,
        plan,
        items,
        scans,
        bytes,
        peers: values.with,
        wantsProfile: values.profile,
      }
    : undefined;
}

/** Starts the service and its database, runs a bench, and stops everything. */
async function main() {
  const command = readOrExit(USAGE, readCommand);
  const { bench, plan, items, scans, bytes, peers, wantsProfile } = command;
  await buildService();
  const folder = await mkdtemp(path.join(os.tmpdir(), "assay-bench-"));
  await atEnd(() => rm(folder, { recursive: true, force: true }));
  const database = await startDatabase(bench === scale ? path.resolve(".data/bench") : folder);
  const place = { folder, databaseUrl: database.url };
  const service = await startService(place, wantsProfile ? PROFILE_OPTIONS : []);
  const producer = await createProducer(place, "Bench");
  const load = await startLoadGenerator();
  const profiled = wantsProfile
    ? (candidates: Parameters<typeof profile>[1]) => profile(service, candidates, plan)
    : undefined;
  try {
    await bench({
      folder,
      database,
      place,
      service,
      producer,
      load,
      plan,
      items,
      scans,
      bytes,
      peers,
      profiled,
    });
  } catch (error) {
    console.error(serviceErrors(folder));
    throw error;
  }
}

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => void cleanUp().finally(() => process.exit(130)));
}

try {
  await main();
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await cleanUp();
  process.exit();
}
