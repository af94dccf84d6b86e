import { randomUUID } from "node:crypto";
import { decode, encode, type JWT, type JWTDecodeParams, type JWTEncodeParams } from "next-auth/jwt";
import { z } from "zod";
import { cookieLine, cookieName } from "@/server/platform/cookie-name";
import { acceptedKeysFor, signingKeyFor } from "@/server/platform/secrets";

/** How long a session lasts from its sign-in, whatever happens meanwhile. */
export const SESSION_SECONDS = 8 * 3600;

const COOKIE = "next-auth.session-token";
export const SESSION_COOKIE = cookieName(COOKIE);

/** What a session's token says: which one it is, whose, the version that ends it, and since when, in seconds. */
const SessionToken = z.object({
  id: z.uuid(),
  sub: z.uuid(),
  version: z.number().int().positive(),
  since: z.number().int().positive(),
});
export type SessionToken = z.output<typeof SessionToken>;

const nowSeconds = () => Math.floor(Date.now() / 1000);

/** The token of a session that begins now. */
export const newSessionToken = (personId: string, sessionVersion: number): SessionToken => ({
  id: randomUUID(),
  sub: personId,
  version: sessionVersion,
  since: nowSeconds(),
});

/** When a session runs out. */
export const expiryOf = ({ since }: SessionToken) => new Date((since + SESSION_SECONDS) * 1000);

const asSecret = (key: Buffer) => key.toString("base64url");

/** The secret of next-auth: of this deployment alone, and never a default. */
export const sessionSecret = () => asSecret(signingKeyFor("sessions"));

/** What next-auth sealed, by the newest key or one that went out of use lately. @throws where it was tampered with */
export async function unsealToken(params: JWTDecodeParams): Promise<JWT | null> {
  let fault: unknown;
  for (const key of acceptedKeysFor("sessions")) {
    try {
      return await decode({ ...params, secret: asSecret(key) });
    } catch (error) {
      fault = error;
    }
  }
  throw fault;
}

/** A token as far as it is a session's that has not run out. */
export function sessionTokenOf(claims: unknown): SessionToken | undefined {
  const token = SessionToken.safeParse(claims).data;
  return token && token.since + SESSION_SECONDS > nowSeconds() ? token : undefined;
}

/** Seals claims as next-auth does, save that a session is never prolonged. */
export function sealToken(params: JWTEncodeParams): Promise<string> {
  const session = sessionTokenOf(params.token);
  if (!session) return encode(params);
  return encode({ ...params, maxAge: session.since + SESSION_SECONDS - nowSeconds() });
}

/** What a session cookie says; nothing where it was tampered with, has run out, or is none. */
export async function readSessionCookie(value: string): Promise<SessionToken | undefined> {
  try {
    return sessionTokenOf(await unsealToken({ token: value, secret: sessionSecret() }));
  } catch {
    return undefined;
  }
}

/**
 * The `Set-Cookie` of a session that begins now: for who changed their password, which ended the one they had.
 */
export async function sessionCookie(session: { personId: string; sessionVersion: number }): Promise<string> {
  const token = newSessionToken(session.personId, session.sessionVersion);
  const value = await sealToken({ token: { ...token }, secret: sessionSecret() });
  return cookieLine(COOKIE, value, { maxAgeSeconds: SESSION_SECONDS, httpOnly: true });
}
