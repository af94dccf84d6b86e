import { and, eq, isNull, type SQL } from "drizzle-orm";
import { type Act, acts } from "@/db/schema/acts";
import { type Ctx, callingAdmin, callingProducer } from "@/server/core/ctx";
import { type KeysetPage, type Lead, type Listed, readKeyset } from "@/server/data/keyset";
import type { ActFilter, ServiceActFilter } from "./schema";

/** What was done for the calling producer, newest first; each list walks an index of its own. */
export function listActs(ctx: Ctx, { kind, target }: ActFilter, page: KeysetPage): Promise<Listed<Act>> {
  const own = eq(acts.producerId, callingProducer(ctx).producerId);
  if (!target) return read(ctx, own, kind && { column: acts.targetKind, value: kind }, page);
  const ofKind = kind && eq(acts.targetKind, kind);
  return read(ctx, and(own, ofKind), { column: acts.targetId, value: target }, page);
}

/** What was done to the service as a whole, of one kind, for admins, newest first. */
export function listActsOfService(
  ctx: Ctx,
  { kind }: ServiceActFilter,
  page: KeysetPage,
): Promise<Listed<Act>> {
  callingAdmin(ctx);
  return read(ctx, isNull(acts.producerId), { column: acts.targetKind, value: kind }, page);
}

function read(
  ctx: Ctx,
  which: SQL | undefined,
  lead: Lead | undefined,
  page: KeysetPage,
): Promise<Listed<Act>> {
  return readKeyset<Act>(ctx, page, (ctx) => ({
    time: acts.at,
    id: acts.id,
    lead,
    keyOf: ({ at, id }) => ({ at, id: String(id) }),
    read: (range, order, most) =>
      ctx.db
        .select()
        .from(acts)
        .where(and(which, range))
        .orderBy(...order)
        .limit(most),
  }));
}
