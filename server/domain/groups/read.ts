import { and, eq } from "drizzle-orm";
import { type Group, groups } from "@/db/schema/groups";
import { type Ctx, callingProducer, isInTransaction } from "@/server/core/ctx";
import { forbidden, notFound } from "@/server/core/errors";
import { isId } from "@/server/platform/ids";

/** The 404 for a group that does not exist. */
export const groupNotThere = (id: string) => notFound("group-not-found", `There is no group ${id}.`);

/**
 * The caller's own group. In a transaction it is locked: shared if it only has to stay, exclusively (`lock: "update"`) if it
 * changes or is deleted.
 * @throws 404 if absent, 403 if another producer's
 */
export async function ownedGroup(ctx: Ctx, id: string, lock: "share" | "update" = "share"): Promise<Group> {
  const { producerId } = callingProducer(ctx);
  const absent = groupNotThere(id);
  if (!isId(id)) throw absent;
  const own = ctx.db
    .select()
    .from(groups)
    .where(and(eq(groups.id, id), eq(groups.producerId, producerId)));
  const [group] = await (isInTransaction(ctx) ? own.for(lock) : own);
  if (group) return group;
  const [foreign] = await ctx.db.select({ id: groups.id }).from(groups).where(eq(groups.id, id));
  if (foreign) throw forbidden("group-of-another-producer", `Group ${id} belongs to another producer.`);
  throw absent;
}
