import { eq } from "drizzle-orm";
import { type Producer, producers } from "@/db/schema/producers";
import { type Ctx, callingAdmin, callingProducer, inTransaction } from "@/server/ctx";
import { recordAct } from "@/server/domain/acts/record";
import { only } from "@/server/domain/shared/only";
import { openProducer } from "./named";

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
  rename(ctx, callingProducer(ctx).producerId, name);

/** The same to any producer, for admins. 404 without it, 409 where it is closed. */
export async function renameProducerAsAdmin(
  ctx: Ctx,
  { producerId, name }: { producerId: string; name: string },
): Promise<void> {
  callingAdmin(ctx);
  await openProducer(ctx, producerId);
  await rename(ctx, producerId, name);
}

/** Sets how many bytes a producer may take. 404 without it, 409 where it is closed. */
export async function setQuota(
  ctx: Ctx,
  { producerId, quota }: { producerId: string; quota: number },
): Promise<void> {
  callingAdmin(ctx);
  await inTransaction(ctx, async (ctx) => {
    const before = await openProducer(ctx, producerId);
    if (before.quota === quota) return;
    await ctx.db.update(producers).set({ quota }).where(eq(producers.id, producerId));
    const changes = [{ path: "/quota", from: before.quota, to: quota }];
    await recordAct(ctx, "producerQuotaChanged", { producerId, id: producerId, name: before.name, changes });
  });
}

const rename = (ctx: Ctx, producerId: string, name: string): Promise<Producer> =>
  inTransaction(ctx, async (ctx) => {
    const of = eq(producers.id, producerId);
    const before = only(await ctx.db.select().from(producers).where(of).for("no key update"));
    if (before.name === name) return before;
    const renamed = only(await ctx.db.update(producers).set({ name }).where(of).returning());
    const changes = [{ path: "/name", from: before.name, to: name }];
    await recordAct(ctx, "producerRenamed", { producerId: before.id, id: before.id, name, changes });
    return renamed;
  });
