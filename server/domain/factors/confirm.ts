import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { sessions } from "@/db/schema/sessions";
import type { Ctx } from "@/server/core/ctx";
import { faulty } from "@/server/core/errors";
import { activePerson } from "@/server/domain/people/named";
import { createOneTimeSecret } from "@/server/domain/people/one-time-secrets";
import { isPassword } from "@/server/domain/people/passwords";
import { tryPassword } from "@/server/domain/people/sign-in-attempts";
import type { Owner } from "./manage";
import { passkeyOptions } from "./passkeys";
import { factorsOf, proveFactor, STEP_VALID_MS, takeChallenge } from "./prove";
import { FactorProof } from "./schema";

type Db = Pick<Ctx, "db">;

/** A proof that the signed-in person is present: their password or a second factor. */
export const Confirmation = z.union([z.object({ password: z.string().min(1).max(1000) }), FactorProof]);
type Confirmation = z.output<typeof Confirmation>;

/** Begins a confirmation: what the person can prove it with. The secret is for a cookie of the browser. */
export async function beginConfirmation(ctx: Db, personId: string) {
  const { passwordHash } = await activePerson(ctx, personId);
  const own = await factorsOf(ctx, personId);
  const passkeys = own.filter(({ kind }) => kind === "passkey");
  const options = await passkeyOptions(passkeys);
  const { secret } = await createOneTimeSecret(ctx, {
    purpose: "confirmation",
    personId,
    data: { challenge: options.challenge },
    validMs: STEP_VALID_MS,
  });
  return {
    cookie: secret,
    hasPassword: passwordHash !== null,
    hasApp: own.length > passkeys.length,
    hasFactor: own.length > 0,
    passkey: passkeys.length > 0 ? options : null,
  };
}

async function provePassword(ctx: Db, personId: string, password: string, network: string | undefined) {
  const { email, passwordHash } = await activePerson(ctx, personId);
  const fits = await tryPassword(ctx, email, network, async () =>
    (await isPassword(passwordHash, password)) ? true : undefined,
  );
  if (!fits) throw faulty([{ pointer: "/password", message: "is not your password" }]);
}

/**
 * Confirms a session: it counts as fresh from now on, and after a second factor also as proven by one.
 * @throws 400 for a wrong password, 403 for a wrong factor, 429 after too many of either
 */
export async function confirmSession(
  ctx: Db,
  { personId, sessionId }: Pick<Owner, "personId" | "sessionId">,
  proof: Confirmation,
  { secret, network }: { secret: string | undefined; network: string | undefined },
): Promise<void> {
  if ("password" in proof) await provePassword(ctx, personId, proof.password, network);
  else await proveFactor(ctx, personId, proof, () => takeChallenge(ctx, "confirmation", personId, secret));
  const confirmedAt = new Date();
  await ctx.db
    .update(sessions)
    .set({ confirmedAt, ...("password" in proof ? {} : { secondFactorAt: confirmedAt }) })
    .where(and(eq(sessions.id, sessionId), eq(sessions.personId, personId)));
}
