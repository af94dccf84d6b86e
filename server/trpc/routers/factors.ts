import {
  addPasskey,
  addTotp,
  beginPasskey,
  beginTotp,
  listFactors,
  removeFactor,
  renameFactor,
  renewOwnRecoveryCodes,
} from "@/server/domain/factors/manage";
import { ById, FactorRenaming, NewPasskey, NewTotp } from "@/server/domain/factors/schema";
import type { SignedIn } from "@/server/identity/from-session";
import { stepCookie, stepSecret } from "@/server/identity/step-cookie";
import { qrSvg } from "@/server/platform/qr-svg";
import { anonymousCtx, router, signedInProcedure } from "@/server/trpc/init";

const ownerOf = ({ person, session }: SignedIn) => ({
  personId: person.id,
  sessionId: session.id,
  hasSecondFactor: session.hasSecondFactor,
});

/** The second factors of the signed-in person. */
export const factorsRouter = router({
  list: signedInProcedure.query(({ ctx }) => listFactors(ctx, ctx.signedIn.person.id)),

  /** The secret of a new authenticator app, with its QR code; this browser gets a cookie. */
  beginTotp: signedInProcedure.meta({ isSensitive: true }).mutation(async ({ ctx }) => {
    const { cookie, secret, uri } = await beginTotp(ctx, ownerOf(ctx.signedIn));
    ctx.answerHeaders.append("set-cookie", stepCookie("set-up", cookie));
    return { secret, qr: qrSvg(uri) };
  }),

  /** Returns recovery codes, once, if it is the first factor. */
  addTotp: signedInProcedure
    .meta({ isSensitive: true })
    .input(NewTotp)
    .mutation(({ ctx, input }) =>
      addTotp(anonymousCtx(ctx), ownerOf(ctx.signedIn), input, stepSecret("set-up", ctx.headers)),
    ),

  /** Options of the browser for a new passkey; it gets a cookie. */
  beginPasskey: signedInProcedure.meta({ isSensitive: true }).mutation(async ({ ctx }) => {
    const { cookie, options } = await beginPasskey(ctx, ownerOf(ctx.signedIn));
    ctx.answerHeaders.append("set-cookie", stepCookie("set-up", cookie));
    return options;
  }),

  /** Returns recovery codes, once, if it is the first factor. */
  addPasskey: signedInProcedure
    .meta({ isSensitive: true })
    .input(NewPasskey)
    .mutation(({ ctx, input }) =>
      addPasskey(anonymousCtx(ctx), ownerOf(ctx.signedIn), input, stepSecret("set-up", ctx.headers)),
    ),

  rename: signedInProcedure
    .input(FactorRenaming)
    .mutation(({ ctx, input }) => renameFactor(ctx, ownerOf(ctx.signedIn), input)),

  remove: signedInProcedure
    .meta({ isSensitive: true })
    .input(ById)
    .mutation(({ ctx, input }) => removeFactor(anonymousCtx(ctx), ownerOf(ctx.signedIn), input.id)),

  /** Returns the new codes, once. */
  renewRecoveryCodes: signedInProcedure
    .meta({ isSensitive: true })
    .mutation(({ ctx }) => renewOwnRecoveryCodes(anonymousCtx(ctx), ownerOf(ctx.signedIn))),
});
