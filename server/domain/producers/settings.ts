import { and, eq, isNull } from "drizzle-orm";
import { type Producer, producers } from "@/db/schema/producers";
import { type Ctx, callingAdmin, callingProducer, inTransaction } from "@/server/core/ctx";
import { only } from "@/server/data/only";
import { recordAuditEvent } from "@/server/domain/audit-log/record";
import { nameOfSandbox, refuseInSandbox } from "@/server/domain/sandboxes/read";
import { refuseStale, versionOf } from "@/server/domain/shared/version";
import { openProducer } from "./named";

/** The calling producer, with its name and used quota. */
export const ownProducer = async (ctx: Ctx): Promise<Producer> =>
  only(
    await ctx.db
      .select()
      .from(producers)
      .where(eq(producers.id, callingProducer(ctx).producerId)),
  );

/** The version of the producer's name, by which a stale save is refused. */
export const versionOfName = ({ name }: Pick<Producer, "name">): string => versionOf(name);

/**
 * Renames the calling producer and its sandbox; later events carry the new name.
 * @throws 409 in a sandbox, which has the name of its producer.
 * @throws {StaleVersion} if `seen` is given and no longer the name's version.
 */
export async function renameProducer(ctx: Ctx, name: string, seen?: string): Promise<Producer> {
  refuseInSandbox(ctx);
  return rename(ctx, callingProducer(ctx).producerId, { name, seen });
}

/**
 * Renames any producer, for admins.
 * @throws 404 without the producer, 409 if it is closed.
 * @throws {StaleVersion} if `seen` is given and no longer the name's version.
 */
export async function renameProducerAsAdmin(
  ctx: Ctx,
  { producerId, name }: { producerId: string; name: string },
  seen?: string,
): Promise<Producer> {
  callingAdmin(ctx);
  await openProducer(ctx, producerId);
  return rename(ctx, producerId, { name, seen });
}

const rename = (
  ctx: Ctx,
  producerId: string,
  { name, seen }: { name: string; seen?: string | undefined },
): Promise<Producer> =>
  inTransaction(ctx, async (ctx) => {
    const of = eq(producers.id, producerId);
    const before = only(await ctx.db.select().from(producers).where(of).for("no key update"));
    refuseStale(seen, versionOfName(before));
    if (before.name === name) return before;
    const renamed = only(await ctx.db.update(producers).set({ name }).where(of).returning());
    await ctx.db
      .update(producers)
      .set({ name: nameOfSandbox(name) })
      .where(and(eq(producers.sandboxOf, producerId), isNull(producers.closedAt)));
    const changes = [{ path: "/name", from: before.name, to: name }];
    await recordAuditEvent(ctx, "producerRenamed", { producerId: before.id, id: before.id, name, changes });
    return renamed;
  });
