import { and, eq, gte, isNull, lt, type SQL, sql } from "drizzle-orm";
import { batchCodes } from "@/db/schema/batch-codes";
import { labelPrints } from "@/db/schema/label-prints";
import { printedLabels } from "@/db/schema/printed-labels";
import { type Ctx, callingProducer, sandboxIn } from "@/server/core/ctx";
import type { Codes } from "./codes";

/** How many of the codes a print already has, alone or in a range of their batch. */
export const countPrinted = (ctx: Ctx, codes: Codes): Promise<number> =>
  "identifiers" in codes ? countOfIdentifiers(ctx, codes.identifiers) : countOfRange(ctx, codes);

async function countOfIdentifiers(ctx: Ctx, identifiers: string[]): Promise<number> {
  const [row] = await ctx.db
    .select({ count: sql<number>`count(*)::int` })
    .from(sql`jsonb_array_elements_text(${JSON.stringify(identifiers)}::text::jsonb) as wanted(identifier)`)
    .where(isPrinted(sql`wanted.identifier`, sandboxIn(ctx)));
  return row?.count ?? 0;
}

/** Whether a print has the code. */
const isPrinted = (identifier: SQL, sandbox: number) => sql`(
  exists (select from ${printedLabels} where ${printedLabels.identifier} = ${identifier} and ${printedLabels.sandbox} = ${sandbox})
  or exists (select from ${batchCodes} join ${labelPrints} on ${labelPrints.batchId} = ${batchCodes.batchId}
    and ${batchCodes.position} >= ${labelPrints.firstPosition}
    and ${batchCodes.position} < ${labelPrints.firstPosition} + ${labelPrints.count}
    where ${batchCodes.identifier} = ${identifier} and ${batchCodes.sandbox} = ${sandbox}))`;

/** A range of a batch. */
type Range = Extract<Codes, { batchId: string }>;

async function countOfRange(ctx: Ctx, range: Range): Promise<number> {
  const { batchId, firstPosition, count } = range;
  const wanted = sql`int4multirange(int4range(${firstPosition}::int, ${firstPosition + count}::int))`;
  const [row] = await ctx.db
    .select({ count: sql<number>`coalesce(sum(upper(part) - lower(part)), 0)::int` })
    .from(
      sql`unnest((select range_agg(positions) * ${wanted} from (
        select int4range(first_position, first_position + count) as positions
        from ${labelPrints} where batch_id = ${batchId}
        union all
        select int4range(position, position + 1) from (${await printedAlone(ctx, range)}) as alone) as printed)) as part`,
    );
  return row?.count ?? 0;
}

/**
 * The positions of a range whose codes are in a print that is not of a batch. Of a range and the producer's labels in such
 * prints, either may have millions: the fewer are looked up one by one among the others.
 */
async function printedAlone(ctx: Ctx, { batchId, firstPosition, count }: Range): Promise<SQL> {
  const prints = and(
    eq(labelPrints.producerId, callingProducer(ctx).producerId),
    isNull(labelPrints.batchId),
  );
  const [labels] = await ctx.db
    .select({ count: sql<number>`coalesce(sum(${labelPrints.count}), 0)::float8` })
    .from(labelPrints)
    .where(prints);
  const inRange = and(
    eq(batchCodes.batchId, batchId),
    gte(batchCodes.position, firstPosition),
    lt(batchCodes.position, firstPosition + count),
  );
  return labels && labels.count < count
    ? sql`select code.position from ${labelPrints} cross join lateral (
        select identifier, sandbox from ${printedLabels} where ${printedLabels.printId} = ${labelPrints.id} offset 0) as label
      cross join lateral (
        select ${batchCodes.position} from ${batchCodes} where ${batchCodes.identifier} = label.identifier
          and ${batchCodes.sandbox} = label.sandbox and ${inRange} offset 0) as code
      where ${prints}`
    : sql`select ${batchCodes.position} from ${batchCodes} cross join lateral (
        select from ${printedLabels} where ${printedLabels.identifier} = ${batchCodes.identifier}
          and ${printedLabels.sandbox} = ${batchCodes.sandbox} limit 1) as label
      where ${inRange}`;
}
