import { acceptInvitation, acceptInvitationAs, readInvitation } from "@/server/domain/members/accept";
import { changeRole } from "@/server/domain/members/change-role";
import { inviteMember } from "@/server/domain/members/invite";
import { listMembers } from "@/server/domain/members/list";
import { listInvitations } from "@/server/domain/members/list-invitations";
import { leaveProducer, removeMember } from "@/server/domain/members/remove";
import { revokeInvitation } from "@/server/domain/members/revoke-invitation";
import {
  Acceptance,
  ByInvitation,
  ByPerson,
  NewInvitation,
  RoleChange,
  SignedInAcceptance,
} from "@/server/domain/members/schema";
import { signOutMember } from "@/server/domain/members/sign-out";
import { refuseInSandbox } from "@/server/domain/sandboxes/read";
import {
  anonymousCtx,
  openProcedure,
  ownerProcedure,
  router,
  signedInProcedure,
  viewerProcedure,
} from "@/server/trpc/init";

/** Members are those of the producer, also in its sandbox. */
const changingProcedure = ownerProcedure.use(({ ctx, next }) => {
  refuseInSandbox(ctx);
  return next();
});

export const membersRouter = router({
  list: ownerProcedure.query(({ ctx }) => listMembers(ctx)),

  invitations: ownerProcedure.query(({ ctx }) => listInvitations(ctx)),

  /** Returns the link, once, if it could not be mailed. */
  invite: changingProcedure
    .meta({ isSensitive: true })
    .input(NewInvitation)
    .mutation(({ ctx, input }) => inviteMember(ctx, input)),

  revokeInvitation: changingProcedure
    .meta({ isSensitive: true })
    .input(ByInvitation)
    .mutation(({ ctx, input }) => revokeInvitation(ctx, input.invitationId)),

  changeRole: changingProcedure
    .meta({ isSensitive: true })
    .input(RoleChange)
    .mutation(({ ctx, input }) => changeRole(ctx, input)),

  remove: changingProcedure
    .meta({ isSensitive: true })
    .input(ByPerson)
    .mutation(({ ctx, input }) => removeMember(ctx, input.personId)),

  /** Removes the signed-in person from the producer. */
  leave: viewerProcedure.mutation(({ ctx }) => {
    refuseInSandbox(ctx);
    return leaveProducer(ctx);
  }),

  /** Ends all sessions of a member. */
  signOut: changingProcedure
    .meta({ isSensitive: true })
    .input(ByPerson)
    .mutation(({ ctx, input }) => signOutMember(ctx, input.personId)),

  /** The public content of an invitation page; the link's secret is the credential. */
  invitation: openProcedure
    .input(SignedInAcceptance)
    .query(({ ctx, input }) => readInvitation(ctx, input.secret)),

  /** Accepts as a new person, who signs in next. */
  accept: openProcedure
    .input(Acceptance)
    .mutation(({ ctx, input }) => acceptInvitation(anonymousCtx(ctx), input)),

  /** Accepts as the signed-in person. */
  acceptSignedIn: signedInProcedure
    .input(SignedInAcceptance)
    .mutation(({ ctx, input }) =>
      acceptInvitationAs(anonymousCtx(ctx), ctx.signedIn.person.id, input.secret),
    ),
});
