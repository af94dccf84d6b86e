import { z } from "zod";
import { PageByUuid } from "@/server/data/keyset";
import { lastChangeOf } from "@/server/domain/audit-log/last-change";
import { Identifier } from "@/server/domain/items/schema";
import { Version } from "@/server/domain/shared/version";
import { EVENTS } from "@/server/events/catalogue";
import { editorProcedure, router, viewerProcedure } from "@/server/trpc/init";
import { unlessStale } from "@/server/trpc/unless-stale";
import { sendTestEvent } from "@/server/webhooks/deliveries/send-test";
import { eventCatalogue } from "@/server/webhooks/event-catalogue";
import { createHook } from "@/server/webhooks/hooks/create";
import { deleteOwnHook } from "@/server/webhooks/hooks/delete";
import { getHook, listAllHooks } from "@/server/webhooks/hooks/list-all";
import { pauseHook } from "@/server/webhooks/hooks/pause";
import { rotateHookSecret } from "@/server/webhooks/hooks/rotate-secret";
import { NewHook } from "@/server/webhooks/hooks/schema";
import { switchHookOn } from "@/server/webhooks/hooks/switch-on";
import { countSwitchedOff } from "@/server/webhooks/hooks/switched-off";
import { updateHook, versionOfHook } from "@/server/webhooks/hooks/update";
import { hookView } from "@/server/webhooks/hooks/view";

const ById = z.object({ id: z.string() });

const Target = z.union([
  z.literal("producer"),
  z.strictObject({ item: Identifier }),
  z.strictObject({ group: z.string() }),
]);

export const hooksRouter = router({
  /** Hooks of the producer and of all its items and groups, or of one target. */
  list: viewerProcedure
    .input(PageByUuid.extend({ target: Target.optional() }))
    .query(({ ctx, input }) => listAllHooks(ctx, input.target, input)),

  /** Saves pass `version` back to detect stale edits. */
  get: viewerProcedure.input(ById).query(async ({ ctx, input }) => {
    const hook = await getHook(ctx, input.id);
    return { ...hook, version: versionOfHook(hook) };
  }),

  /** The events, each with an example body. */
  events: viewerProcedure.query(({ ctx }) => eventCatalogue(ctx)),

  /** Returns the secret, once. */
  create: editorProcedure
    .meta({ isSensitive: true })
    .input(NewHook.extend({ target: Target }))
    .mutation(async ({ ctx, input }) => {
      const { hook, secret } = await createHook(ctx, input.target, input);
      return { ...hookView(hook), secret };
    }),

  /** Keeps the secret. */
  update: editorProcedure
    .meta({ isSensitive: true })
    .input(NewHook.extend({ ...ById.shape, version: Version }))
    .mutation(({ ctx, input: { id, version, ...hook } }) =>
      unlessStale(
        async () => hookView(await updateHook(ctx, id, hook, version)),
        async () => {
          const { url, events, data } = await getHook(ctx, id);
          const state = { url, events, data };
          const { producerId } = ctx.membership;
          const of = { producerId, kind: "hook", id, changes: "hookChanged" } as const;
          return { state, version: versionOfHook(state), ...(await lastChangeOf(ctx, of)) };
        },
      ),
    ),

  pause: editorProcedure
    .input(ById)
    .mutation(async ({ ctx, input }) => hookView(await pauseHook(ctx, input.id))),

  /** The number of hooks switched off after failures, counted up to 100. */
  switchedOff: viewerProcedure.query(async ({ ctx }) => ({ count: await countSwitchedOff(ctx) })),

  delete: editorProcedure.input(ById).mutation(({ ctx, input }) => deleteOwnHook(ctx, input.id)),

  /**
   * Returns the new secret, once. Calls are signed with both secrets for a day. Another rotation within that day needs
   * `dropPrevious`.
   */
  rotateSecret: editorProcedure
    .meta({ isSensitive: true })
    .input(ById.extend({ dropPrevious: z.boolean().optional() }))
    .mutation(async ({ ctx, input: { id, ...how } }) => ({ secret: await rotateHookSecret(ctx, id, how) })),

  switchOn: editorProcedure
    .input(ById)
    .mutation(async ({ ctx, input }) => hookView(await switchHookOn(ctx, input.id))),

  /** Returns the id of the delivery, whose state shows the outcome. */
  sendTest: editorProcedure
    .input(ById.extend({ event: z.enum(EVENTS) }))
    .mutation(async ({ ctx, input }) => ({ deliveryId: await sendTestEvent(ctx, input.id, input.event) })),
});
