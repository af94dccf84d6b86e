import { and, asc, eq, gt, isNull, sql } from "drizzle-orm";
import { batchCodes } from "@/db/schema/batch-codes";
import { type CodeBatch, codeBatches } from "@/db/schema/code-batches";
import { groups } from "@/db/schema/groups";
import { items } from "@/db/schema/items";
import { type Ctx, callingProducer } from "@/server/core/ctx";
import { forbidden, notFound } from "@/server/core/errors";
import { type KeysetPage, type Listed, readKeyset } from "@/server/data/keyset";
import { isId } from "@/server/platform/ids";

/** Lists the caller's code batches, newest first. */
export const listCodeBatches = (ctx: Ctx, page: KeysetPage): Promise<Listed<CodeBatch>> =>
  readKeyset<CodeBatch>(ctx, page, (ctx) => ({
    time: codeBatches.createdAt,
    id: codeBatches.id,
    keyOf: ({ createdAt, id }) => ({ at: createdAt, id }),
    read: (range, order, limit) =>
      ctx.db
        .select()
        .from(codeBatches)
        .where(and(eq(codeBatches.producerId, callingProducer(ctx).producerId), range))
        .orderBy(...order)
        .limit(limit),
  }));

/**
 * Reads one of the caller's code batches.
 * @throws 404 if absent, 403 if another producer's
 */
export async function ownedCodeBatch(ctx: Ctx, id: string): Promise<CodeBatch> {
  const { producerId } = callingProducer(ctx);
  const [batch] = isId(id) ? await ctx.db.select().from(codeBatches).where(eq(codeBatches.id, id)) : [];
  if (!batch) throw notFound("code-batch-not-found", `There is no code batch ${id}.`);
  if (batch.producerId !== producerId)
    throw forbidden("code-batch-of-another-producer", `Code batch ${id} belongs to another producer.`);
  return batch;
}

/** The title of a batch's group; null without one. */
export async function groupOfBatch(ctx: Ctx, { groupId }: CodeBatch) {
  if (!groupId) return null;
  const [group] = await ctx.db
    .select({ id: groups.id, title: groups.title })
    .from(groups)
    .where(eq(groups.id, groupId));
  return group ?? null;
}

/** A code of a batch; without an item it is reserved. */
export interface ListedCode {
  position: number;
  identifier: string;
  hasItem: boolean;
}

/** Lists codes of a batch after a position, in their order. */
export async function listCodes(
  ctx: Ctx,
  batchId: string,
  { after, limit }: { after: number; limit: number },
): Promise<{ entries: ListedCode[]; nextCursor: number | null }> {
  const batch = await ownedCodeBatch(ctx, batchId);
  const rows = await ctx.db
    .select({
      position: batchCodes.position,
      identifier: batchCodes.identifier,
      hasItem: sql<boolean>`${items.id} is not null`,
    })
    .from(batchCodes)
    .leftJoin(
      items,
      and(
        eq(items.identifier, batchCodes.identifier),
        eq(items.sandbox, batchCodes.sandbox),
        isNull(items.deletedAt),
      ),
    )
    .where(and(eq(batchCodes.batchId, batch.id), gt(batchCodes.position, after)))
    .orderBy(asc(batchCodes.position))
    .limit(limit);
  const last = rows.at(-1)?.position ?? 0;
  return { entries: rows, nextCursor: last > 0 && last < batch.generated ? last : null };
}
