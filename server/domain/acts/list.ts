import { and, eq, isNull, type SQL } from "drizzle-orm";
import { type Act, acts } from "@/db/schema/acts";
import { type Ctx, callingAdmin, callingProducer } from "@/server/ctx";
import { type KeysetPage, type Listed, readKeyset } from "@/server/domain/shared/keyset";
import type { ActFilter, ServiceActFilter } from "./schema";

/** What was done for the calling producer, newest first; each list walks an index of its own. */
export function listActs(ctx: Ctx, { kind }: ActFilter, page: KeysetPage): Promise<Listed<Act>> {
  const own = eq(acts.producerId, callingProducer(ctx).producerId);
  return read(ctx, and(own, kind && eq(acts.targetKind, kind)), page);
}

/** What was done to the service as a whole, of one kind, for admins, newest first. */
export function listActsOfService(
  ctx: Ctx,
  { kind }: ServiceActFilter,
  page: KeysetPage,
): Promise<Listed<Act>> {
  callingAdmin(ctx);
  return read(ctx, and(isNull(acts.producerId), eq(acts.targetKind, kind)), page);
}

function read(ctx: Ctx, which: SQL | undefined, page: KeysetPage): Promise<Listed<Act>> {
  return readKeyset<Act>(page, {
    time: acts.at,
    id: acts.id,
    keyOf: ({ at, id }) => ({ at, id: String(id) }),
    read: (range, order, most) =>
      ctx.db
        .select()
        .from(acts)
        .where(and(which, range))
        .orderBy(...order)
        .limit(most),
  });
}
