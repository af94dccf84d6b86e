import { and, eq, getTableColumns, isNull } from "drizzle-orm";
import { type Erasure, erasures } from "@/db/schema/erasures";
import type { Ctx } from "@/server/core/ctx";
import { type KeysetPage, type Listed, readKeyset } from "@/server/data/keyset";
import { producerAskedFor } from "./subject";

/** An erasure as lists show it: the hint instead of the device's hash. */
export type ListedErasure = Omit<Erasure, "device" | "requestedBy">;

const { device: _device, requestedBy: _requestedBy, ...columns } = getTableColumns(erasures);

/** Lists the caller's erasures, newest first; for admins, the erasures that cover every producer. */
export function listErasures(ctx: Ctx, page: KeysetPage): Promise<Listed<ListedErasure>> {
  const producerId = producerAskedFor(ctx);
  const own = producerId === null ? isNull(erasures.producerId) : eq(erasures.producerId, producerId);
  return readKeyset<ListedErasure>(ctx, page, (ctx) => ({
    time: erasures.requestedAt,
    id: erasures.id,
    keyOf: ({ requestedAt, id }) => ({ at: requestedAt, id }),
    read: (range, order, limit) =>
      ctx.db
        .select(columns)
        .from(erasures)
        .where(and(own, range))
        .orderBy(...order)
        .limit(limit),
  }));
}
