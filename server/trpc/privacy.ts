import { concernedBy } from "@/server/domain/privacy/concerned";
import { listErasures } from "@/server/domain/privacy/list";
import { requestErasure } from "@/server/domain/privacy/request";
import { DeviceIdentifier, Retention, Subject } from "@/server/domain/privacy/schema";
import { retentionOf, setRetention } from "@/server/domain/privacy/settings";
import { deviceHash } from "@/server/domain/scans/device";
import { PageByUuid } from "@/server/domain/shared/keyset";
import { adminProcedure, ownerProcedure, router } from "./init";

export const privacyRouter = router({
  /** For how many days scans keep what they tell of people; null is for good. */
  retention: ownerProcedure.query(({ ctx }) => retentionOf(ctx)),

  setRetention: ownerProcedure.input(Retention).mutation(({ ctx, input }) => setRetention(ctx, input)),

  /** The hash that stands for a device. No query, as the identifier would stand in addresses, and so in logs. */
  device: ownerProcedure
    .input(DeviceIdentifier)
    .mutation(({ input }) => ({ device: deviceHash(input.identifier) })),

  /** What there is of a scan or a device, before it is erased or downloaded. */
  concerned: ownerProcedure.input(Subject).query(({ ctx, input }) => concernedBy(ctx, input)),

  erase: ownerProcedure.input(Subject).mutation(({ ctx, input }) => requestErasure(ctx, input)),

  erasures: ownerProcedure.input(PageByUuid).query(({ ctx, input }) => listErasures(ctx, input)),

  /** The same over every producer: a device is the same for all. */
  deviceEverywhere: adminProcedure
    .input(DeviceIdentifier)
    .mutation(({ input }) => ({ device: deviceHash(input.identifier) })),

  concernedEverywhere: adminProcedure.input(Subject).query(({ ctx, input }) => concernedBy(ctx, input)),

  eraseEverywhere: adminProcedure.input(Subject).mutation(({ ctx, input }) => requestErasure(ctx, input)),

  erasuresEverywhere: adminProcedure.input(PageByUuid).query(({ ctx, input }) => listErasures(ctx, input)),
});
