import { is } from "drizzle-orm";
import { PgTransaction } from "drizzle-orm/pg-core";
import type { BatchClient, Db, Gate } from "@/db/client";
import { type AdminCaller, type Caller, type ProducerCaller, SYSTEM } from "./caller";
import { forbidden } from "./errors";

/** What a verb is given: who calls, where the data is, and which request it belongs to. */
export interface Ctx {
  caller: Caller;
  db: Db;
  /** For the statements that serve many requests at once; never part of a transaction. */
  batchClient: BatchClient;
  /** Before what is read by the megabyte for a caller: few read so at once, one tenant only one (decision 0038). */
  wide?: Gate | undefined;
  requestId: string;
}

/** Reading more is wide. */
export const WIDE_BYTES = 256 * 1024;

/** Reads so many bytes; where they are many, in the caller's turn. */
export const readWide = <T>(
  { wide }: Pick<Ctx, "wide">,
  bytes: number,
  read: () => Promise<T>,
): Promise<T> => (wide && bytes > WIDE_BYTES ? wide(read) : read());

export const isInTransaction = ({ db }: Pick<Ctx, "db">) => is(db, PgTransaction);

/** Runs the work in a transaction: the one the context already stands in, or a new one. */
export function inTransaction<T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  return isInTransaction(ctx) ? work(ctx) : ctx.db.transaction((tx) => work({ ...ctx, db: tx }));
}

/** The context of what the service does by itself: jobs, commands and the start. */
export const systemCtx = ({ db, batchClient }: Pick<Ctx, "db" | "batchClient">, requestId: string): Ctx => ({
  caller: SYSTEM,
  db,
  batchClient,
  requestId,
});

/** The actor that histories name: the caller, or the service itself. */
export const actorIn = ({ caller }: Pick<Ctx, "caller">) =>
  "actor" in caller ? caller.actor : { type: "system" as const, id: "system", name: "Assay" };

/** The producer that calls. 403 for anyone else. */
export function callingProducer(ctx: Ctx): ProducerCaller {
  if (ctx.caller.kind !== "producer")
    throw forbidden("credential-missing", "This call needs a producer's token.");
  return ctx.caller;
}

/** Whether a person calls, by a session of the dashboard. */
export const isSession = ({ caller }: Ctx): boolean =>
  caller.kind === "producer" && caller.credential === "session";

/** The admin who calls. 403 for anyone else. */
export function callingAdmin(ctx: Ctx): AdminCaller {
  if (ctx.caller.kind !== "admin") throw forbidden("not-an-admin", "This is for admins of the service.");
  return ctx.caller;
}
