import { z } from "zod";
import { createChannel } from "@/server/domain/alert-channels/create";
import { deleteChannel } from "@/server/domain/alert-channels/delete";
import { getChannel, listChannels } from "@/server/domain/alert-channels/read";
import { ChangedAlertChannel, NewAlertChannel } from "@/server/domain/alert-channels/schema";
import { sendTestMessage } from "@/server/domain/alert-channels/send-test";
import { updateChannel, versionOfChannel } from "@/server/domain/alert-channels/update";
import { lastChangeOf } from "@/server/domain/audit-log/last-change";
import { Version } from "@/server/domain/shared/version";
import { editorProcedure, router, viewerProcedure } from "@/server/trpc/init";
import { unlessStale } from "@/server/trpc/unless-stale";

const ById = z.object({ id: z.string() });

export const alertChannelsRouter = router({
  list: viewerProcedure.query(({ ctx }) => listChannels(ctx)),

  /** Saves pass `version` back to detect stale edits. */
  get: viewerProcedure.input(ById).query(async ({ ctx, input }) => {
    const channel = await getChannel(ctx, input.id);
    return { channel, version: versionOfChannel(channel) };
  }),

  create: editorProcedure
    .input(NewAlertChannel)
    .mutation(async ({ ctx, input }) => ({ id: await createChannel(ctx, input) })),

  update: editorProcedure
    .input(ChangedAlertChannel.extend({ ...ById.shape, version: Version }))
    .mutation(({ ctx, input: { id, version, ...change } }) =>
      unlessStale(
        async () => {
          const state = await updateChannel(ctx, id, change, version);
          return { state, version: versionOfChannel(state) };
        },
        async () => {
          const state = await getChannel(ctx, id);
          const { producerId } = ctx.membership;
          const of = { producerId, kind: "alertChannel", id, changes: "alertChannelChanged" } as const;
          return { state, version: versionOfChannel(state), ...(await lastChangeOf(ctx, of)) };
        },
      ),
    ),

  delete: editorProcedure.input(ById).mutation(({ ctx, input }) => deleteChannel(ctx, input.id)),

  /** Sends a test message at once, and returns what the receiver answered. */
  sendTest: editorProcedure.input(ById).mutation(({ ctx, input }) => sendTestMessage(ctx, input.id)),
});
