import { PageByUuid } from "@/server/data/keyset";
import { lastChangeOf } from "@/server/domain/audit-log/last-change";
import { concernedBy } from "@/server/domain/privacy/concerned";
import { listErasures } from "@/server/domain/privacy/list";
import { requestErasure } from "@/server/domain/privacy/request";
import { DeviceIdentifier, Retention, Subject } from "@/server/domain/privacy/schema";
import { retentionOf, setRetention, versionOfRetention } from "@/server/domain/privacy/settings";
import { deviceHash } from "@/server/domain/scans/device";
import { Version } from "@/server/domain/shared/version";
import { adminProcedure, ownerProcedure, router } from "@/server/trpc/init";
import { unlessStale } from "@/server/trpc/unless-stale";

export const privacyRouter = router({
  /** Retention of personal data in scans, in days; null means unlimited. */
  retention: ownerProcedure.query(async ({ ctx }) => {
    const retention = await retentionOf(ctx);
    return { ...retention, version: versionOfRetention(retention) };
  }),

  setRetention: ownerProcedure
    .meta({ isSensitive: true })
    .input(Retention.extend({ version: Version }))
    .mutation(({ ctx, input: { version, ...wanted } }) =>
      unlessStale(
        async () => {
          const retention = await setRetention(ctx, wanted, version);
          return { ...retention, version: versionOfRetention(retention) };
        },
        async () => {
          const state = await retentionOf(ctx);
          const { producerId } = ctx.membership;
          const of = {
            producerId,
            kind: "personalData",
            id: producerId,
            changes: "retentionChanged",
          } as const;
          return { state, version: versionOfRetention(state), ...(await lastChangeOf(ctx, of)) };
        },
      ),
    ),

  /** Hashes a device identifier. A mutation, because a query would put the identifier into URLs and logs. */
  device: ownerProcedure
    .input(DeviceIdentifier)
    .mutation(({ input }) => ({ device: deviceHash(input.identifier) })),

  /** Counts the data of a scan or a device, before its erasure or download. */
  concerned: ownerProcedure.input(Subject).query(({ ctx, input }) => concernedBy(ctx, input)),

  erase: ownerProcedure
    .meta({ isSensitive: true })
    .input(Subject)
    .mutation(({ ctx, input }) => requestErasure(ctx, input)),

  erasures: ownerProcedure.input(PageByUuid).query(({ ctx, input }) => listErasures(ctx, input)),

  /** The admin variant over all producers: a device has one hash for all of them. */
  deviceEverywhere: adminProcedure
    .input(DeviceIdentifier)
    .mutation(({ input }) => ({ device: deviceHash(input.identifier) })),

  concernedEverywhere: adminProcedure.input(Subject).query(({ ctx, input }) => concernedBy(ctx, input)),

  eraseEverywhere: adminProcedure
    .meta({ isSensitive: true })
    .input(Subject)
    .mutation(({ ctx, input }) => requestErasure(ctx, input)),

  erasuresEverywhere: adminProcedure.input(PageByUuid).query(({ ctx, input }) => listErasures(ctx, input)),
});
