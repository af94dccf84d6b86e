import { z } from "zod";
import { PageByNumber, PageByUuid } from "@/server/data/keyset";
import { Fragment } from "@/server/data/text-search";
import { assessmentOf } from "@/server/domain/assessments/read";
import { lastChangeOf } from "@/server/domain/audit-log/last-change";
import { listServiceAuditEvents } from "@/server/domain/audit-log/list";
import { ServiceAuditFilter } from "@/server/domain/audit-log/schema";
import { auditEventView } from "@/server/domain/audit-log/view";
import { removeFactorsAsAdmin } from "@/server/domain/factors/manage";
import { inviteAsAdmin, resendInvitation } from "@/server/domain/members/invite";
import { listAllInvitations } from "@/server/domain/members/list-invitations";
import { revokeInvitationAsAdmin } from "@/server/domain/members/revoke-invitation";
import { AdminsInvitation, ByInvitation, ByPerson, NewInvitation } from "@/server/domain/members/schema";
import { listPeople, PeopleFilter, readPerson } from "@/server/domain/people/list";
import {
  disableAsAdmin,
  enableAsAdmin,
  makeAdmin,
  signOutAsAdmin,
  unmakeAdmin,
} from "@/server/domain/people/manage";
import { createPasswordLink } from "@/server/domain/people/password-link";
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
import { closeProducer } from "@/server/domain/producers/close";
import { listProducersByRate, RateFilter } from "@/server/domain/producers/list-by-rate";
import { producerNamed } from "@/server/domain/producers/named";
import { openScanAsAdmin, openScansAsAdmin, producerOfFilter } from "@/server/domain/producers/open-as-admin";
import { RateDays } from "@/server/domain/producers/rate-range";
import { Closing, Renaming, Suspension } from "@/server/domain/producers/schema";
import { renameProducerAsAdmin, versionOfName } from "@/server/domain/producers/settings";
import { summariseProducer } from "@/server/domain/producers/summarise";
import { reactivateProducer, suspendProducer } from "@/server/domain/producers/suspend";
import { listUnclaimedReports } from "@/server/domain/reports/list";
import { ScanFilter } from "@/server/domain/scans/filter";
import { listScans } from "@/server/domain/scans/list";
import { listAllScans, withProducers } from "@/server/domain/scans/list-all";
import { neighboursOf } from "@/server/domain/scans/neighbours";
import { getScan } from "@/server/domain/scans/read";
import { Version } from "@/server/domain/shared/version";
import { listUnclaimedIdentifiers, SightedFilter } from "@/server/domain/sightings/identifiers";
import { listUnclaimedSightings, SightingFilter } from "@/server/domain/sightings/list";
import { Quotas } from "@/server/domain/storage/schema";
import { setQuotas, versionOfQuotas } from "@/server/domain/storage/set-quotas";
import { readSystem } from "@/server/domain/system/read";
import { scanDetail } from "@/server/trpc/details";
import { adminProcedure, router } from "@/server/trpc/init";
import { unlessStale } from "@/server/trpc/unless-stale";

const ById = z.object({ id: z.string() });

/** Procedures for admins. Admin access to a producer's data is recorded in the producer's audit log. */
export const adminRouter = router({
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

  /** Returns the link, once, if it could not be mailed. */
  invite: adminProcedure
    .meta({ isSensitive: true })
    .input(AdminsInvitation)
    .mutation(({ ctx, input }) => inviteAsAdmin(ctx, input)),

  invitations: adminProcedure
    .input(PageByUuid.extend({ search: Fragment.optional() }))
    .query(({ ctx, input }) => listAllInvitations(ctx, input, input)),

  revokeInvitation: adminProcedure
    .meta({ isSensitive: true })
    .input(ByInvitation)
    .mutation(({ ctx, input }) => revokeInvitationAsAdmin(ctx, input.invitationId)),

  /** Returns the link, once, if it could not be mailed. */
  resendInvitation: adminProcedure
    .meta({ isSensitive: true })
    .input(ByInvitation.extend(NewInvitation.pick({ locale: true }).shape))
    .mutation(({ ctx, input }) => resendInvitation(ctx, input)),

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

  people: adminProcedure
    .input(PageByUuid.extend({ filter: PeopleFilter.default({}) }))
    .query(({ ctx, input }) => listPeople(ctx, input.filter, input)),

  person: adminProcedure.input(ByPerson).query(({ ctx, input }) => readPerson(ctx, input.personId)),

  makeAdmin: adminProcedure
    .meta({ isSensitive: true })
    .input(ByPerson)
    .mutation(({ ctx, input }) => makeAdmin(ctx, input.personId)),

  unmakeAdmin: adminProcedure
    .meta({ isSensitive: true })
    .input(ByPerson)
    .mutation(({ ctx, input }) => unmakeAdmin(ctx, input.personId)),

  disablePerson: adminProcedure
    .meta({ isSensitive: true })
    .input(ByPerson)
    .mutation(({ ctx, input }) => disableAsAdmin(ctx, input.personId)),

  enablePerson: adminProcedure
    .meta({ isSensitive: true })
    .input(ByPerson)
    .mutation(({ ctx, input }) => enableAsAdmin(ctx, input.personId)),

  signOutPerson: adminProcedure
    .meta({ isSensitive: true })
    .input(ByPerson)
    .mutation(({ ctx, input }) => signOutAsAdmin(ctx, input.personId)),

  /** For people who have lost their second factors; their sessions end. */
  removeFactors: adminProcedure
    .meta({ isSensitive: true })
    .input(ByPerson)
    .mutation(({ ctx, input }) => removeFactorsAsAdmin(ctx, input.personId)),

  /** Returns a link that sets the person's password, once. */
  createPasswordLink: adminProcedure
    .meta({ isSensitive: true })
    .input(ByPerson)
    .mutation(({ ctx, input }) => createPasswordLink(ctx, input.personId)),

  /** Scanned identifiers that no item has and that resemble no producer's. */
  unclaimedCodes: adminProcedure
    .input(PageByUuid.extend({ filter: SightedFilter.default({}) }))
    .query(({ ctx, input }) => listUnclaimedIdentifiers(ctx, input.filter, input)),

  unclaimedSightings: adminProcedure
    .input(PageByUuid.extend({ filter: SightingFilter.default({}) }))
    .query(({ ctx, input }) => listUnclaimedSightings(ctx, input.filter, input)),

  unclaimedReports: adminProcedure
    .input(PageByUuid)
    .query(({ ctx, input }) => listUnclaimedReports(ctx, input)),

  suspend: adminProcedure.input(Suspension).mutation(({ ctx, input }) => suspendProducer(ctx, input)),

  reactivate: adminProcedure.input(Suspension).mutation(({ ctx, input }) => reactivateProducer(ctx, input)),

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

  /** Scans of all producers, or of the producer that the filter names directly or by an item or group. */
  scans: adminProcedure
    .input(PageByUuid.extend({ filter: ScanFilter.extend({ producer: z.guid().optional() }).default({}) }))
    .query(async ({ ctx, input }) => {
      const { producer: _, ...filter } = input.filter;
      const producerId = await producerOfFilter(ctx, input.filter);
      const isOfNoProducer = producerId === undefined && (filter.item ?? filter.group) !== undefined;
      if (isOfNoProducer) return { entries: [], nextCursor: null };
      const { entries, nextCursor } =
        producerId === undefined
          ? await listAllScans(ctx, filter, input)
          : await listScans(await openScansAsAdmin(ctx, producerId), filter, input);
      return { entries: await withProducers(ctx, entries), nextCursor };
    }),

  scan: adminProcedure
    .input(ById)
    .query(async ({ ctx, input: { id } }) => scanDetail(await getScan(await openScanAsAdmin(ctx, id), id))),

  assessment: adminProcedure
    .input(ById)
    .query(async ({ ctx, input: { id } }) => assessmentOf(await openScanAsAdmin(ctx, id), id)),

  neighbours: adminProcedure
    .input(ById)
    .query(async ({ ctx, input: { id } }) => neighboursOf(await openScanAsAdmin(ctx, id), id)),

  /** Saves pass `version` back to detect stale edits. */
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

  /** Checks a phone against the current rules; returns the obstacle or null. */
  tryPhone: adminProcedure
    .input(Phone)
    .query(async ({ ctx, input }) => ({ obstacle: (await phoneObstacle(ctx, input)) ?? null })),

  /** The audit log of the service itself. */
  auditEvents: adminProcedure
    .input(PageByNumber.extend(ServiceAuditFilter.shape))
    .query(async ({ ctx, input }) => {
      const { entries, nextCursor } = await listServiceAuditEvents(ctx, input, input);
      return { entries: entries.map(auditEventView), nextCursor };
    }),

  system: adminProcedure.query(({ ctx }) => readSystem(ctx)),
});
