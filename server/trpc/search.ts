import { z } from "zod";
import { find } from "@/server/domain/search/find";
import { Fragment } from "@/server/domain/shared/fragment";
import { router, viewerProcedure } from "./init";

export const searchRouter = router({
  /** At most five of each kind; nothing for an empty fragment. */
  find: viewerProcedure
    .input(z.object({ fragment: Fragment }))
    .query(({ ctx, input }) => find(ctx, input.fragment)),
});
