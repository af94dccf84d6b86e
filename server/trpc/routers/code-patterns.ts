import { z } from "zod";
import { claimPattern } from "@/server/domain/code-patterns/claim";
import { listPatterns } from "@/server/domain/code-patterns/list";
import { NewPattern } from "@/server/domain/code-patterns/schema";
import { suggestPatterns } from "@/server/domain/code-patterns/suggest";
import { withdrawPattern } from "@/server/domain/code-patterns/withdraw";
import { editorProcedure, router, viewerProcedure } from "@/server/trpc/init";

export const codePatternsRouter = router({
  /** The claims of the producer, ended ones included. */
  list: viewerProcedure.query(({ ctx }) => listPatterns(ctx)),

  /** Patterns found in the producer's own identifiers. */
  suggestions: viewerProcedure.query(({ ctx }) => suggestPatterns(ctx)),

  claim: editorProcedure.input(NewPattern).mutation(async ({ ctx, input }) => {
    const { id, state } = await claimPattern(ctx, input);
    return { id, state };
  }),

  withdraw: editorProcedure
    .input(z.object({ id: z.string() }))
    .mutation(({ ctx, input }) => withdrawPattern(ctx, input.id)),
});
