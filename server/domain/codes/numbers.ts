import { type Pattern, printPattern } from "@assay/codes";
import { and, desc, eq, isNotNull, sql } from "drizzle-orm";
import { codeBatches } from "@/db/schema/code-batches";
import { type Ctx, callingProducer } from "@/server/core/ctx";
import { faulty } from "@/server/core/errors";

/** The text of a pattern without its first number. Batches with the same text share a series of numbers. */
export const seriesOf = ({ parts, ...pattern }: Pattern): string =>
  printPattern({
    ...pattern,
    parts: parts.map((part) => (part.kind === "number" ? { ...part, start: 1 } : part)),
  });

/**
 * The first of `count` running numbers that no batch of the pattern has; null without a running number. Until the end of the
 * transaction no other call of the producer gets numbers.
 * @throws 400 if the pattern has not that many numbers left
 */
export async function takeNumbers(ctx: Ctx, pattern: Pattern, count: number): Promise<number | null> {
  const number = pattern.parts.find((part) => part.kind === "number");
  if (!number) return null;
  const { producerId } = callingProducer(ctx);
  await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`codes of ${producerId}`}, 0))`);
  const [last] = await ctx.db
    .select({ first: codeBatches.firstNumber, count: codeBatches.count })
    .from(codeBatches)
    .where(
      and(
        eq(codeBatches.producerId, producerId),
        eq(codeBatches.pattern, seriesOf(pattern)),
        isNotNull(codeBatches.firstNumber),
      ),
    )
    .orderBy(desc(codeBatches.firstNumber))
    .limit(1);
  const first = Math.max(number.start, last ? (last.first ?? 0) + last.count : 0);
  const left = 10 ** number.width - first;
  if (left < count)
    throw faulty([{ pointer: "/count", message: `must be at most ${Math.max(0, left)} with this pattern` }]);
  return first;
}
