import { LRUCache } from "lru-cache";
import { behindGate, type Connection, type Database, type Gate, openDatabase } from "@/db/client";
import { type Credentials, openCredentials } from "@/server/auth/credentials";
import { ANONYMOUS, type Caller } from "@/server/core/caller";
import { type Share, Shares } from "@/server/data/shares";
import { type LoopReport, openLoopReport } from "@/server/loops/report";
import { env } from "@/server/platform/env";

/** What a process opens once and every request uses. */
export interface Runtime {
  database: Database;
  /** The callers' connections, as far as a share of them goes. */
  connectionOf(share: Share): Connection;
  /** Does what reads much, in the turn of the share. */
  wideOf(share: Share): Gate;
  credentials: Credentials;
  /** Told how the background loops of this process fare. */
  report: LoopReport;
  /** Has something closed before the runtime itself is. */
  closeWith(close: () => Promise<void>): void;
  close(): Promise<void>;
}

declare global {
  var assayRuntime: Runtime | undefined;
}

const MAX_KEPT_SHARES = 5_000;
/** A tenant makes one at a time, and another tenant another. */
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
  const url = process.env.DATABASE_URL;
  if (!url) throw new Error("DATABASE_URL is not set: `npm start` sets it, or name a Postgres database.");
  const database = openDatabase(url);
  const connectionOf = shareOut(database);
  const wide = new Shares(WIDE_READS, { rests: true });
  const wideOf = (share: Share): Gate =>
    env.DATABASE_SHARES === "off" ? (work) => work() : (work) => wide.run(share, work);
  const db = connectionOf({ tenant: "credentials", member: "look-up" });
  const credentials = openCredentials({ ...database, db });
  const report = openLoopReport(database.db);
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
      await database.close();
    },
  };
}

/** The runtime of this process, opened on first use. On `globalThis`, since Next and the HTTP front are bundled apart. */
export function runtime(): Runtime {
  globalThis.assayRuntime ??= openRuntime();
  return globalThis.assayRuntime;
}

/** Anonymous callers are one tenant, however many addresses they have; so are admins. */
const shareOf = (caller: Caller, network = "unknown"): Share => {
  if (caller.kind === "anonymous") return { tenant: "anonymous", member: network };
  if (caller.kind === "system") return { tenant: "system", member: "system" };
  return { tenant: caller.kind === "producer" ? caller.producerId : "admins", member: caller.actor.id };
};

/** What a call is made with: who calls, from which network where nobody is known, and their share of the database. */
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

/** The share of a person who is signed in, for what concerns no producer. */
export const connectionOfPerson = (personId: string): Connection =>
  runtime().connectionOf({ tenant: "people", member: personId });

/** The share of a network where nobody is known yet. */
export const connectionOfNetwork = (network: string | undefined): Connection =>
  runtime().connectionOf(shareOf(ANONYMOUS, network));
