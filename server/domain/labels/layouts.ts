import { and, asc, eq } from "drizzle-orm";
import { labelLayouts } from "@/db/schema/label-layouts";
import { type Ctx, callingProducer, inTransaction } from "@/server/core/ctx";
import { conflict, notFound } from "@/server/core/errors";
import { recordAuditEvent } from "@/server/domain/audit-log/record";
import { isId, newId } from "@/server/platform/ids";
import { LabelSettings } from "./schema";

/** Layouts of one producer. */
export const MAX_LAYOUTS = 50;

/** A saved layout of labels. */
export interface LabelLayout {
  id: string;
  name: string;
  settings: LabelSettings;
}

/** Lists the caller's layouts by name. */
export async function listLayouts(ctx: Ctx): Promise<LabelLayout[]> {
  const rows = await ctx.db
    .select({ id: labelLayouts.id, name: labelLayouts.name, settings: labelLayouts.settings })
    .from(labelLayouts)
    .where(eq(labelLayouts.producerId, callingProducer(ctx).producerId))
    .orderBy(asc(labelLayouts.name));
  return rows.map((row) => ({ ...row, settings: LabelSettings.parse(row.settings) }));
}

/**
 * Saves a layout under a name, replacing that of the same name.
 * @throws 409 with too many layouts
 */
export const saveLayout = (
  ctx: Ctx,
  { name, settings }: Pick<LabelLayout, "name" | "settings">,
): Promise<{ id: string }> =>
  inTransaction(ctx, async (ctx) => {
    const { producerId } = callingProducer(ctx);
    // Concurrent saves may exceed the limit by a few.
    const count = await ctx.db.$count(labelLayouts, eq(labelLayouts.producerId, producerId));
    const values = { id: newId(), producerId, name, settings, updatedAt: new Date() };
    const [saved] = await ctx.db
      .insert(labelLayouts)
      .values(values)
      .onConflictDoUpdate({
        target: [labelLayouts.producerId, labelLayouts.name],
        set: { settings, updatedAt: values.updatedAt },
      })
      .returning({ id: labelLayouts.id });
    const id = saved?.id ?? values.id;
    if (id === values.id && count >= MAX_LAYOUTS)
      throw conflict("too-many-layouts", `A producer has at most ${MAX_LAYOUTS} layouts. Delete one first.`);
    await recordAuditEvent(ctx, "labelLayoutSaved", { producerId, id, name });
    return { id };
  });

/**
 * Deletes a layout.
 * @throws 404 if the caller has none with this id
 */
export const deleteLayout = (ctx: Ctx, id: string): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const { producerId } = callingProducer(ctx);
    const [deleted] = isId(id)
      ? await ctx.db
          .delete(labelLayouts)
          .where(and(eq(labelLayouts.id, id), eq(labelLayouts.producerId, producerId)))
          .returning({ name: labelLayouts.name })
      : [];
    if (!deleted) throw notFound("layout-not-found", `There is no layout ${id}.`);
    await recordAuditEvent(ctx, "labelLayoutDeleted", { producerId, id, name: deleted.name });
  });
