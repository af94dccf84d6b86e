import { callingProducer } from "@/server/core/ctx";
import { emptySandbox } from "@/server/domain/sandboxes/empty";
import { openSandbox } from "@/server/domain/sandboxes/open";
import { sandboxOf } from "@/server/domain/sandboxes/read";
import { Simulation } from "@/server/domain/sandboxes/schema";
import { simulateScans } from "@/server/domain/sandboxes/simulate";
import { editorProcedure, ownerProcedure, router, viewerProcedure } from "@/server/trpc/init";

export const sandboxRouter = router({
  /** The sandbox of the chosen producer; null without one, and in a sandbox. */
  current: viewerProcedure.query(async ({ ctx }) => {
    const found = await sandboxOf(ctx, callingProducer(ctx).producerId);
    return found ? { id: found.id, createdAt: found.createdAt } : null;
  }),

  /** Returns the id of the producer's sandbox, which is created where there is none. */
  open: editorProcedure.mutation(({ ctx }) => openSandbox(ctx)),

  /** Empties the chosen sandbox. Returns the id of the one in its place. */
  empty: ownerProcedure.mutation(({ ctx }) => emptySandbox(ctx)),

  simulate: editorProcedure.input(Simulation).mutation(({ ctx, input }) => simulateScans(ctx, input)),
});
