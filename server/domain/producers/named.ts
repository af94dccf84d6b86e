import { eq } from "drizzle-orm";
import { type Producer, producers } from "@/db/schema/producers";
import type { Ctx } from "@/server/ctx";
import { notFound } from "@/server/errors";
import { isId } from "@/server/platform/ids";

/** The producer with an id. 404 where there is none. */
export async function producerNamed({ db }: Pick<Ctx, "db">, id: string): Promise<Producer> {
  const [producer] = isId(id) ? await db.select().from(producers).where(eq(producers.id, id)) : [];
  if (!producer) throw notFound("producer-not-found", `There is no producer ${id}.`);
  return producer;
}
