import { and, asc, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import { type Factor, factors } from "@/db/schema/factors";
import { people } from "@/db/schema/people";
import type { Ctx } from "@/server/core/ctx";
import { forbidden, notFound } from "@/server/core/errors";
import { MINUTE_MS } from "@/server/core/time";
import { hasOnlyProvider } from "@/server/domain/people/named";
import {
  createOneTimeSecret,
  readOneTimeSecret,
  takeOneTimeSecret,
} from "@/server/domain/people/one-time-secrets";
import { type NewSession, noteSignIn } from "@/server/domain/people/sign-in";
import { tryCode } from "@/server/domain/people/sign-in-attempts";
import { mailAboutWrongCodes } from "./factor-mail";
import { acceptPasskey, passkeyOptions } from "./passkeys";
import { takeRecoveryCode } from "./recovery-codes";
import type { FactorProof, PasskeyResponse } from "./schema";
import { acceptTotp } from "./totp";

type Db = Pick<Ctx, "db">;

/** A sign-in step, a passkey's challenge and the set-up of a factor wait this long. */
export const STEP_VALID_MS = 10 * MINUTE_MS;

const Challenge = z.object({ challenge: z.string() });
const Step = Challenge.extend({ sessionVersion: z.number() });

/** The factors of a person, the oldest first. */
export const factorsOf = ({ db }: Db, personId: string): Promise<Factor[]> =>
  db
    .select()
    .from(factors)
    .where(eq(factors.personId, personId))
    .orderBy(asc(factors.createdAt), asc(factors.id));

export const refusedFactor = () => forbidden("factor-refused", "This code or passkey is not accepted.");
const stepOver = () => notFound("sign-in-step-over", "This sign-in took too long. Start again.");

const isAppCode = (code: string) => /^\d{6}$/.test(code);

async function acceptAppCode(ctx: Db, personId: string, code: string): Promise<true | undefined> {
  for (const factor of await factorsOf(ctx, personId)) if (await acceptTotp(ctx, factor, code)) return true;
  return undefined;
}

const acceptCode = (ctx: Db, personId: string, code: string): Promise<true | undefined> =>
  tryCode(ctx, {
    personId,
    ...(isAppCode(code)
      ? { of: "app", attempt: () => acceptAppCode(ctx, personId, code) }
      : { of: "recovery", attempt: async () => (await takeRecoveryCode(ctx, personId, code)) || undefined }),
    onTooMany: () => mailAboutWrongCodes(ctx, personId),
  });

/**
 * Checks the proof of a person's second factor; `challenge` is the one that a passkey answers.
 * @throws 403 for a wrong, used or foreign one, 429 as `tryCode`
 */
export async function proveFactor(
  ctx: Db,
  personId: string,
  proof: FactorProof,
  challenge: () => Promise<string | undefined>,
): Promise<void> {
  if ("code" in proof) {
    if (!(await acceptCode(ctx, personId, proof.code))) throw refusedFactor();
    return;
  }
  const expected = await challenge();
  if (expected === undefined || !(await acceptPasskey(ctx, proof.passkey, expected, personId)))
    throw refusedFactor();
}

/** Begins the second step of a sign-in. The secret is for a cookie of the browser that did the first one. */
export async function beginSecondStep(ctx: Db, { personId, sessionVersion }: NewSession): Promise<string> {
  const { challenge } = await passkeyOptions();
  const data = { challenge, sessionVersion };
  return (await createOneTimeSecret(ctx, { purpose: "secondStep", personId, data, validMs: STEP_VALID_MS }))
    .secret;
}

/**
 * What the second step of a sign-in can be proven with.
 * @throws 404 if the step is over or of another browser
 */
export async function readSecondStep(ctx: Db, secret: string) {
  const step = await readOneTimeSecret(ctx, "secondStep", secret);
  if (!step?.personId) throw stepOver();
  const own = await factorsOf(ctx, step.personId);
  const passkeys = own.filter(({ kind }) => kind === "passkey");
  const { challenge } = Step.parse(step.data);
  return {
    hasApp: own.length > passkeys.length,
    passkey: passkeys.length > 0 ? { ...(await passkeyOptions(passkeys)), challenge } : null,
  };
}

/**
 * Proves the second step of a sign-in. A passkey ends the step either way; a wrong code leaves it open.
 * @throws 404 if the step is over, otherwise as `proveFactor`; 403 also if all sessions of the person were ended meanwhile
 */
export async function finishSecondStep(ctx: Db, secret: string, proof: FactorProof): Promise<NewSession> {
  const take = () => takeOneTimeSecret(ctx, "secondStep", secret);
  const step = "code" in proof ? await readOneTimeSecret(ctx, "secondStep", secret) : await take();
  if (!step?.personId) throw stepOver();
  const { personId } = step;
  const { challenge, sessionVersion } = Step.parse(step.data);
  await proveFactor(ctx, personId, proof, async () => challenge);
  if ("code" in proof && !(await take())) throw stepOver();
  return { personId, sessionVersion };
}

/** Begins a sign-in by a passkey alone: the secret for a cookie, and the options of the browser. */
export async function beginPasskeySignIn(ctx: Db) {
  const options = await passkeyOptions();
  const { secret } = await createOneTimeSecret(ctx, {
    purpose: "passkeySignIn",
    personId: null,
    data: { challenge: options.challenge },
    validMs: STEP_VALID_MS,
  });
  return { secret, options };
}

/**
 * Signs a person in by a passkey alone, which verified its user and counts as two factors.
 * @throws 404 if the challenge is used, over or of another browser; 403 for an unknown passkey, a disabled person, and one
 * who signs in at the identity provider alone: there the passkey is a second factor
 */
export async function signInByPasskey(
  ctx: Db,
  secret: string,
  passkey: PasskeyResponse,
): Promise<NewSession> {
  const begun = await takeOneTimeSecret(ctx, "passkeySignIn", secret);
  if (!begun) throw stepOver();
  const used = await acceptPasskey(ctx, passkey, Challenge.parse(begun.data).challenge);
  const [person] = used ? await ctx.db.select().from(people).where(eq(people.id, used.personId)) : [];
  if (!used || !person || hasOnlyProvider(person)) throw refusedFactor();
  const isSame = and(
    eq(people.id, person.id),
    eq(people.sessionVersion, person.sessionVersion),
    isNull(people.disabledAt),
  );
  const [session] = await noteSignIn(ctx, isSame);
  if (!session) throw refusedFactor();
  return session;
}

/** The challenge that a signed-in person's browser got; undefined if it is used, over or another person's. */
export async function takeChallenge(
  ctx: Db,
  purpose: "confirmation" | "newPasskey",
  personId: string,
  secret: string | undefined,
): Promise<string | undefined> {
  const begun = secret === undefined ? undefined : await takeOneTimeSecret(ctx, purpose, secret);
  return begun?.personId === personId ? Challenge.parse(begun.data).challenge : undefined;
}
