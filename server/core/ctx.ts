import { is } from "drizzle-orm";
import { PgTransaction } from "drizzle-orm/pg-core";
import type { BatchClient, Db, Gate } from "@/db/client";
import { type AdminCaller, type Caller, type ProducerCaller, SYSTEM } from "./caller";
import { forbidden } from "./errors";

/** The first argument of every verb: the caller, the database and the request. */
export interface Ctx {
  caller: Caller;
  db: Db;
  /** For statements that serve many requests at once; never part of a transaction. */
  batchClient: BatchClient;
  /** The gate of wide reads for a caller: few run at once, and only one of a tenant (decision 0038). */
  wide?: Gate | undefined;
  requestId: string;
}

/** A larger read is wide. */
export const WIDE_BYTES = 256 * 1024;

/** Reads `bytes` bytes; a wide read waits for the caller's turn. */
export const readWide = <T>(
  { wide }: Pick<Ctx, "wide">,
  bytes: number,
  read: () => Promise<T>,
): Promise<T> => (wide && bytes > WIDE_BYTES ? wide(read) : read());

export const isInTransaction = ({ db }: Pick<Ctx, "db">) => is(db, PgTransaction);

/** Runs the work in the context's transaction, or in a new one. */
export function inTransaction<T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  return isInTransaction(ctx) ? work(ctx) : ctx.db.transaction((tx) => work({ ...ctx, db: tx }));
}

/** The context of the service's own work: jobs, commands and the start. */
export const systemCtx = ({ db, batchClient }: Pick<Ctx, "db" | "batchClient">, requestId: string): Ctx => ({
  caller: SYSTEM,
  db,
  batchClient,
  requestId,
});

/** The actor for histories: the caller, or the service itself. */
export const actorIn = ({ caller }: Pick<Ctx, "caller">) =>
  "actor" in caller ? caller.actor : { type: "system" as const, id: "system", name: "Assay" };

/**
 * The calling producer.
 *
 * @throws 403 for other callers
 */
export function callingProducer(ctx: Ctx): ProducerCaller {
  if (ctx.caller.kind !== "producer")
    throw forbidden("credential-missing", "This call needs a producer's token.");
  return ctx.caller;
}

/** The sandbox whose items the caller names: its own, or 0, in which the items of all producers are. */
export const sandboxIn = ({ caller }: Pick<Ctx, "caller">): number =>
  caller.kind === "producer" ? caller.sandbox : 0;

/** Whether the caller is a person with a session of the dashboard. */
export const isSession = ({ caller }: Ctx): boolean =>
  caller.kind === "producer" && caller.credential === "session";

export const notAnAdmin = () => forbidden("not-an-admin", "This is for admins of the service.");

/**
 * The calling admin.
 *
 * @throws 403 for other callers
 */
export function callingAdmin(ctx: Ctx): AdminCaller {
  if (ctx.caller.kind !== "admin") throw notAnAdmin();
  return ctx.caller;
}
