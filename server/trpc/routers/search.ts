import { z } from "zod";
import { Fragment } from "@/server/data/text-search";
import { find } from "@/server/domain/search/find";
import { router, viewerProcedure } from "@/server/trpc/init";

export const searchRouter = router({
  /** Returns at most five results of each kind; none for an empty fragment. */
  find: viewerProcedure
    .input(z.object({ fragment: Fragment }))
    .query(({ ctx, input }) => find(ctx, input.fragment)),
});
