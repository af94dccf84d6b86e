import { and, eq, type SQL } from "drizzle-orm";
import { type Act, acts } from "@/db/schema/acts";
import { type Ctx, callingProducer } from "@/server/ctx";
import { type KeysetPage, type Listed, readKeyset } from "@/server/domain/shared/keyset";
import type { ActFilter } from "./schema";

/** What was done for the calling producer, newest first; each list walks an index of its own. */
export function listActs(ctx: Ctx, { kind }: ActFilter, page: KeysetPage): Promise<Listed<Act>> {
  const own: SQL | undefined = and(
    eq(acts.producerId, callingProducer(ctx).producerId),
    kind && eq(acts.targetKind, kind),
  );
  return readKeyset<Act>(page, {
    time: acts.at,
    id: acts.id,
    keyOf: ({ at, id }) => ({ at, id: String(id) }),
    read: (range, order, most) =>
      ctx.db
        .select()
        .from(acts)
        .where(and(own, range))
        .orderBy(...order)
        .limit(most),
  });
}
