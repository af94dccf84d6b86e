import { and, eq } from "drizzle-orm";
import { z } from "zod";
import type { AuditEventName } from "@/db/schema/audit-events";
import { type Factor, factors } from "@/db/schema/factors";
import type { Person } from "@/db/schema/people";
import { sessions } from "@/db/schema/sessions";
import { type Ctx, inTransaction } from "@/server/core/ctx";
import { conflict, forbidden, notFound } from "@/server/core/errors";
import { recordAuditEvent } from "@/server/domain/audit-log/record";
import { manage } from "@/server/domain/people/manage";
import { activePerson, personOf } from "@/server/domain/people/named";
import {
  createOneTimeSecret,
  readOneTimeSecret,
  takeOneTimeSecret,
} from "@/server/domain/people/one-time-secrets";
import { tryCode } from "@/server/domain/people/sign-in-attempts";
import { newId } from "@/server/platform/ids";
import { mailAboutFactor } from "./factor-mail";
import { forgetFactors, forgetProofs } from "./forget";
import { newPasskeyOptions, verifiedNewPasskey } from "./passkeys";
import { factorsOf, refusedFactor, STEP_VALID_MS, takeChallenge } from "./prove";
import { countRecoveryCodes, renewRecoveryCodes } from "./recovery-codes";
import type { NewPasskey } from "./schema";
import { newTotp, sealTotp, stepOfCode, unsealTotp } from "./totp";

type Db = Pick<Ctx, "db">;

const MAX_FACTORS = 10;
const PendingTotp = z.object({ sealed: z.string() });

/** The person who changes their own factors, and the session in which they do. */
export interface Owner {
  personId: string;
  sessionId: string;
  /** Whether a second factor was proven in the session. */
  hasSecondFactor: boolean;
}

/** The factors of a person, as they see them. */
export async function listFactors(ctx: Db, personId: string) {
  const own = await factorsOf(ctx, personId);
  return {
    factors: own.map(({ id, kind, name, createdAt, lastUsedAt }) => ({
      id,
      kind,
      name,
      createdAt,
      lastUsedAt,
    })),
    recoveryCodes: await countRecoveryCodes(ctx, personId),
  };
}

/** @throws 403 in a session without the second factor that the person has: it may be another one's with the password */
function refuseUnproven({ hasSecondFactor }: Owner, own: readonly Factor[]): void {
  if (own.length > 0 && !hasSecondFactor)
    throw forbidden("second-factor-needed", "Confirm one of your second factors first.");
}

/** The factors of a person who may change them. @throws 403 as `refuseUnproven` */
async function changeable(ctx: Db, owner: Owner): Promise<Factor[]> {
  const own = await factorsOf(ctx, owner.personId);
  refuseUnproven(owner, own);
  return own;
}

/**
 * Changes a person's own factors: records it, and tells them by mail after the commit.
 * @throws 403 as `refuseUnproven`
 */
async function changeOwn<T>(
  ctx: Ctx,
  owner: Owner,
  action: AuditEventName,
  change: (ctx: Ctx, own: Factor[]) => Promise<T>,
): Promise<T> {
  const { person, result } = await inTransaction(ctx, async (ctx) => {
    const person = await personOf(ctx, owner.personId);
    const own = await changeable(ctx, owner);
    const result = await change(ctx, own);
    const by = { type: "user", id: person.id, name: person.name } as const;
    await recordAuditEvent(ctx, action, { producerId: null, id: person.id, name: person.name, by });
    return { person, result };
  });
  mailAboutFactor(person, action);
  return result;
}

/** Adds a factor; the first one comes with recovery codes. The session has proven it, so that it may go on. */
const addFactor = (
  ctx: Ctx,
  owner: Owner,
  columns: Omit<typeof factors.$inferInsert, "id" | "personId" | "createdAt"> & { id?: string },
): Promise<{ recoveryCodes: string[] | null }> =>
  changeOwn(ctx, owner, "factorAdded", async (ctx, own) => {
    const { personId, sessionId } = owner;
    if (own.length >= MAX_FACTORS)
      throw conflict("too-many-factors", `A person has at most ${MAX_FACTORS} second factors.`);
    const added = await ctx.db
      .insert(factors)
      .values({ id: newId(), personId, createdAt: new Date(), ...columns })
      .onConflictDoNothing({ target: factors.credentialId })
      .returning({ id: factors.id });
    if (added.length === 0) throw conflict("passkey-known", "This passkey is registered already.");
    await ctx.db.update(sessions).set({ secondFactorAt: new Date() }).where(eq(sessions.id, sessionId));
    return { recoveryCodes: own.length === 0 ? await renewRecoveryCodes(ctx, personId) : null };
  });

/** Begins to set up an authenticator app. The secret is for a cookie of the browser. */
export async function beginTotp(ctx: Db, owner: Owner) {
  const { personId } = owner;
  await changeable(ctx, owner);
  const { email } = await activePerson(ctx, personId);
  const made = newTotp(email);
  const sealed = sealTotp(made.secret, personId).toString("base64");
  const { secret } = await createOneTimeSecret(ctx, {
    purpose: "newTotp",
    personId,
    data: { sealed },
    validMs: STEP_VALID_MS,
  });
  return { cookie: secret, ...made };
}

/**
 * Adds an authenticator app that shows the right code.
 * @throws 404 if its set-up is over, 403 for a wrong code, 409 beyond ten factors, 429 after ten wrong codes
 */
export async function addTotp(
  ctx: Ctx,
  owner: Owner,
  { name, code }: { name: string; code: string },
  secret: string | undefined,
) {
  await changeable(ctx, owner);
  const over = () => notFound("factor-setup-over", "The set-up took too long. Start again.");
  const begun = secret === undefined ? undefined : await readOneTimeSecret(ctx, "newTotp", secret);
  if (secret === undefined || begun?.personId !== owner.personId) throw over();
  const totp = unsealTotp(Buffer.from(PendingTotp.parse(begun.data).sealed, "base64"), owner.personId);
  const attempt = async () => stepOfCode(totp, code);
  const step = await tryCode(ctx, { personId: owner.personId, of: "newApp", attempt });
  if (step === undefined) throw refusedFactor();
  if (!(await takeOneTimeSecret(ctx, "newTotp", secret))) throw over();
  const id = newId();
  return addFactor(ctx, owner, { id, kind: "totp", name, secret: sealTotp(totp, id), counter: step });
}

/** Begins to register a passkey. The secret is for a cookie of the browser. */
export async function beginPasskey(ctx: Db, owner: Owner) {
  const { personId } = owner;
  const options = await newPasskeyOptions(await activePerson(ctx, personId), await changeable(ctx, owner));
  const { secret } = await createOneTimeSecret(ctx, {
    purpose: "newPasskey",
    personId,
    data: { challenge: options.challenge },
    validMs: STEP_VALID_MS,
  });
  return { cookie: secret, options };
}

/** Adds a passkey. @throws 403 if it does not answer the browser's challenge, 409 if it is known or beyond ten factors */
export async function addPasskey(
  ctx: Ctx,
  owner: Owner,
  { name, passkey }: NewPasskey,
  secret: string | undefined,
) {
  await changeable(ctx, owner);
  const challenge = await takeChallenge(ctx, "newPasskey", owner.personId, secret);
  const verified = challenge === undefined ? undefined : await verifiedNewPasskey(passkey, challenge);
  if (!verified) throw refusedFactor();
  return addFactor(ctx, owner, { kind: "passkey", name, ...verified });
}

const ownFactor = ({ personId }: Owner, id: string) =>
  and(eq(factors.id, id), eq(factors.personId, personId));
const absent = (id: string) => notFound("factor-not-found", `You have no second factor ${id}.`);

/** Renames a factor. @throws 404 without it */
export async function renameFactor({ db }: Db, owner: Owner, { id, name }: Pick<Factor, "id" | "name">) {
  const renamed = await db
    .update(factors)
    .set({ name })
    .where(ownFactor(owner, id))
    .returning({ id: factors.id });
  if (renamed.length === 0) throw absent(id);
}

/** Removes a factor; with the last one, the recovery codes go. @throws 404 without it */
export const removeFactor = (ctx: Ctx, owner: Owner, id: string): Promise<void> =>
  changeOwn(ctx, owner, "factorRemoved", async (ctx, own) => {
    const removed = await ctx.db.delete(factors).where(ownFactor(owner, id)).returning({ id: factors.id });
    if (removed.length === 0) throw absent(id);
    if (own.length === 1) await forgetProofs(ctx, owner.personId);
  });

/** Replaces the recovery codes of a person and returns the new ones, once. @throws 403 without a second factor */
export const renewOwnRecoveryCodes = (ctx: Ctx, owner: Owner): Promise<string[]> =>
  changeOwn(ctx, owner, "recoveryCodesRenewed", async (ctx, own) => {
    if (own.length === 0) throw forbidden("no-factor", "Recovery codes need a second factor. Add one first.");
    return renewRecoveryCodes(ctx, owner.personId);
  });

/**
 * Removes all second factors of a person who has lost them, as an admin; their sessions end.
 * @throws 404 without the person
 */
export async function removeFactorsAsAdmin(ctx: Ctx, personId: string): Promise<void> {
  let removedOf: Person | undefined;
  await manage(ctx, personId, "factorsRemoved", async (ctx, person) => {
    await forgetFactors(ctx, personId);
    await ctx.db.delete(sessions).where(eq(sessions.personId, personId));
    removedOf = person;
    return true;
  });
  if (removedOf) mailAboutFactor(removedOf, "factorsRemoved");
}
