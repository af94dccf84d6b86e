import { z } from "zod";
import {
  correctRow,
  discardImport,
  requestCheck,
  requestImport,
  setImport,
} from "@/server/domain/imports/change";
import { previewImport } from "@/server/domain/imports/preview";
import { countRefused, jobOf, listImports, ownedImport } from "@/server/domain/imports/read";
import { refusedRows } from "@/server/domain/imports/rows";
import { ImportSettings, RowCorrection, RowNumber } from "@/server/domain/imports/schema";
import { shownImport, shownRow } from "@/server/domain/imports/view";
import { shownJob } from "@/server/domain/jobs/view";
import { editorProcedure, router, viewerProcedure } from "@/server/trpc/init";

const ById = z.object({ id: z.string() });
const REFUSED_ROWS = 50;

export const importsRouter = router({
  list: viewerProcedure.query(async ({ ctx }) =>
    (await listImports(ctx)).map(({ of, job }) => shownImport(of, job)),
  ),
  get: viewerProcedure.input(ById).query(async ({ ctx, input }) => {
    const of = await ownedImport(ctx, input.id);
    return {
      ...shownImport(of, await jobOf(ctx, of)),
      headers: of.headers,
      mapping: of.mapping,
      ...(await countRefused(ctx, of)),
    };
  }),
  preview: viewerProcedure.input(ById).query(({ ctx, input }) => previewImport(ctx, input.id)),
  refused: viewerProcedure
    .input(ById.extend({ cursor: RowNumber.nullish() }))
    .query(async ({ ctx, input }) => {
      const of = await ownedImport(ctx, input.id);
      const { rows, isLast } = await refusedRows(ctx, of, { after: input.cursor ?? 0, limit: REFUSED_ROWS });
      return {
        entries: rows.map((row) => shownRow(row)),
        nextCursor: isLast ? null : (rows.at(-1)?.number ?? null),
      };
    }),
  set: editorProcedure.input(ImportSettings).mutation(async ({ ctx, input }) => {
    await setImport(ctx, input);
  }),
  check: editorProcedure
    .input(ById)
    .mutation(async ({ ctx, input }) => shownJob(await requestCheck(ctx, { importId: input.id }))),
  run: editorProcedure
    .input(ById)
    .mutation(async ({ ctx, input }) => shownJob(await requestImport(ctx, { importId: input.id }))),
  correct: editorProcedure
    .input(RowCorrection)
    .mutation(async ({ ctx, input }) => shownRow(await correctRow(ctx, input))),
  discard: editorProcedure.input(ById).mutation(async ({ ctx, input }) => {
    await discardImport(ctx, input.id);
  }),
});
