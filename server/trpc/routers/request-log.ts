import { z } from "zod";
import { PageByUuid } from "@/server/data/keyset";
import { choicesOfCalls, getCall, listCalls } from "@/server/domain/api-calls/list";
import { CallFilter } from "@/server/domain/api-calls/schema";
import { callView, openedCallView } from "@/server/domain/api-calls/view";
import { router, viewerProcedure } from "@/server/trpc/init";

export const requestLogRouter = router({
  list: viewerProcedure
    .input(PageByUuid.extend({ filter: CallFilter.default({}) }))
    .query(async ({ ctx, input }) => {
      const { entries, nextCursor } = await listCalls(ctx, input.filter, input);
      return { entries: entries.map(callView), nextCursor };
    }),

  /** Endpoints and tokens to filter by. */
  choices: viewerProcedure.query(({ ctx }) => choicesOfCalls(ctx)),

  get: viewerProcedure
    .input(z.object({ id: z.string() }))
    .query(async ({ ctx, input }) => openedCallView(await getCall(ctx, input.id))),
});
