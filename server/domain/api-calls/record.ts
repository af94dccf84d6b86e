import { getTableColumns, sql } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import type { Db } from "@/db/client";
import { type ApiCall, apiCalls } from "@/db/schema/api-calls";
import { producers } from "@/db/schema/producers";
import { env } from "@/server/platform/env";
import { type Answered, CallBuffer, type Details } from "./buffer";

const COLUMNS = Object.entries(getTableColumns(apiCalls));
const fields = sql.raw(COLUMNS.map(([field, column]) => `"${field}" ${column.getSQLType()}`).join());
const columns = sql.raw(COLUMNS.map(([field]) => toSnakeCase(field)).join());
const values = sql.raw(COLUMNS.map(([field]) => `call."${field}"`).join());

/** Writes rows of the request log in one statement, without those of producers that are gone. */
export const recordCalls = (db: Db, calls: readonly ApiCall[]) =>
  db.execute(sql`
    insert into ${apiCalls} (${columns}) select ${values}
    from json_to_recordset(${JSON.stringify(calls)}::text::json) as call(${fields})
    where exists (select from ${producers} where ${producers.id} = call."producerId")`);

declare global {
  var assayCallLog: { db: Db; buffer: CallBuffer } | undefined;
}

/** Whether calls are recorded. */
export const recordsCalls = env.REQUEST_LOG === "on";

/** Records an answered call soon after (decision 0071); `db` is that of the whole process. `details` is called only where the call gets a row. */
export function recordCall(db: Db, call: Answered, details: () => Details): void {
  // On `globalThis`, because Next and the HTTP front are separate bundles.
  if (globalThis.assayCallLog?.db !== db)
    globalThis.assayCallLog = { db, buffer: new CallBuffer((calls) => recordCalls(db, calls)) };
  globalThis.assayCallLog.buffer.add(call, details);
}

/** Writes the calls that wait, at the latest before the database closes. */
export const flushCalls = async (): Promise<void> => globalThis.assayCallLog?.buffer.flush();
