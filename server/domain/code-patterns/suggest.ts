import { claimMatches } from "@assay/codes";
import { and, asc, desc, eq, inArray, isNull, type SQL } from "drizzle-orm";
import { codePatterns } from "@/db/schema/code-patterns";
import { items } from "@/db/schema/items";
import { type Ctx, callingProducer } from "@/server/core/ctx";
import { walkIndexes } from "@/server/data/walk-indexes";
import { claimOfRow } from "./claim-row";
import { type FoundPattern, patternsIn } from "./shapes-in";

const SAMPLE_EACH_WAY = 1_000;

/** The suggestions, and the number of identifiers that they were found in. */
export interface Suggestions {
  suggestions: FoundPattern[];
  sample: number;
}

/** Finds patterns in the caller's newest and oldest 1,000 identifiers. What its claims match is left out. */
export async function suggestPatterns(ctx: Ctx): Promise<Suggestions> {
  const { producerId } = callingProducer(ctx);
  const read = (...order: SQL[]) =>
    walkIndexes(ctx.db, (db) =>
      db
        .select({ identifier: items.identifier })
        .from(items)
        .where(and(eq(items.producerId, producerId), isNull(items.deletedAt)))
        .orderBy(...order)
        .limit(SAMPLE_EACH_WAY)
        .execute(),
    );
  const rows = [
    ...(await read(desc(items.createdAt), desc(items.id))),
    ...(await read(asc(items.createdAt), asc(items.id))),
  ];
  const claims = await ctx.db
    .select({ kind: codePatterns.kind, text: codePatterns.text, producerId: codePatterns.producerId })
    .from(codePatterns)
    .where(
      and(eq(codePatterns.producerId, producerId), inArray(codePatterns.state, ["active", "contested"])),
    );
  const own = claims.map(claimOfRow);
  const sample = [...new Set(rows.map(({ identifier }) => identifier))];
  const unclaimed = sample.filter((one) => !own.some((claim) => claimMatches(claim, one)));
  return { suggestions: patternsIn(unclaimed), sample: sample.length };
}
