import { randomUUID } from "node:crypto";
import { decode, encode, type JWT, type JWTDecodeParams, type JWTEncodeParams } from "next-auth/jwt";
import { z } from "zod";
import { createSession, SESSION_SECONDS } from "@/server/domain/people/sessions";
import type { NewSession } from "@/server/domain/people/sign-in";
import { cookieLine, cookieName } from "@/server/platform/cookie-name";
import { acceptedKeysFor, signingKeyFor } from "@/server/platform/secrets";
import { connectionOfPerson } from "@/server/runtime/runtime";
import { sessionOrigin } from "./session-origin";

const COOKIE = "next-auth.session-token";
export const SESSION_COOKIE = cookieName(COOKIE);

/** The claims of a session token: its id, the person, the session version that revokes it, and its start in seconds. */
const SessionToken = z.object({
  id: z.uuid(),
  sub: z.uuid(),
  version: z.number().int().positive(),
  since: z.number().int().positive(),
});
export type SessionToken = z.output<typeof SessionToken>;

const nowSeconds = () => Math.floor(Date.now() / 1000);

/** Starts a session of a person who has signed in with a request, and creates its token. */
export async function newSessionToken(session: NewSession, headers: Headers): Promise<SessionToken> {
  const { personId, sessionVersion } = session;
  const id = randomUUID();
  await createSession({ db: connectionOfPerson(personId) }, id, session, sessionOrigin(headers));
  return { id, sub: personId, version: sessionVersion, since: nowSeconds() };
}

/** When a session expires. */
export const expiryOf = ({ since }: SessionToken) => new Date((since + SESSION_SECONDS) * 1000);

const asSecret = (key: Buffer) => key.toString("base64url");

/** The secret for next-auth: unique to this deployment, never a default. */
export const sessionSecret = () => asSecret(signingKeyFor("sessions"));

/** Opens a token that next-auth sealed, with the newest key or a recently retired one. @throws if it was tampered with */
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

/** The session token in the claims; undefined if they contain none or it has expired. */
export function sessionTokenOf(claims: unknown): SessionToken | undefined {
  const token = SessionToken.safeParse(claims).data;
  return token && token.since + SESSION_SECONDS > nowSeconds() ? token : undefined;
}

/** Seals claims as next-auth does, but never prolongs a session. */
export function sealToken(params: JWTEncodeParams): Promise<string> {
  const session = sessionTokenOf(params.token);
  if (!session) return encode(params);
  return encode({ ...params, maxAge: session.since + SESSION_SECONDS - nowSeconds() });
}

/** The token of a session cookie; undefined if it is malformed, tampered with or expired. */
export async function readSessionCookie(value: string): Promise<SessionToken | undefined> {
  try {
    return sessionTokenOf(await unsealToken({ token: value, secret: sessionSecret() }));
  } catch {
    return undefined;
  }
}

/** The `Set-Cookie` of a new session, for a person whose password change ended the previous one. */
export async function sessionCookie(session: NewSession, headers: Headers): Promise<string> {
  const token = await newSessionToken(session, headers);
  const value = await sealToken({ token: { ...token }, secret: sessionSecret() });
  return cookieLine(COOKIE, value, {
    maxAgeSeconds: session.seconds ?? SESSION_SECONDS,
    httpOnly: true,
  });
}
