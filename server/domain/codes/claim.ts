import { identifiers as codesOf, type Pattern } from "@assay/codes";
import { identifiers } from "@/db/schema/identifiers";
import { type Ctx, callingProducer } from "@/server/core/ctx";
import { takenElsewhere } from "@/server/domain/items/taken-elsewhere";

/** Random parts that hit a code are drawn again this often. */
const MAX_DRAWS = 3;

interface Run {
  count: number;
  /** The first running number. */
  from: number | undefined;
  /** The text of `{group}`. */
  group: string;
}

/**
 * Draws new codes and claims them for the calling producer, in the order of their numbers. A number whose code is taken, and
 * that has no random part to draw again, is left out.
 */
export async function claimNewCodes(
  ctx: Ctx,
  pattern: Pattern,
  { count, from, group }: Run,
): Promise<string[]> {
  const { producerId, sandbox } = callingProducer(ctx);
  const isRandom = pattern.parts.some(({ kind }) => kind === "random");
  const draw = (index: number, count: number) =>
    codesOf(pattern, { count, group, ...(from === undefined ? {} : { from: from + index }) });
  const drawn = [...draw(0, count)];
  const claimed = new Set<string>();
  for (let round = 1; ; round += 1) {
    // In order, so that concurrent calls wait for each other in one direction only.
    const wanted = [...new Set(drawn)].filter((code) => !claimed.has(code)).toSorted();
    const elsewhere = await takenElsewhere(ctx, wanted);
    const free = wanted.filter((code) => !elsewhere.has(code));
    const made =
      free.length === 0
        ? []
        : await ctx.db
            .insert(identifiers)
            .values(free.map((identifier) => ({ identifier, producerId, sandbox })))
            .onConflictDoNothing()
            .returning({ identifier: identifiers.identifier });
    for (const { identifier } of made) claimed.add(identifier);
    if (made.length === wanted.length || !isRandom || round === MAX_DRAWS) break;
    for (const [index, code] of drawn.entries()) {
      if (!claimed.has(code)) drawn[index] = [...draw(index, 1)][0] ?? code;
    }
  }
  return [...new Set(drawn)].filter((code) => claimed.has(code));
}
