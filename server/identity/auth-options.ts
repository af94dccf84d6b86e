import type { NextRequest } from "next/server";
import type { NextAuthOptions } from "next-auth";
import credentialsProvider from "next-auth/providers/credentials";
import { beginSecondStep, factorsOf } from "@/server/domain/factors/prove";
import { SESSION_SECONDS } from "@/server/domain/people/sessions";
import { cookieName, IS_HTTPS } from "@/server/platform/cookie-name";
import { log } from "@/server/platform/log";
import { connectionOfPerson } from "@/server/runtime/runtime";
import { CALLBACK_COOKIE, ownPage } from "./callback-url";
import { personOfSession } from "./from-session";
import { oidcProvider, REFUSED } from "./oidc";
import { secondStepPage } from "./second-step-page";
import {
  expiryOf,
  newSessionToken,
  SESSION_COOKIE,
  sealToken,
  sessionTokenOf,
  unsealToken,
} from "./session-token";
import { stepCookie } from "./step-cookie";
import { authorize } from "./try-sign-in";

declare module "next-auth" {
  interface User {
    sessionVersion: number;
    /** Whether a second factor was proven, so that none is asked for. */
    hasSecondFactor: boolean;
  }
  interface Session {
    user: { id: string; email: string; name: string; isAdmin: boolean };
  }
}

/** How long a sign-in at an identity provider may take. */
const CHECK_SECONDS = 15 * 60;

/** The session of a token. @throws if it has ended: next-auth then removes the cookie */
async function openSession(claims: unknown) {
  const token = sessionTokenOf(claims);
  const signedIn = token && (await personOfSession(token));
  if (!signedIn) throw new Error("The session has ended.");
  return { token, person: signedIn.person };
}

/** Name and options of one of next-auth's cookies. */
const authCookie = (name: string, maxAge?: number) => ({
  name,
  options: {
    httpOnly: true,
    sameSite: "lax",
    path: "/",
    secure: IS_HTTPS,
    ...(maxAge === undefined ? {} : { maxAge }),
  },
});

/** Options of next-auth for a request: sign-in by password and, if configured, by an identity provider. */
export function authOptions({ headers }: NextRequest, setCookie: (line: string) => void): NextAuthOptions {
  const oidc = oidcProvider();
  return {
    useSecureCookies: IS_HTTPS,
    cookies: {
      sessionToken: authCookie(SESSION_COOKIE),
      callbackUrl: authCookie(CALLBACK_COOKIE),
      csrfToken: authCookie(cookieName("next-auth.csrf-token")),
      pkceCodeVerifier: authCookie(cookieName("next-auth.pkce.code_verifier"), CHECK_SECONDS),
      state: authCookie(cookieName("next-auth.state"), CHECK_SECONDS),
      nonce: authCookie(cookieName("next-auth.nonce"), CHECK_SECONDS),
    },
    session: { strategy: "jwt", maxAge: SESSION_SECONDS },
    jwt: { encode: sealToken, decode: unsealToken },
    pages: { signIn: "/login", signOut: "/login", error: "/login" },
    providers: [
      credentialsProvider({
        credentials: { email: { type: "email" }, password: { type: "password" } },
        authorize: (credentials) => authorize(credentials, headers),
      }),
      ...(oidc ? [oidc] : []),
    ],
    callbacks: {
      redirect: ({ url }) => ownPage(url),
      signIn: async ({ user }) => {
        if (user.id === REFUSED.id) return false;
        const db = connectionOfPerson(user.id);
        if (user.hasSecondFactor || (await factorsOf({ db }, user.id)).length === 0) return true;
        const { id: personId, sessionVersion } = user;
        setCookie(stepCookie("sign-in", await beginSecondStep({ db }, { personId, sessionVersion })));
        return secondStepPage(headers);
      },
      jwt: async ({ token, user }) =>
        user
          ? { ...(await newSessionToken({ ...user, personId: user.id }, headers)) }
          : { ...(await openSession(token)).token },
      session: async ({ token: claims }) => {
        const { token, person } = await openSession(claims);
        const { id, email, name, isAdmin } = person;
        return { user: { id, email, name, isAdmin }, expires: expiryOf(token).toISOString() };
      },
    },
    logger: {
      error: (code, about) => {
        if (code === "JWT_SESSION_ERROR") return;
        log.warn({ code, err: about instanceof Error ? about : about.error }, "next-auth reported an error");
      },
      warn: () => {},
      debug: () => {},
    },
  };
}
