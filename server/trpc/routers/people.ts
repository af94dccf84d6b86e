import { z } from "zod";
import { beginConfirmation, Confirmation, confirmSession } from "@/server/domain/factors/confirm";
import { beginPasskeySignIn, readSecondStep } from "@/server/domain/factors/prove";
import { changePassword } from "@/server/domain/people/change-password";
import {
  readPasswordLink,
  requestPasswordLink,
  setPasswordByLink,
} from "@/server/domain/people/password-link";
import {
  Email,
  Language,
  NewPasswordByLink,
  PasswordChange,
  ProfileChange,
} from "@/server/domain/people/schema";
import { endOtherSessions, endSession, listSessions } from "@/server/domain/people/sessions";
import { quietHoursOf, setQuietHours } from "@/server/domain/people/set-quiet-hours";
import { signOutEverywhere } from "@/server/domain/people/sign-out-everywhere";
import { updatePerson } from "@/server/domain/people/update";
import { QuietHours } from "@/server/domain/shared/quiet-hours";
import { sessionCookie } from "@/server/identity/session-token";
import { stepCookie, stepSecret } from "@/server/identity/step-cookie";
import { callerNetwork } from "@/server/platform/caller-network";
import { anonymousCtx, openProcedure, router, signedInProcedure } from "@/server/trpc/init";

export const peopleRouter = router({
  /** The signed-in person, their memberships and the chosen membership. */
  me: signedInProcedure.query(({ ctx }) => ({
    ...ctx.signedIn,
    chosen: ctx.visitor.membership ?? null,
  })),

  /** Mails a link that sets a new password; the answer is the same without an account. */
  requestPasswordLink: openProcedure
    .input(z.object({ email: Email, locale: Language }))
    .mutation(({ ctx, input }) => requestPasswordLink(ctx, input, callerNetwork())),

  /** The person of a link that sets a password; its secret is the credential. */
  passwordLink: openProcedure
    .input(NewPasswordByLink.pick({ secret: true }))
    .query(({ ctx, input }) => readPasswordLink(ctx, input.secret)),

  /** Ends all sessions of the link's person, who signs in next. */
  setPasswordByLink: openProcedure
    .input(NewPasswordByLink)
    .mutation(({ ctx, input }) => setPasswordByLink(anonymousCtx(ctx), input, callerNetwork())),

  /** Begins a sign-in by a passkey: the options of the browser, which gets a cookie. */
  beginPasskeySignIn: openProcedure.mutation(async ({ ctx }) => {
    const { secret, options } = await beginPasskeySignIn(ctx);
    ctx.answerHeaders.append("set-cookie", stepCookie("sign-in", secret));
    return options;
  }),

  /** What the second step of this browser's sign-in can be proven with; its cookie is the credential. */
  secondStep: openProcedure.query(({ ctx }) => readSecondStep(ctx, stepSecret("sign-in", ctx.headers) ?? "")),

  /** What this person can confirm with; this browser gets a cookie. */
  beginConfirmation: signedInProcedure.mutation(async ({ ctx }) => {
    const { cookie, ...means } = await beginConfirmation(ctx, ctx.signedIn.person.id);
    ctx.answerHeaders.append("set-cookie", stepCookie("confirmation", cookie));
    return means;
  }),

  /** Confirms this session by a password or a second factor, so that sensitive calls are accepted for ten minutes. */
  confirm: signedInProcedure.input(Confirmation).mutation(({ ctx, input }) => {
    const owner = { personId: ctx.signedIn.person.id, sessionId: ctx.signedIn.session.id };
    const from = { secret: stepSecret("confirmation", ctx.headers), network: callerNetwork() };
    return confirmSession(ctx, owner, input, from);
  }),

  /** Does nothing but to ask for a confirmation, before downloads. */
  beFresh: signedInProcedure.meta({ isSensitive: true }).mutation(() => {}),

  update: signedInProcedure.input(ProfileChange.pick({ name: true })).mutation(async ({ ctx, input }) => {
    const { id, email, name, locale } = await updatePerson(ctx, ctx.signedIn.person.id, input);
    return { id, email, name, locale };
  }),

  /** Null follows the browser's language. */
  setLocale: signedInProcedure
    .input(z.object({ locale: Language.nullable() }))
    .mutation(async ({ ctx, input }) => {
      await updatePerson(ctx, ctx.signedIn.person.id, input);
    }),

  /** When alerts to this person wait; null for never. */
  quietHours: signedInProcedure.query(({ ctx }) => quietHoursOf(ctx, ctx.signedIn.person.id)),

  setQuietHours: signedInProcedure
    .input(z.object({ quietHours: QuietHours.nullable() }))
    .mutation(({ ctx, input }) => setQuietHours(anonymousCtx(ctx), ctx.signedIn.person.id, input.quietHours)),

  /** Ends all sessions; this page gets a new one by cookie. */
  changePassword: signedInProcedure.input(PasswordChange).mutation(async ({ ctx, input }) => {
    const session = await changePassword(
      ctx,
      { personId: ctx.signedIn.person.id, hasSecondFactor: ctx.signedIn.session.hasSecondFactor },
      input,
      callerNetwork(),
    );
    ctx.answerHeaders.append("set-cookie", await sessionCookie(session, ctx.headers));
  }),

  /** The open sessions of the person; `session` of `me` is this page's. */
  sessions: signedInProcedure.query(async ({ ctx: { db, signedIn } }) => {
    const all = await listSessions({ db }, signedIn.person.id);
    // Visitors of the public demo see nothing of each other.
    return signedIn.person.isDemoVisitor ? all.filter(({ id }) => id === signedIn.session.id) : all;
  }),

  endSession: signedInProcedure
    .input(z.object({ id: z.guid() }))
    .mutation(({ ctx, input: { id } }) => endSession(ctx, { id, personId: ctx.signedIn.person.id })),

  /** Ends all sessions but this page's. */
  endOtherSessions: signedInProcedure.mutation(({ ctx: { db, signedIn } }) =>
    endOtherSessions({ db }, { id: signedIn.session.id, personId: signedIn.person.id }),
  ),

  /** Ends all sessions, this page's included. */
  signOutEverywhere: signedInProcedure.mutation(({ ctx }) => signOutEverywhere(ctx, ctx.signedIn.person.id)),
});
