import { eq } from "drizzle-orm";
import { type Producer, producers } from "@/db/schema/producers";
import { type Ctx, callingProducer, inTransaction } from "@/server/ctx";
import { recordAct } from "@/server/domain/acts/record";
import { only } from "@/server/domain/shared/only";

/** The calling producer: its name, and how much of its quota is used. */
export const ownProducer = async (ctx: Ctx): Promise<Producer> =>
  only(
    await ctx.db
      .select()
      .from(producers)
      .where(eq(producers.id, callingProducer(ctx).producerId)),
  );

/** Gives the calling producer another name; events tell it from now on. */
export const renameProducer = (ctx: Ctx, name: string): Promise<Producer> =>
  inTransaction(ctx, async (ctx) => {
    const of = eq(producers.id, callingProducer(ctx).producerId);
    const before = only(await ctx.db.select().from(producers).where(of).for("no key update"));
    if (before.name === name) return before;
    const renamed = only(await ctx.db.update(producers).set({ name }).where(of).returning());
    const changes = [{ path: "/name", from: before.name, to: name }];
    await recordAct(ctx, "producerRenamed", { producerId: before.id, id: before.id, name, changes });
    return renamed;
  });
