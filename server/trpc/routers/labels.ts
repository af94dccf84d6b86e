import { z } from "zod";
import { PageByUuid } from "@/server/data/keyset";
import { codesOf, firstCodes, labelDataOf } from "@/server/domain/labels/codes";
import { deleteLayout, listLayouts, saveLayout } from "@/server/domain/labels/layouts";
import { printLabels } from "@/server/domain/labels/print";
import { lastPrint, listPrints, PrintFilter, settingsOf } from "@/server/domain/labels/prints";
import { LabelSettings, LayoutName } from "@/server/domain/labels/schema";
import { LabelSource, NewPrint } from "@/server/domain/labels/source";
import { activationOf } from "@/server/domain/ownership/settings";
import { publicBaseUrl } from "@/server/platform/env";
import { editorProcedure, router, viewerProcedure } from "@/server/trpc/init";

/** More than the labels of any page that is shown. */
const MAX_PREVIEWED = 200;

export const labelsRouter = router({
  /** The number of codes, the last position of their batch, what the first labels show, and the address of verify pages. */
  preview: viewerProcedure.input(z.object({ source: LabelSource })).query(async ({ ctx, input }) => {
    const codes = await codesOf(ctx, input.source);
    const labels = await labelDataOf(ctx, await firstCodes(ctx, codes, MAX_PREVIEWED));
    const lastPosition = "batchId" in codes ? codes.lastPosition : null;
    return { count: codes.count, lastPosition, labels, baseUrl: publicBaseUrl };
  }),

  /** Records a print; its file is downloaded by the id. */
  print: editorProcedure.input(NewPrint).mutation(async ({ ctx, input }) => {
    const { id, count, reprinted } = await printLabels(ctx, input);
    return { id, count, reprinted };
  }),

  prints: viewerProcedure
    .input(PageByUuid.extend({ filter: PrintFilter.default({}) }))
    .query(async ({ ctx, input }) => {
      const { entries, nextCursor } = await listPrints(ctx, input.filter, input);
      return {
        entries: entries.map(({ settings: _, producerId: __, ...print }) => print),
        nextCursor,
      };
    }),

  /** Saved layouts, the settings of the last print, and whether labels can have second codes. */
  layouts: viewerProcedure.query(async ({ ctx }) => {
    const [last, { isOn }] = [await lastPrint(ctx), await activationOf(ctx)];
    return { layouts: await listLayouts(ctx), last: last ? settingsOf(last) : null, hasActivation: isOn };
  }),

  saveLayout: editorProcedure
    .input(z.object({ name: LayoutName, settings: LabelSettings }))
    .mutation(({ ctx, input }) => saveLayout(ctx, input)),

  deleteLayout: editorProcedure
    .input(z.object({ id: z.string() }))
    .mutation(({ ctx, input }) => deleteLayout(ctx, input.id)),
});
