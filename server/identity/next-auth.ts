import { NextRequest } from "next/server";
import NextAuth, { type NextAuthOptions } from "next-auth";
import credentialsProvider from "next-auth/providers/credentials";
import { z } from "zod";
import { refusalIn } from "@/server/core/errors";
import { endSession } from "@/server/domain/people/end-session";
import { SignIn, signInRefusal, waitWord } from "@/server/domain/people/schema";
import { signIn } from "@/server/domain/people/sign-in";
import { callerNetwork } from "@/server/platform/caller-network";
import { cookieName, IS_HTTPS } from "@/server/platform/cookie-name";
import { publicBaseUrl } from "@/server/platform/env";
import { log } from "@/server/platform/log";
import { connectionOfNetwork, connectionOfPerson } from "@/server/runtime/runtime";
import { methodsOf, withKnownError } from "./auth-routes";
import { CALLBACK_COOKIE, ownPage, withUsableCallback } from "./callback-url";
import { personOfSession } from "./from-session";
import { oidcProvider, REFUSED } from "./oidc";
import {
  expiryOf,
  newSessionToken,
  SESSION_COOKIE,
  SESSION_SECONDS,
  sealToken,
  sessionSecret,
  sessionTokenOf,
  unsealToken,
} from "./session-token";

declare module "next-auth" {
  interface User {
    sessionVersion: number;
  }
  interface Session {
    user: { id: string; email: string; name: string; isAdmin: boolean };
  }
}

const MAX_BODY_BYTES = 16 * 1024;
/** How long a sign-in at an identity provider may take. */
const CHECK_SECONDS = 15 * 60;

/** Somebody by e-mail and password; nobody where they do not fit. Throws a word for the page where it is to wait. */
async function authorize(credentials: unknown) {
  const tried = SignIn.safeParse(credentials).data;
  if (!tried) return null;
  try {
    const { personId, sessionVersion } = await signIn(
      { db: connectionOfNetwork(callerNetwork()) },
      tried,
      callerNetwork(),
    );
    return { id: personId, sessionVersion };
  } catch (error) {
    const refusal = refusalIn(error);
    if (refusal?.kind === "forbidden") return null;
    if (refusal?.kind === "tooManyRequests")
      throw new Error(waitWord(Number(refusal.details.headers?.["retry-after"])));
    // What an error says is for the log; next-auth would show it.
    log.error({ err: error }, "a sign-in failed");
    throw new Error("Unavailable");
  }
}

/** The session of a token. Throws where it has ended, by which next-auth takes the cookie away. */
async function openSession(claims: unknown) {
  const token = sessionTokenOf(claims);
  const signedIn = token && (await personOfSession(token));
  if (!signedIn) throw new Error("The session has ended.");
  return { token, person: signedIn.person };
}

/** A cookie of next-auth's. */
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

/** How people sign in: by password, and by an identity provider where one is configured. */
function authOptions(): NextAuthOptions {
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
        authorize,
      }),
      ...(oidc ? [oidc] : []),
    ],
    callbacks: {
      redirect: ({ url }) => ownPage(url),
      signIn: ({ user }) => user.id !== REFUSED.id,
      jwt: async ({ token, user }) =>
        user ? { ...newSessionToken(user.id, user.sessionVersion) } : { ...(await openSession(token)).token },
      session: async ({ token: claims }) => {
        const { token, person } = await openSession(claims);
        const { id, email, name, isAdmin } = person;
        return { user: { id, email, name, isAdmin }, expires: expiryOf(token).toISOString() };
      },
    },
    logger: {
      error: (code, about) => {
        if (code === "JWT_SESSION_ERROR") return;
        log.warn({ code, err: about instanceof Error ? about : about.error }, "signing in failed");
      },
      warn: () => {},
      debug: () => {},
    },
  };
}

let options: NextAuthOptions | undefined;

const refusal = (status: number, message: string) => Response.json({ message }, { status });

function notAllowed(methods: readonly string[]): Response {
  const message = `This call is made by ${methods.join(" or ")}.`;
  return Response.json({ message }, { status: 405, headers: { allow: methods.join(", ") } });
}

/** The body as it came, unless it is larger than anything that signs in. */
async function bodyOf(request: Request): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Not by iteration: to leave it would end the connection, and the answer with it.
  const reader = request.body?.getReader();
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    size += part.value.byteLength;
    if (size > MAX_BODY_BYTES) return undefined;
    chunks.push(part.value);
  }
  return Buffer.concat(chunks);
}

function isReadable(contentType: string, body: Uint8Array): boolean {
  if (!contentType.includes("application/json")) return true;
  try {
    return z.record(z.string(), z.unknown()).safeParse(JSON.parse(Buffer.from(body).toString())).success;
  } catch {
    return false;
  }
}

const Redirected = z.object({ url: z.string() });

/** Says by status and header, too, how long one has to wait. */
async function withWait(response: Response): Promise<Response> {
  if (response.status !== 401) return response;
  const url = Redirected.safeParse(
    await response
      .clone()
      .json()
      .catch(() => undefined),
  ).data?.url;
  const refused = signInRefusal(new URL(url ?? "/", publicBaseUrl).searchParams.get("error") ?? "");
  if (refused.kind !== "tooManyTries") return response;
  const headers = new Headers(response.headers);
  headers.set("retry-after", String(refused.waitSeconds));
  return new Response(response.body, { status: 429, headers });
}

type AuthContext = { params: Promise<{ nextauth: string[] }> };

/** Hands a request to next-auth. 503 where somebody signs out and the session could not be ended: its cookie stays, then. */
async function handOver(
  request: NextRequest,
  context: AuthContext,
  options: NextAuthOptions,
): Promise<Response> {
  let failure: unknown;
  const signOut = async ({ token }: { token: unknown }) => {
    const session = sessionTokenOf(token);
    if (!session) return;
    const db = connectionOfPerson(session.sub);
    await endSession({ db }, { id: session.id, expiresAt: expiryOf(session) }).catch((err: unknown) => {
      failure = err;
    });
  };
  const response = await NextAuth(await withUsableCallback(request), context, {
    ...options,
    secret: sessionSecret(),
    events: { signOut },
  });
  if (failure === undefined) return response;
  log.error({ err: failure }, "a session could not be ended");
  return refusal(503, "The session could not be ended. Try again.");
}

/** Everything below `/api/auth`: signing in and out, the CSRF token, the session as the pages see it. */
export async function serveAuth(request: NextRequest, context: AuthContext): Promise<Response> {
  options ??= authOptions();
  // Where next-auth takes its address from; never from the request's headers.
  process.env.NEXTAUTH_URL = publicBaseUrl;
  const { url, segments } = withKnownError(new URL(request.url), (await context.params).nextauth);
  const usable: AuthContext = { params: Promise.resolve({ nextauth: segments }) };
  if (segments[0] === "") return refusal(404, "There is nothing here.");
  const methods = methodsOf(segments);
  const method = request.method === "HEAD" ? "GET" : request.method;
  if (methods && !methods.includes(method)) return notAllowed(methods);
  if (request.method !== "POST")
    return handOver(new NextRequest(url, { headers: request.headers }), usable, options);
  // There, pages could write into our log.
  if (segments[0] === "_log") return Response.json({});
  const body = await bodyOf(request);
  if (!body) return refusal(400, `The body is larger than ${MAX_BODY_BYTES} bytes.`);
  const { headers } = request;
  if (!isReadable(headers.get("content-type") ?? "", body))
    return refusal(400, "The body is not a JSON object.");
  const copy = new NextRequest(url, { method: "POST", headers, body });
  return withWait(await handOver(copy, usable, options));
}
