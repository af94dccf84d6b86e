import { z } from "zod";
import { PageByUuid } from "@/server/data/keyset";
import { requestCodeGeneration } from "@/server/domain/codes/generate";
import { groupOfBatch, listCodeBatches, listCodes, ownedCodeBatch } from "@/server/domain/codes/read";
import { CodeGeneration } from "@/server/domain/codes/schema";
import { shownJob } from "@/server/domain/jobs/view";
import { editorProcedure, router, viewerProcedure } from "@/server/trpc/init";

const ById = z.object({ id: z.string() });
const MAX_CODES_PER_PAGE = 100;

export const codesRouter = router({
  generate: editorProcedure
    .input(CodeGeneration)
    .mutation(async ({ ctx, input }) => shownJob(await requestCodeGeneration(ctx, input))),

  batches: viewerProcedure.input(PageByUuid).query(({ ctx, input }) => listCodeBatches(ctx, input)),

  batch: viewerProcedure.input(ById).query(async ({ ctx, input }) => {
    const batch = await ownedCodeBatch(ctx, input.id);
    return { ...batch, group: await groupOfBatch(ctx, batch) };
  }),

  /** The codes of a batch, in their order. */
  list: viewerProcedure
    .input(
      ById.extend({
        cursor: z.number().int().min(0).max(1_000_000).nullish(),
        limit: z.number().int().min(1).max(MAX_CODES_PER_PAGE).default(25),
      }),
    )
    .query(({ ctx, input }) => listCodes(ctx, input.id, { after: input.cursor ?? 0, limit: input.limit })),
});
