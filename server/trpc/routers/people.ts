import { z } from "zod";
import { changePassword } from "@/server/domain/people/change-password";
import { Language, PasswordChange, ProfileChange } from "@/server/domain/people/schema";
import { signOutEverywhere } from "@/server/domain/people/sign-out-everywhere";
import { updatePerson } from "@/server/domain/people/update";
import { sessionCookie } from "@/server/identity/session-token";
import { callerNetwork } from "@/server/platform/caller-network";
import { router, signedInProcedure } from "@/server/trpc/init";

export const peopleRouter = router({
  /** The signed-in person, their memberships and the chosen membership. */
  me: signedInProcedure.query(({ ctx }) => ({
    ...ctx.signedIn,
    chosen: ctx.visitor.membership ?? null,
  })),

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

  /** Ends all sessions; this page gets a new one by cookie. */
  changePassword: signedInProcedure.input(PasswordChange).mutation(async ({ ctx, input }) => {
    const session = await changePassword(ctx, ctx.signedIn.person.id, input, callerNetwork());
    ctx.answerHeaders.append("set-cookie", await sessionCookie(session));
  }),

  /** Ends all sessions, this page's included. */
  signOutEverywhere: signedInProcedure.mutation(({ ctx }) => signOutEverywhere(ctx, ctx.signedIn.person.id)),
});
