import { and, eq, isNull } from "drizzle-orm";
import { producers } from "@/db/schema/producers";
import { type Ctx, callingProducer, isInTransaction } from "@/server/core/ctx";
import { conflict } from "@/server/core/errors";
import { beginningOf } from "@/server/domain/shared/characters";

/** The open sandbox of a producer; locked if the context is in a transaction. Undefined without one. */
export async function sandboxOf(
  ctx: Ctx,
  producerId: string,
): Promise<{ id: string; sandbox: number; createdAt: Date } | undefined> {
  const query = ctx.db
    .select({ id: producers.id, sandbox: producers.sandbox, createdAt: producers.createdAt })
    .from(producers)
    .where(and(eq(producers.sandboxOf, producerId), isNull(producers.closedAt)));
  const [found] = await (isInTransaction(ctx) ? query.for("no key update") : query);
  return found;
}

const MAX_NAME_CHARACTERS = 180;

/** The name of the sandbox of a producer, as webhooks and mails have it. */
export const nameOfSandbox = (name: string) => `${beginningOf(MAX_NAME_CHARACTERS, name)} (sandbox)`;

/** Refuses what only a producer of real items has. @throws 409 in a sandbox */
export function refuseInSandbox(ctx: Ctx): void {
  if (callingProducer(ctx).sandbox > 0)
    throw conflict(
      "in-sandbox",
      "A sandbox has the members and settings of its producer. Change them there.",
    );
}

/** Refuses what only a sandbox has. @throws 409 for a producer of real items */
export function refuseOutsideSandbox(ctx: Ctx): void {
  if (callingProducer(ctx).sandbox === 0)
    throw conflict("not-in-sandbox", "Only a sandbox has this, never a producer of real items.");
}
