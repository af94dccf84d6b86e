import { LRUCache } from "lru-cache";
import {
  behindGate,
  type Connection,
  type Database,
  type Gate,
  openDatabase,
  poolsOfProcess,
} from "@/db/client";
import { type Credentials, openCredentials } from "@/server/auth/credentials";
import { ANONYMOUS, type Caller } from "@/server/core/caller";
import { type Share, Shares } from "@/server/data/shares";
import { type LoopReport, openLoopReport } from "@/server/loops/report";
import { env } from "@/server/platform/env";
import { sizeOf, thisMachine } from "@/server/platform/instance-size";
import { measurePools } from "@/server/platform/metrics";
import { worker } from "@/server/platform/worker";
import { databaseAddress } from "./address";

/** The resources that a process opens once and all requests use. */
export interface Runtime {
  database: Database;
  /** The callers' connections, limited to a share. */
  connectionOf(share: Share): Connection;
  /** Runs wide reads in the turn of the share. */
  wideOf(share: Share): Gate;
  credentials: Credentials;
  /** Collects the results of this process's loops. */
  report: LoopReport;
  /** Registers a function that runs before the runtime closes. */
  closeWith(close: () => Promise<void>): void;
  close(): Promise<void>;
}

declare global {
  var assayRuntime: Runtime | undefined;
}

const MAX_KEPT_SHARES = 5_000;
/** One wide read of each of two tenants at a time. */
const WIDE_READS = 2;

function shareOut({ callers }: Database): Runtime["connectionOf"] {
  if (env.DATABASE_SHARES === "off") return () => callers;
  const shares = new Shares(callers.$client.options.max);
  const kept = new LRUCache<string, Connection>({ max: MAX_KEPT_SHARES });
  return (share) => {
    const key = `${share.tenant} ${share.member}`;
    let connection = kept.get(key);
    if (!connection) {
      connection = behindGate(callers, (work) => shares.run(share, work));
      kept.set(key, connection);
    }
    return connection;
  };
}

function openRuntime(): Runtime {
  const address = databaseAddress();
  if (!address) throw new Error("DATABASE_URL is not set: `npm start` sets it, or name a Postgres database.");
  const { connections, workers } = worker ?? sizeOf({ ...env, WORKERS: 1 }, thisMachine());
  const database = openDatabase(address, poolsOfProcess(connections, workers));
  const connectionOf = shareOut(database);
  const wide = new Shares(WIDE_READS, { rests: true });
  const wideOf = (share: Share): Gate =>
    env.DATABASE_SHARES === "off" ? (work) => work() : (work) => wide.run(share, work);
  const db = connectionOf({ tenant: "credentials", member: "look-up" });
  const credentials = openCredentials({ ...database, db });
  const report = openLoopReport(database.db);
  const forgetPools = measurePools(database.pools);
  const closers: (() => Promise<void>)[] = [];
  return {
    database,
    connectionOf,
    wideOf,
    credentials,
    report,
    closeWith: (close) => void closers.push(close),
    close: async () => {
      globalThis.assayRuntime = undefined;
      for (const close of closers.splice(0)) await close();
      await credentials.close();
      await report.close();
      forgetPools();
      await database.close();
    },
  };
}

/** The runtime of this process, opened on first use. On `globalThis`, since Next and the front are separate bundles. */
export function runtime(): Runtime {
  globalThis.assayRuntime ??= openRuntime();
  return globalThis.assayRuntime;
}

/** All anonymous callers are one tenant, whatever their addresses; so are all admins. */
const shareOf = (caller: Caller, network = "unknown"): Share => {
  if (caller.kind === "anonymous") return { tenant: "anonymous", member: network };
  if (caller.kind === "system") return { tenant: "system", member: "system" };
  return { tenant: caller.kind === "producer" ? caller.producerId : "admins", member: caller.actor.id };
};

/** Opens the context of a call with the caller's share of the database; `network` identifies anonymous callers. */
export function openCtx<C extends Caller>(caller: C, requestId: string, network?: string) {
  const { connectionOf, wideOf, database } = runtime();
  const share = shareOf(caller, network);
  return {
    caller,
    db: connectionOf(share),
    batchClient: database.batchClient,
    wide: wideOf(share),
    requestId,
  };
}

/** The connections of a signed-in person's share, for calls that concern no producer. */
export const connectionOfPerson = (personId: string): Connection =>
  runtime().connectionOf({ tenant: "people", member: personId });

/** The connections of a network's share, for callers that are not identified yet. */
export const connectionOfNetwork = (network: string | undefined): Connection =>
  runtime().connectionOf(shareOf(ANONYMOUS, network));
