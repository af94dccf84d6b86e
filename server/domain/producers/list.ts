import { and, type SQL, sql } from "drizzle-orm";
import { type Producer, producers } from "@/db/schema/producers";
import { type Ctx, callingAdmin } from "@/server/core/ctx";
import { type KeysetPage, type Listed, readKeyset } from "@/server/data/keyset";
import { contains } from "@/server/data/text-search";

/** All producers, newest first, for admins; with `search`, those with it in their name. */
export function listProducers(
  ctx: Ctx,
  { search }: { search?: string | undefined },
  page: KeysetPage,
): Promise<Listed<Producer>> {
  callingAdmin(ctx);
  const left: SQL | undefined = search ? contains(sql`${producers.name}`, search) : undefined;
  return readKeyset<Producer>(ctx, page, (ctx) => ({
    time: producers.createdAt,
    id: producers.id,
    isSorted: true,
    keyOf: ({ createdAt, id }) => ({ at: createdAt, id }),
    read: (range, order, most) =>
      ctx.db
        .select()
        .from(producers)
        .where(and(left, range))
        .orderBy(...order)
        .limit(most),
  }));
}
