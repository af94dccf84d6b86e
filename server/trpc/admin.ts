import { z } from "zod";
import { lastChangeOf } from "@/server/domain/acts/last-change";
import { listActsOfService } from "@/server/domain/acts/list";
import { actView } from "@/server/domain/acts/view";
import { inviteAsAdmin } from "@/server/domain/members/invite";
import { AdminsInvitation } from "@/server/domain/members/schema";
import { phoneObstacle } from "@/server/domain/phones/check-support";
import {
  addPhoneRule,
  changePhoneRule,
  getPhoneRule,
  listPhoneRules,
  removePhoneRule,
  versionOfPhoneRule,
} from "@/server/domain/phones/rules";
import { Phone, PhoneRuleFields } from "@/server/domain/phones/schema";
import { listProducersByRate, RateFilter } from "@/server/domain/producers/list-by-rate";
import { lookIntoScan, lookIntoScans, producerOfFilter } from "@/server/domain/producers/look-into";
import { lookOverProducer } from "@/server/domain/producers/look-over";
import { producerNamed } from "@/server/domain/producers/named";
import { RateDays } from "@/server/domain/producers/rate-range";
import { Suspension } from "@/server/domain/producers/schema";
import { reactivateProducer, suspendProducer } from "@/server/domain/producers/suspend";
import { ScanFilter } from "@/server/domain/scans/filter";
import { listScans } from "@/server/domain/scans/list";
import { listAllScans, withProducers } from "@/server/domain/scans/list-all";
import { neighboursOf } from "@/server/domain/scans/neighbours";
import { getScan } from "@/server/domain/scans/read";
import { ownedScanView } from "@/server/domain/scans/view";
import { PageByNumber, PageByUuid } from "@/server/domain/shared/keyset";
import { Version } from "@/server/domain/shared/version";
import { readSystem } from "@/server/domain/system/read";
import { adminProcedure, router } from "./init";
import { unlessStale } from "./unless-stale";

const ById = z.object({ id: z.string() });

/** For those who run the service. What they see of a producer is kept as an act, which its members read. */
export const adminRouter = router({
  producers: adminProcedure
    .input(RateFilter.extend({ cursor: z.guid().nullish() }))
    .query(({ ctx, input: { cursor, ...filter } }) => listProducersByRate(ctx, filter, cursor ?? undefined)),

  producer: adminProcedure
    .input(ById.extend({ days: RateDays }))
    .query(({ ctx, input: { id, days } }) => lookOverProducer(ctx, id, days)),

  /** How producers are called, which is no look into them. */
  producerName: adminProcedure.input(ById).query(async ({ ctx, input }) => {
    const { id, name } = await producerNamed(ctx, input.id);
    return { id, name };
  }),

  /** The link, where it could not be mailed, is told this once. */
  invite: adminProcedure.input(AdminsInvitation).mutation(({ ctx, input }) => inviteAsAdmin(ctx, input)),

  suspend: adminProcedure.input(Suspension).mutation(({ ctx, input }) => suspendProducer(ctx, input)),

  reactivate: adminProcedure.input(Suspension).mutation(({ ctx, input }) => reactivateProducer(ctx, input)),

  /** Of all producers, or of the one that the filter names, or whose item or group it names. */
  scans: adminProcedure
    .input(PageByUuid.extend({ filter: ScanFilter.extend({ producer: z.guid().optional() }).default({}) }))
    .query(async ({ ctx, input }) => {
      const { producer: _, ...filter } = input.filter;
      const producerId = await producerOfFilter(ctx, input.filter);
      const isOfNobody = producerId === undefined && (filter.item ?? filter.group) !== undefined;
      if (isOfNobody) return { entries: [], nextCursor: null };
      const { entries, nextCursor } =
        producerId === undefined
          ? await listAllScans(ctx, filter, input)
          : await listScans(await lookIntoScans(ctx, producerId), filter, input);
      return { entries: await withProducers(ctx, entries), nextCursor };
    }),

  scan: adminProcedure
    .input(ById)
    .query(async ({ ctx, input: { id } }) => ownedScanView(await getScan(await lookIntoScan(ctx, id), id))),

  neighbours: adminProcedure
    .input(ById)
    .query(async ({ ctx, input: { id } }) => neighboursOf(await lookIntoScan(ctx, id), id)),

  /** A save names the `version` that it began from. */
  phoneRules: adminProcedure.query(async ({ ctx }) =>
    (await listPhoneRules(ctx)).map((rule) => ({ ...rule, version: versionOfPhoneRule(rule) })),
  ),

  addPhoneRule: adminProcedure.input(PhoneRuleFields).mutation(({ ctx, input }) => addPhoneRule(ctx, input)),

  changePhoneRule: adminProcedure
    .input(PhoneRuleFields.extend({ version: Version }))
    .mutation(({ ctx, input: { version, ...rule } }) =>
      unlessStale(
        async () => {
          await changePhoneRule(ctx, rule, version);
          return { os: rule.os };
        },
        async () => {
          const state = await getPhoneRule(ctx, rule.os);
          const of = {
            producerId: null,
            kind: "phoneRule",
            id: rule.os,
            changes: "phoneRuleChanged",
          } as const;
          return { state, version: versionOfPhoneRule(state), ...(await lastChangeOf(ctx, of)) };
        },
      ),
    ),

  removePhoneRule: adminProcedure
    .input(z.object({ os: z.string() }))
    .mutation(({ ctx, input }) => removePhoneRule(ctx, input.os)),

  /** Whether a phone can scan by the rules as they are, and else why not. */
  tryPhone: adminProcedure
    .input(Phone)
    .query(async ({ ctx, input }) => ({ obstacle: (await phoneObstacle(ctx, input)) ?? null })),

  /** What was done to the service as a whole. */
  acts: adminProcedure.input(PageByNumber).query(async ({ ctx, input }) => {
    const { entries, nextCursor } = await listActsOfService(ctx, input);
    return { entries: entries.map(actView), nextCursor };
  }),

  system: adminProcedure.query(({ ctx }) => readSystem(ctx)),
});
