import { and, eq, isNull } from "drizzle-orm";
import { type Hook, hooks } from "@/db/schema/hooks";
import { type Ctx, callingProducer, isInTransaction } from "@/server/core/ctx";
import { conflict, notFound } from "@/server/core/errors";
import { isId } from "@/server/platform/ids";

/** One of the caller's webhooks, whatever its target; locked within a transaction. @throws 404 for any other webhook */
export async function ownedHook(ctx: Ctx, id: string): Promise<Hook> {
  const { producerId } = callingProducer(ctx);
  const own = and(eq(hooks.id, id), eq(hooks.producerId, producerId), isNull(hooks.deletedAt));
  const query = ctx.db.select().from(hooks).where(own);
  const [hook] = isId(id) ? await (isInTransaction(ctx) ? query.for("no key update") : query) : [];
  if (!hook) throw notFound("hook-not-found", `There is no hook ${id}.`);
  return hook;
}

/** One of the caller's webhooks that is switched on. @throws 404 for any other webhook, 409 if it is switched off */
export async function ownedOpenHook(ctx: Ctx, id: string): Promise<Hook> {
  const hook = await ownedHook(ctx, id);
  if (hook.switchedOffAt === null) return hook;
  throw conflict("hook-switched-off", `Hook ${id} is switched off. Switch it on before anything is sent.`);
}
