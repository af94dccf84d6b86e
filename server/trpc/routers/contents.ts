import { z } from "zod";
import { PageByUuid } from "@/server/data/keyset";
import { deleteContent } from "@/server/domain/contents/delete";
import { countContents, requestFileDeletion } from "@/server/domain/contents/delete-many";
import { listUsedContents, totalOfContents } from "@/server/domain/contents/list";
import { ownedContent } from "@/server/domain/contents/read";
import { ContentFilter, ContentSort, FileDeletion } from "@/server/domain/contents/schema";
import { usesOf } from "@/server/domain/contents/uses";
import { shownJob } from "@/server/domain/jobs/view";
import { frozen } from "@/server/domain/shared/count";
import { contentDetail } from "@/server/trpc/details";
import { editorProcedure, router, viewerProcedure } from "@/server/trpc/init";

const ById = z.object({ id: z.string() });

/** Files of the producer. Uploads use `/api/dashboard/contents`, one request per file. */
export const contentsRouter = router({
  list: viewerProcedure
    .input(PageByUuid.extend({ filter: ContentFilter.default({}), sort: ContentSort }))
    .query(async ({ ctx, input }) => {
      const { entries, nextCursor } = await listUsedContents(ctx, input.filter, input);
      return {
        entries: entries.map((content) => ({ ...contentDetail(content), uses: content.uses })),
        nextCursor,
      };
    }),

  total: viewerProcedure
    .input(z.object({ filter: ContentFilter.default({}) }))
    .query(({ ctx, input }) => totalOfContents(ctx, input.filter)),

  /** Counts the files that match a filter, and when: later files are not among them. */
  count: viewerProcedure
    .input(z.object({ filter: ContentFilter.default({}) }))
    .query(async ({ ctx, input }) => {
      const filter = frozen(input.filter);
      return { ...(await countContents(ctx, filter)), createdBefore: filter.createdBefore };
    }),

  /** Deletes many files as a job. */
  deleteMany: editorProcedure
    .input(FileDeletion)
    .mutation(async ({ ctx, input }) => shownJob(await requestFileDeletion(ctx, input))),

  get: viewerProcedure.input(ById).query(async ({ ctx, input }) => {
    const content = await ownedContent(ctx, input.id);
    return { ...contentDetail(content), uses: (await usesOf(ctx, [content]))(content.id) };
  }),

  delete: editorProcedure.input(ById).mutation(({ ctx, input }) => deleteContent(ctx, input.id)),
});
