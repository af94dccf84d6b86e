import { eq } from "drizzle-orm";
import { type Producer, producers } from "@/db/schema/producers";
import { type Ctx, isInTransaction } from "@/server/core/ctx";
import { notFound, producerClosed } from "@/server/core/errors";
import { isId } from "@/server/platform/ids";

/**
 * The producer with an id.
 * @throws 404 without the producer.
 */
export async function producerNamed({ db }: Pick<Ctx, "db">, id: string): Promise<Producer> {
  const [producer] = isId(id) ? await db.select().from(producers).where(eq(producers.id, id)) : [];
  if (!producer) throw notFound("producer-not-found", `There is no producer ${id}.`);
  return producer;
}

/**
 * The producer with an id, unless it is closed; in a transaction, the row is locked.
 * @throws 404 without the producer, 409 if it is closed.
 */
export async function openProducer(ctx: Ctx, id: string): Promise<Producer> {
  const query = ctx.db.select().from(producers).where(eq(producers.id, id));
  const [producer] = isId(id) ? await (isInTransaction(ctx) ? query.for("no key update") : query) : [];
  if (!producer) throw notFound("producer-not-found", `There is no producer ${id}.`);
  if (producer.closedAt) throw producerClosed(id);
  return producer;
}
