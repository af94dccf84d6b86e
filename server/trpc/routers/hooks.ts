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
  /** Of the producer and of all its items and groups, or of the given target alone. */
  list: viewerProcedure
    .input(PageByUuid.extend({ target: Target.optional() }))
    .query(({ ctx, input }) => listAllHooks(ctx, input.target, input)),

  /** A save names the `version` that it began from. */
  get: viewerProcedure.input(ById).query(async ({ ctx, input }) => {
    const hook = await getHook(ctx, input.id);
    return { ...hook, version: versionOfHook(hook) };
  }),

  /** The twelve events, each with a body as a receiver would get it. */
  events: viewerProcedure.query(({ ctx }) => eventCatalogue(ctx)),

  /** The secret is told this once. */
  create: editorProcedure.input(NewHook.extend({ target: Target })).mutation(async ({ ctx, input }) => {
    const { hook, secret } = await createHook(ctx, input.target, input);
    return { ...hookView(hook), secret };
  }),

  /** Its secret stays. */
  update: editorProcedure
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

  /** How many are switched off after failures; at most a hundred are counted. */
  switchedOff: viewerProcedure.query(async ({ ctx }) => ({ count: await countSwitchedOff(ctx) })),

  delete: editorProcedure.input(ById).mutation(({ ctx, input }) => deleteOwnHook(ctx, input.id)),

  /** The new secret is told this once; for a day calls are signed with both. Within that day, the oldest is to be dropped. */
  rotateSecret: editorProcedure
    .input(ById.extend({ dropPrevious: z.boolean().optional() }))
    .mutation(async ({ ctx, input: { id, ...how } }) => ({ secret: await rotateHookSecret(ctx, id, how) })),

  switchOn: editorProcedure
    .input(ById)
    .mutation(async ({ ctx, input }) => hookView(await switchHookOn(ctx, input.id))),

  /** Answers the id of the delivery, which tells what became of it. */
  sendTest: editorProcedure
    .input(ById.extend({ event: z.enum(EVENTS) }))
    .mutation(async ({ ctx, input }) => ({ deliveryId: await sendTestEvent(ctx, input.id, input.event) })),
});
