import { eq } from "drizzle-orm";
import { type Producer, producers } from "@/db/schema/producers";
import { type Ctx, callingProducer } from "@/server/ctx";
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
export const renameProducer = async (ctx: Ctx, name: string): Promise<Producer> =>
  only(
    await ctx.db
      .update(producers)
      .set({ name })
      .where(eq(producers.id, callingProducer(ctx).producerId))
      .returning(),
  );
