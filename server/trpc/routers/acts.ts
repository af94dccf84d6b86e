import { PageByNumber } from "@/server/data/keyset";
import { listActs } from "@/server/domain/acts/list";
import { ActFilter } from "@/server/domain/acts/schema";
import { actView } from "@/server/domain/acts/view";
import { router, viewerProcedure } from "@/server/trpc/init";

export const actsRouter = router({
  /** What people and tokens did for the producer, other than to items, which have histories of their own. */
  list: viewerProcedure
    .input(PageByNumber.extend({ filter: ActFilter.default({}) }))
    .query(async ({ ctx, input }) => {
      const { entries, nextCursor } = await listActs(ctx, input.filter, input);
      return { entries: entries.map(actView), nextCursor };
    }),
});
