import { z } from "zod";
import { Milliseconds } from "@/server/core/moment";
import { PageByUuid } from "@/server/data/keyset";
import { shownJob } from "@/server/domain/jobs/view";
import { VERSION } from "@/server/platform/build-info";
import { editorProcedure, router, viewerProcedure } from "@/server/trpc/init";
import { bodyOfDelivery } from "@/server/webhooks/deliveries/body";
import {
  DeliveryFilter,
  DeliverySort,
  getDelivery,
  type ListedDelivery,
  listDeliveries,
  totalOfDeliveries,
} from "@/server/webhooks/deliveries/read";
import { replayDelivery, requestReplay } from "@/server/webhooks/deliveries/replay";
import { getHook } from "@/server/webhooks/hooks/list-all";

const OfHook = z.object({ hookId: z.string() });
const ById = OfHook.extend({ id: z.string() });

const shown = ({ id, event, state, attemptsMade, lastAttempt, nextAt, createdAt }: ListedDelivery) => ({
  id,
  event,
  state,
  attemptsMade,
  lastAttempt: lastAttempt ?? null,
  nextAt,
  createdAt,
});

export const deliveriesRouter = router({
  list: viewerProcedure
    .input(PageByUuid.extend({ ...OfHook.shape, filter: DeliveryFilter.default({}), sort: DeliverySort }))
    .query(async ({ ctx, input }) => {
      const { entries, nextCursor } = await listDeliveries(ctx, input.hookId, input, input.filter);
      return { entries: entries.map(shown), nextCursor };
    }),

  total: viewerProcedure
    .input(OfHook.extend({ filter: DeliveryFilter.default({}) }))
    .query(({ ctx, input }) => totalOfDeliveries(ctx, input.hookId, input.filter)),

  /** A delivery with its newest 100 attempts and the body that each attempt sends. */
  get: viewerProcedure.input(ById).query(async ({ ctx, input }) => {
    const delivery = await getDelivery(ctx, input.hookId, input.id);
    const [body, { url }] = await Promise.all([bodyOfDelivery(ctx, delivery.id), getHook(ctx, input.hookId)]);
    return {
      ...shown(delivery),
      attempts: delivery.attempts,
      body,
      url,
      userAgent: `Assay/${VERSION}`,
    };
  }),

  replay: editorProcedure
    .input(ById)
    .mutation(({ ctx, input }) => replayDelivery(ctx, input.hookId, input.id)),

  /** Replays undelivered events since a time as a job. */
  replayFailed: editorProcedure
    .input(OfHook.extend({ since: Milliseconds }))
    .mutation(async ({ ctx, input }) => shownJob(await requestReplay(ctx, input))),
});
