import { makePgArray } from "drizzle-orm/pg-core";
import { z } from "zod";
import { type Ctx, callingProducer, sandboxIn } from "@/server/core/ctx";
import { unavailable } from "@/server/core/errors";
import { askCell, cells, otherCells } from "@/server/platform/cells";

export const CLAIMS_PATH = "/api/cells/claims";
const ASK_TIMEOUT_MS = 2_000;
/** Longer than any transaction that registers identifiers. */
const CLAIM_SECONDS = 60;
const NONE: ReadonlySet<string> = new Set();

const MAX_IDENTIFIERS = 100_000;

export const Claim = z.object({
  producerId: z.guid(),
  identifiers: z.array(z.string()).max(MAX_IDENTIFIERS),
});
const Told = z.object({ taken: z.array(z.string()), claimed: z.array(z.string()) });

/**
 * Those of the identifiers that another cell has. They are claimed here first, in a commit of their own, so that of two
 * cells that register one at the same time at least one sees the claim of the other.
 * @throws 503 where another cell registers one of them right now, or does not answer
 */
export async function takenElsewhere(ctx: Ctx, identifiers: readonly string[]): Promise<ReadonlySet<string>> {
  const divided = cells();
  if (!divided || identifiers.length === 0 || sandboxIn(ctx) > 0) return NONE;
  const { producerId } = callingProducer(ctx);
  const claimed = await ctx.batchClient<{ identifier: string }[]>`
    with old as (delete from cell_claims where claimed_at < now() - make_interval(secs => ${CLAIM_SECONDS}))
    insert into cell_claims (identifier, producer_id)
    select asked, ${producerId}::uuid from (select unnest(${makePgArray([...identifiers])}::text[]) as asked) asked
    where not exists (select from identifiers where identifiers.identifier = asked.asked and sandbox = 0) order by asked
    on conflict (identifier) do update set claimed_at = now(), producer_id = excluded.producer_id
    returning identifier`;
  if (claimed.length === 0) return NONE;
  const question = JSON.stringify({ producerId, identifiers: claimed.map(({ identifier }) => identifier) });
  const told = await Promise.all(
    otherCells(divided).map(async (cell) => {
      try {
        return Told.parse(await askCell(cell, CLAIMS_PATH, question, ASK_TIMEOUT_MS));
      } catch (thrown) {
        throw unavailable(thrown);
      }
    }),
  );
  const [rival] = told.flatMap(({ claimed }) => claimed);
  if (rival !== undefined) throw unavailable(new Error(`Another cell registers ${rival} at the same time.`));
  return new Set(told.flatMap(({ taken }) => taken));
}

/** Answers another cell: which identifiers this cell has, and which it is about to have. */
export async function tellTaken(
  { batchClient }: Pick<Ctx, "batchClient">,
  { producerId, identifiers }: z.output<typeof Claim>,
): Promise<z.output<typeof Told>> {
  const rows = await batchClient<{ identifier: string; taken: boolean }[]>`
    select asked as identifier, found.taken from unnest(${makePgArray([...identifiers])}::text[]) as asked cross join lateral (
      select true as taken from identifiers where identifiers.identifier = asked and sandbox = 0 and not exists (
        select from cell_moves where cell_moves.producer_id = identifiers.producer_id and state = 'arriving')
      union all select false from cell_claims where cell_claims.identifier = asked and cell_claims.producer_id <> ${producerId}
        and claimed_at >= now() - make_interval(secs => ${CLAIM_SECONDS})
      limit 1) found`;
  const named = (taken: boolean) =>
    rows.filter((row) => row.taken === taken).map(({ identifier }) => identifier);
  return { taken: named(true), claimed: named(false) };
}
