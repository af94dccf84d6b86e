import { sql } from "drizzle-orm";
import { producers } from "@/db/schema/producers";
import { type Ctx, sandboxIn } from "@/server/core/ctx";
import { likelyProducer, type Neighbour } from "./likeness";

/** Registered codes read on each side: enough for codes of several shapes with one prefix. */
const NEIGHBOURS_EACH_WAY = 16;

/**
 * The producer that a code without an item concerns (decision 0046): the one whose item once had it, else the one whose
 * token scanned it, else the one with similar codes. Null leaves it to admins. What is scanned in a sandbox
 * concerns that alone. Reads a bounded number of index entries.
 */
export async function producerOfCode(
  ctx: Pick<Ctx, "db" | "caller">,
  code: string,
  broughtBy: string | null,
): Promise<string | null> {
  if (sandboxIn(ctx) > 0) return broughtBy;
  const neighbours = await ctx.db.execute<Neighbour & Record<string, unknown>>(sql`
    select beside.identifier, beside.producer_id as "producerId"
    from identifiers_beside(${code}, ${NEIGHBOURS_EACH_WAY}) beside
    where exists (select from ${producers} where ${producers.id} = beside.producer_id and ${producers.closedAt} is null)`);
  const had = neighbours.find(({ identifier }) => identifier === code);
  return had?.producerId ?? broughtBy ?? likelyProducer(code, [...neighbours]) ?? null;
}
