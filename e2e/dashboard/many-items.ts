import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import type { NewProducer } from "@/server/domain/producers/create";
import { newProducer } from "../credentials";
import { inside } from "../inside";

/** A producer with many items, named `<mark>-1` and so on from the newest to the oldest. */
export async function manyItems(
  name: string,
  count: number,
): Promise<NewProducer & { mark: string; item: string }> {
  const producer = await newProducer(name);
  const { db } = await inside();
  const mark = randomUUID().slice(0, 8);
  await db.execute(sql`insert into identifiers (identifier, producer_id)
    select ${mark} || '-' || n, ${producer.producerId} from generate_series(1, ${count}::int) n`);
  await db.execute(sql`insert into items (identifier, producer_id, title, created_at, updated_at)
    select ${mark} || '-' || n, ${producer.producerId}, 'Title of ' || n, now() - n * interval '1 minute', now()
    from generate_series(1, ${count}::int) n`);
  return { ...producer, mark, item: `${mark}-1` };
}
