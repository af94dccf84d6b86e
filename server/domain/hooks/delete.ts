import { and, eq } from "drizzle-orm";
import { hooks } from "@/db/schema/hooks";
import { type Ctx, inTransaction } from "@/server/ctx";
import { notFound } from "@/server/errors";
import { isId } from "@/server/platform/ids";
import { type HookTarget, ownedTarget } from "./target";

/** Deletes a hook of a target: nothing more is sent, what still waited included. 404 if the target has no such hook. */
export async function deleteHook(ctx: Ctx, target: HookTarget, id: string): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const { hooksOf } = await ownedTarget(ctx, target);
    const now = new Date();
    const deleted = isId(id)
      ? await ctx.db
          .update(hooks)
          .set({ deletedAt: now, switchedOffAt: now, updatedAt: now })
          .where(and(hooksOf, eq(hooks.id, id)))
          .returning({ id: hooks.id })
      : [];
    if (deleted.length === 0) throw notFound("hook-not-found", `There is no hook ${id} here.`);
  });
}
