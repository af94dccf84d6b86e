import { PageByUuid } from "@/server/data/keyset";
import { Fragment } from "@/server/data/text-search";
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
import { adminProcedure } from "@/server/trpc/init";

/** People and their invitations, for admins. */
export const peopleForAdmins = {
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
};
