import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { and, eq } from "drizzle-orm";
import { type Factor, factors } from "@/db/schema/factors";
import type { Person } from "@/db/schema/people";
import type { Ctx } from "@/server/core/ctx";
import { publicBaseUrl } from "@/server/platform/env";
import type { NewPasskeyResponse, PasskeyResponse } from "./schema";

const { origin, hostname } = new URL(publicBaseUrl);

/** Of 1,023 bytes in base64, the most that WebAuthn allows. */
const MAX_ID_CHARACTERS = 1_364;
/** A browser may take this long. */
const TIMEOUT_MS = 5 * 60_000;

/** Passkeys of a person, as browsers need them. */
const known = (own: Factor[]) =>
  own.flatMap(({ credentialId, transports }) =>
    credentialId === null ? [] : [{ id: credentialId, transports: transports ?? [] }],
  );

/** Options of a browser for a new passkey, which verifies its user. */
export const newPasskeyOptions = (person: Pick<Person, "id" | "email" | "name">, own: Factor[]) =>
  generateRegistrationOptions({
    rpName: "Assay",
    rpID: hostname,
    userID: new Uint8Array(Buffer.from(person.id)),
    userName: person.email,
    userDisplayName: person.name,
    timeout: TIMEOUT_MS,
    attestationType: "none",
    excludeCredentials: known(own),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });

/** Options of a browser that proves a passkey: one of the given, or any for a sign-in without a password. */
export const passkeyOptions = (own?: Factor[]) =>
  generateAuthenticationOptions({
    rpID: hostname,
    timeout: TIMEOUT_MS,
    userVerification: "required",
    ...(own ? { allowCredentials: known(own) } : {}),
  });

/** The columns of a new passkey; undefined if the response does not answer the challenge. */
export async function verifiedNewPasskey(response: NewPasskeyResponse, challenge: string) {
  const { transports } = response.response;
  const verified = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: hostname,
    requireUserVerification: true,
  }).catch(() => undefined);
  if (!verified?.verified) return undefined;
  const { id, publicKey, counter } = verified.registrationInfo.credential;
  if (id.length > MAX_ID_CHARACTERS) return undefined;
  return { credentialId: id, publicKey: Buffer.from(publicKey), counter, transports };
}

/** Uses a passkey: of anyone, or of the given person. Undefined if the response does not answer the challenge. */
export async function acceptPasskey(
  { db }: Pick<Ctx, "db">,
  response: PasskeyResponse,
  challenge: string,
  personId?: string,
): Promise<{ personId: string } | undefined> {
  const [factor] = await db
    .select()
    .from(factors)
    .where(
      and(
        eq(factors.credentialId, response.id),
        personId === undefined ? undefined : eq(factors.personId, personId),
      ),
    );
  if (!factor?.credentialId || !factor.publicKey) return undefined;
  const { credentialId: id, publicKey, counter } = factor;
  const verified = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: hostname,
    requireUserVerification: true,
    credential: { id, publicKey: new Uint8Array(publicKey), counter },
  }).catch(() => undefined);
  if (!verified?.verified) return undefined;
  // A counter that another process has moved meanwhile belongs to a copy.
  const used = await db
    .update(factors)
    .set({ counter: verified.authenticationInfo.newCounter, lastUsedAt: new Date() })
    .where(and(eq(factors.id, factor.id), eq(factors.counter, counter)))
    .returning({ personId: factors.personId });
  return used[0];
}
