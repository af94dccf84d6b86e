import { z } from "zod";
import { lastChangeOf } from "@/server/domain/audit-log/last-change";
import { closeProducer } from "@/server/domain/producers/close";
import { listProducersByRate, RateFilter } from "@/server/domain/producers/list-by-rate";
import { producerNamed } from "@/server/domain/producers/named";
import { RateDays } from "@/server/domain/producers/rate-range";
import { Closing, Renaming, Suspension } from "@/server/domain/producers/schema";
import { renameProducerAsAdmin, versionOfName } from "@/server/domain/producers/settings";
import { summariseProducer } from "@/server/domain/producers/summarise";
import { reactivateProducer, suspendProducer } from "@/server/domain/producers/suspend";
import { Version } from "@/server/domain/shared/version";
import { Quotas } from "@/server/domain/storage/schema";
import { setQuotas, versionOfQuotas } from "@/server/domain/storage/set-quotas";
import { adminProcedure } from "@/server/trpc/init";
import { unlessStale } from "@/server/trpc/unless-stale";

const ById = z.object({ id: z.string() });

/** Producers, for admins. Admin access to a producer's data is recorded in the producer's audit log. */
export const producersForAdmins = {
  producers: adminProcedure
    .input(RateFilter.extend({ cursor: z.guid().nullish() }))
    .query(({ ctx, input: { cursor, ...filter } }) => listProducersByRate(ctx, filter, cursor ?? undefined)),

  /** Includes the versions that saves of the name and of the quotas are based on. */
  producer: adminProcedure
    .input(ById.extend({ days: RateDays }))
    .query(async ({ ctx, input: { id, days } }) => {
      const producer = await summariseProducer(ctx, id, days);
      return {
        ...producer,
        versions: { name: versionOfName(producer), quotas: versionOfQuotas(producer) },
      };
    }),

  /** The name only: reading it is not admin access. */
  producerName: adminProcedure.input(ById).query(async ({ ctx, input }) => {
    const { id, name } = await producerNamed(ctx, input.id);
    return { id, name };
  }),

  rename: adminProcedure
    .input(Renaming.extend({ version: Version }))
    .mutation(({ ctx, input: { version, ...renaming } }) =>
      unlessStale(
        async () => {
          const { id, name } = await renameProducerAsAdmin(ctx, renaming, version);
          return { id, name };
        },
        async () => {
          const { id, name } = await producerNamed(ctx, renaming.producerId);
          const of = { producerId: id, kind: "producer", id, changes: "producerRenamed" } as const;
          return { state: { name }, version: versionOfName({ name }), ...(await lastChangeOf(ctx, of)) };
        },
      ),
    ),

  /** Permanent; requires the producer's name as confirmation. */
  close: adminProcedure
    .meta({ isSensitive: true })
    .input(Closing)
    .mutation(({ ctx, input }) => closeProducer(ctx, input)),

  suspend: adminProcedure
    .meta({ isSensitive: true })
    .input(Suspension)
    .mutation(({ ctx, input }) => suspendProducer(ctx, input)),

  reactivate: adminProcedure
    .meta({ isSensitive: true })
    .input(Suspension)
    .mutation(({ ctx, input }) => reactivateProducer(ctx, input)),

  setQuotas: adminProcedure
    .input(Quotas.extend({ version: Version }))
    .mutation(({ ctx, input: { version, ...quotas } }) =>
      unlessStale(
        async () => {
          await setQuotas(ctx, quotas, version);
          return { id: quotas.producerId };
        },
        async () => {
          const present = await producerNamed(ctx, quotas.producerId);
          const { id, quota, recordQuota } = present;
          const of = { producerId: id, kind: "producer", id, changes: "producerQuotaChanged" } as const;
          const state = { fileBytes: quota, recordBytes: recordQuota };
          return { state, version: versionOfQuotas(present), ...(await lastChangeOf(ctx, of)) };
        },
      ),
    ),
};
