import { sql } from "drizzle-orm";
import { producers } from "@/db/schema/producers";
import type { Ctx } from "@/server/core/ctx";
import { likelyProducer, type Neighbour } from "./likeness";

/** Registered codes that are read on each side: enough for codes of several shapes with one beginning. */
const NEIGHBOURS_EACH_WAY = 16;

/**
 * Whose a code is that no item has (decision 0046): whose item had it once, else whose token brought it, else whose codes
 * look like it. Nothing where it is for admins. Reads a bounded number of index entries, however many items there are.
 */
export async function producerOfCode(
  { db }: Pick<Ctx, "db">,
  code: string,
  broughtBy: string | null,
): Promise<string | null> {
  const neighbours = await db.execute<Neighbour & Record<string, unknown>>(sql`
    select beside.identifier, beside.producer_id as "producerId"
    from identifiers_beside(${code}, ${NEIGHBOURS_EACH_WAY}) beside
    where exists (select from ${producers} where ${producers.id} = beside.producer_id and ${producers.closedAt} is null)`);
  const had = neighbours.find(({ identifier }) => identifier === code);
  return had?.producerId ?? broughtBy ?? likelyProducer(code, [...neighbours]) ?? null;
}
