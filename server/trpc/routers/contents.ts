import { z } from "zod";
import { PageByUuid } from "@/server/data/keyset";
import { deleteContent } from "@/server/domain/contents/delete";
import { ContentFilter, listUsedContents } from "@/server/domain/contents/list";
import { ownedContent } from "@/server/domain/contents/read";
import { usesOf } from "@/server/domain/contents/uses";
import { contentDetail } from "@/server/trpc/details";
import { editorProcedure, router, viewerProcedure } from "@/server/trpc/init";

const ById = z.object({ id: z.string() });

/** Files of the producer. Uploads use `/api/dashboard/contents`, one request per file. */
export const contentsRouter = router({
  list: viewerProcedure
    .input(PageByUuid.extend({ filter: ContentFilter.default({}) }))
    .query(async ({ ctx, input }) => {
      const { entries, nextCursor } = await listUsedContents(ctx, input.filter, input);
      return {
        entries: entries.map((content) => ({ ...contentDetail(content), uses: content.uses })),
        nextCursor,
      };
    }),

  get: viewerProcedure.input(ById).query(async ({ ctx, input }) => {
    const content = await ownedContent(ctx, input.id);
    return { ...contentDetail(content), uses: (await usesOf(ctx, [content]))(content.id) };
  }),

  delete: editorProcedure.input(ById).mutation(({ ctx, input }) => deleteContent(ctx, input.id)),
});
