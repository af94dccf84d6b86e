import { type Database, openDatabase } from "@/db/client";
import { type Credentials, openCredentials } from "@/server/auth/credentials";
import { type LoopReport, openLoopReport } from "@/server/domain/loops/report";
import { type Deliverer, openDeliverer } from "@/server/events/deliver";
import { FULL_PACE } from "@/server/events/pace";
import { openOutboundHttp } from "@/server/platform/outbound-http";

/** What a process opens once and every request uses. */
export interface Runtime {
  database: Database;
  credentials: Credentials;
  /** Calls the receivers of hooks; does nothing until it is started or told to. */
  deliverer: Deliverer;
  /** Told how the background loops of this process fare. */
  report: LoopReport;
  close(): Promise<void>;
}

declare global {
  var assayRuntime: Runtime | undefined;
}

function openRuntime(): Runtime {
  const url = process.env.DATABASE_URL;
  if (!url) throw new Error("DATABASE_URL is not set: `npm start` sets it, or name a Postgres database.");
  const database = openDatabase(url);
  const credentials = openCredentials(database);
  const http = openOutboundHttp();
  const report = openLoopReport(database.db);
  const deliverer = openDeliverer(database, http, FULL_PACE, report);
  return {
    database,
    credentials,
    deliverer,
    report,
    close: async () => {
      globalThis.assayRuntime = undefined;
      await deliverer.close();
      await http.close();
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
