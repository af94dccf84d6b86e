import { z } from "zod";
import { findAllCalls, getCallAsAdmin } from "@/server/domain/api-calls/list-all";
import { RequestId } from "@/server/domain/api-calls/schema";
import { foundCallView, openedCallView } from "@/server/domain/api-calls/view";
import { adminProcedure } from "@/server/trpc/init";

/** Calls of the API of all producers, for admins who know a request id. */
export const callsForAdmins = {
  apiCalls: adminProcedure
    .input(z.object({ requestId: RequestId }))
    .query(async ({ ctx, input }) => (await findAllCalls(ctx, input.requestId)).map(foundCallView)),

  apiCall: adminProcedure
    .input(z.object({ id: z.string() }))
    .query(async ({ ctx, input }) => openedCallView(await getCallAsAdmin(ctx, input.id))),
};
