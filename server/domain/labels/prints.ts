import { and, desc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { batchCodes } from "@/db/schema/batch-codes";
import { type LabelPrint, labelPrints } from "@/db/schema/label-prints";
import { printedLabels } from "@/db/schema/printed-labels";
import { type Ctx, callingProducer, inTransaction } from "@/server/core/ctx";
import { forbidden, notFound } from "@/server/core/errors";
import { type KeysetPage, type Listed, readKeyset } from "@/server/data/keyset";
import { recordAuditEvent } from "@/server/domain/audit-log/record";
import { ownedCodeBatch } from "@/server/domain/codes/read";
import { ownedItem } from "@/server/domain/items/read";
import { Identifier } from "@/server/domain/items/schema";
import { secondCodesOf } from "@/server/domain/ownership/codes-of-labels";
import { ownCodeSecret } from "@/server/domain/ownership/settings";
import { isId } from "@/server/platform/ids";
import { codesInPages, labelDataOf } from "./codes";
import { type LabelData, LabelSettings } from "./schema";

/** Prints of one item, or of one code batch. */
export const PrintFilter = z.object({ item: Identifier.optional(), batch: z.string().optional() });
export type PrintFilter = z.output<typeof PrintFilter>;

async function conditionOf(ctx: Ctx, { item, batch }: PrintFilter) {
  if (item !== undefined) await ownedItem(ctx, item);
  if (batch !== undefined) await ownedCodeBatch(ctx, batch);
  return and(
    eq(labelPrints.producerId, callingProducer(ctx).producerId),
    batch === undefined ? undefined : eq(labelPrints.batchId, batch),
    item === undefined
      ? undefined
      : sql`(${labelPrints.id} in (select ${printedLabels.printId} from ${printedLabels} where ${printedLabels.identifier} = ${item})
          or exists (select from ${batchCodes} where ${batchCodes.identifier} = ${item} and ${batchCodes.batchId} = ${labelPrints.batchId}
            and ${batchCodes.position} >= ${labelPrints.firstPosition}
            and ${batchCodes.position} < ${labelPrints.firstPosition} + ${labelPrints.count}))`,
  );
}

/** Lists the caller's prints, newest first. */
export async function listPrints(
  ctx: Ctx,
  filter: PrintFilter,
  page: KeysetPage,
): Promise<Listed<LabelPrint>> {
  const condition = await conditionOf(ctx, filter);
  return readKeyset<LabelPrint>(ctx, page, (ctx) => ({
    time: labelPrints.at,
    id: labelPrints.id,
    keyOf: ({ at, id }) => ({ at, id }),
    read: (range, order, limit) =>
      ctx.db
        .select()
        .from(labelPrints)
        .where(and(condition, range))
        .orderBy(...order)
        .limit(limit),
    ...(filter.item !== undefined && { isSorted: true }),
  }));
}

/**
 * Counts a download of a print. Each further one is in the audit log.
 * @throws 404 if absent, 403 if another producer's
 */
export const openPrint = (ctx: Ctx, id: string): Promise<LabelPrint> =>
  inTransaction(ctx, async (ctx) => {
    const { producerId } = callingProducer(ctx);
    const [print] = isId(id)
      ? await ctx.db.select().from(labelPrints).where(eq(labelPrints.id, id)).for("no key update")
      : [];
    if (!print) throw notFound("print-not-found", `There is no print ${id}.`);
    if (print.producerId !== producerId)
      throw forbidden("print-of-another-producer", `Print ${id} belongs to another producer.`);
    const downloads = print.downloads + 1;
    await ctx.db.update(labelPrints).set({ downloads }).where(eq(labelPrints.id, id));
    if (downloads > 1)
      await recordAuditEvent(ctx, "labelsPrintedAgain", {
        producerId,
        id,
        name: print.format.toUpperCase(),
        changes: [
          { path: "/downloads", from: print.downloads, to: downloads },
          ...(hasSecondCodes(print, settingsOf(print)) ? [{ path: "/secondCodes", to: print.count }] : []),
        ],
      });
    return print;
  });

/** The settings of a print. */
export const settingsOf = ({ settings }: LabelPrint): LabelSettings => LabelSettings.parse(settings);

/** Whether the files of a print show second codes. A list of codes never does. */
export const hasSecondCodes = ({ format }: Pick<LabelPrint, "format">, { secondCode }: LabelSettings) =>
  format !== "csv" && secondCode !== null;

/**
 * The labels of a print one after the other, as their items are now.
 * @throws 409 for second codes while activation is off
 */
export async function* labelsOf(ctx: Ctx, print: LabelPrint): AsyncGenerator<LabelData> {
  const secret = hasSecondCodes(print, settingsOf(print)) ? await ownCodeSecret(ctx) : undefined;
  for await (const codes of codesInPages(ctx, print)) {
    const labels = await labelDataOf(ctx, codes);
    if (!secret) yield* labels;
    else {
      const secondCodes = await secondCodesOf(ctx, secret, codes);
      for (const label of labels) {
        const secondCode = secondCodes.get(label.identifier);
        // A label without its code would look like one with another.
        if (secondCode === undefined) throw new Error("A printed code has no second code.");
        yield { ...label, secondCode };
      }
    }
  }
}

/** The newest print, for its settings; undefined before the first one. */
export async function lastPrint(ctx: Ctx): Promise<LabelPrint | undefined> {
  const [last] = await ctx.db
    .select()
    .from(labelPrints)
    .where(eq(labelPrints.producerId, callingProducer(ctx).producerId))
    .orderBy(desc(labelPrints.at), desc(labelPrints.id))
    .limit(1);
  return last;
}
