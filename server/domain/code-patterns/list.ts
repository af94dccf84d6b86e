import { desc, eq, sql } from "drizzle-orm";
import { type CodePattern, codePatterns } from "@/db/schema/code-patterns";
import { sightings } from "@/db/schema/sightings";
import { type Ctx, callingProducer } from "@/server/core/ctx";

/** A claim as the members of its producer see it. */
export interface ListedPattern
  extends Pick<
    CodePattern,
    "id" | "kind" | "text" | "state" | "note" | "createdAt" | "changedAt" | "sweep" | "sweptAt" | "attributed"
  > {
  /** Among the newest 10,000 scans of the producer's unregistered codes. */
  scans: number;
}

const MAX_LISTED = 200;
const MAX_COUNTED = 10_000;

/** Lists the newest 200 claims of the caller, ended ones included, with the number of scans that each attributed. */
export async function listPatterns(ctx: Ctx): Promise<ListedPattern[]> {
  const { producerId } = callingProducer(ctx);
  const { id, kind, text, state, note, createdAt, changedAt, sweep, sweptAt, attributed } = codePatterns;
  const patterns = await ctx.db
    .select({ id, kind, text, state, note, createdAt, changedAt, sweep, sweptAt, attributed })
    .from(codePatterns)
    .where(eq(codePatterns.producerId, producerId))
    .orderBy(desc(createdAt), desc(id))
    .limit(MAX_LISTED);
  if (patterns.length === 0) return [];
  const counts = await ctx.db.execute<{ basis: string; text: string; count: number }>(sql`
    select basis, basis_text as text, count(*)::int as count from (
      select ${sightings.basis}, ${sightings.basisText} from ${sightings} where ${sightings.producerId} = ${producerId}
      order by ${sightings.timestamp} desc, ${sightings.id} desc limit ${MAX_COUNTED}) newest
    where basis in ('prefix', 'gs1', 'shape') group by 1, 2`);
  const countOf = new Map(counts.map(({ basis, text, count }) => [`${basis} ${text}`, count]));
  return patterns.map((pattern) => ({
    ...pattern,
    scans: countOf.get(`${pattern.kind} ${pattern.text}`) ?? 0,
  }));
}
