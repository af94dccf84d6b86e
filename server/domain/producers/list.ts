import { and, eq, sql } from "drizzle-orm";
import { type Producer, producers } from "@/db/schema/producers";
import { type Ctx, callingAdmin } from "@/server/core/ctx";
import { type KeysetPage, type Listed, readKeyset } from "@/server/data/keyset";
import { contains } from "@/server/data/text-search";

/** Lists all producers, newest first, for admins; `search` matches part of the name. */
export function listProducers(
  ctx: Ctx,
  { search }: { search?: string | undefined },
  page: KeysetPage,
): Promise<Listed<Producer>> {
  callingAdmin(ctx);
  const condition = and(
    eq(producers.sandbox, 0),
    search ? contains(sql`${producers.name}`, search) : undefined,
  );
  return readKeyset<Producer>(ctx, page, (ctx) => ({
    time: producers.createdAt,
    id: producers.id,
    isSorted: true,
    keyOf: ({ createdAt, id }) => ({ at: createdAt, id }),
    read: (range, order, limit) =>
      ctx.db
        .select()
        .from(producers)
        .where(and(condition, range))
        .orderBy(...order)
        .limit(limit),
  }));
}
