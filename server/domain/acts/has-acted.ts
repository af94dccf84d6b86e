import { and, eq, gt } from "drizzle-orm";
import { type ActName, acts, KIND_OF } from "@/db/schema/acts";
import { actorIn, type Ctx } from "@/server/core/ctx";

/** Whether the caller did so within that time: to anything of the producer's, or to the one thing that `id` names. */
export async function hasActed(
  ctx: Ctx,
  act: ActName,
  { producerId, id }: { producerId: string; id?: string },
  withinMs: number,
): Promise<boolean> {
  const [earlier] = await ctx.db
    .select({ id: acts.id })
    .from(acts)
    .where(
      and(
        eq(acts.producerId, producerId),
        eq(acts.targetKind, KIND_OF[act]),
        gt(acts.at, new Date(Date.now() - withinMs)),
        eq(acts.act, act),
        eq(acts.actorId, actorIn(ctx).id),
        id === undefined ? undefined : eq(acts.targetId, id),
      ),
    )
    .limit(1);
  return earlier !== undefined;
}
