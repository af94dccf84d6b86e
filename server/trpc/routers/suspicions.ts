import { PageByUuid } from "@/server/data/keyset";
import { listSuspicions } from "@/server/domain/suspicions/list";
import { SuspicionFilter } from "@/server/domain/suspicions/schema";
import { router, viewerProcedure } from "@/server/trpc/init";

export const suspicionsRouter = router({
  list: viewerProcedure
    .input(PageByUuid.extend({ filter: SuspicionFilter.default({}) }))
    .query(({ ctx, input }) => listSuspicions(ctx, input.filter, input)),
});
