import { NextRequest } from "next/server";
import NextAuth, { type NextAuthOptions } from "next-auth";
import credentialsProvider from "next-auth/providers/credentials";
import { z } from "zod";
import { refusalIn } from "@/server/core/errors";
import { beginSecondStep, factorsOf, finishSecondStep, signInByPasskey } from "@/server/domain/factors/prove";
import { Code, PasskeyResponse } from "@/server/domain/factors/schema";
import { SignIn, signInRefusal, waitWord } from "@/server/domain/people/schema";
import { endSession, SESSION_SECONDS } from "@/server/domain/people/sessions";
import { type NewSession, signIn } from "@/server/domain/people/sign-in";
import { callerNetwork } from "@/server/platform/caller-network";
import { cookieName, IS_HTTPS } from "@/server/platform/cookie-name";
import { publicBaseUrl } from "@/server/platform/env";
import { log } from "@/server/platform/log";
import { connectionOfNetwork, connectionOfPerson } from "@/server/runtime/runtime";
import { methodsOf, withKnownError } from "./auth-routes";
import { CALLBACK_COOKIE, ownPage, withUsableCallback } from "./callback-url";
import { cookieOf } from "./cookies";
import { personOfSession } from "./from-session";
import { oidcProvider, REFUSED, userOfSession } from "./oidc";
import { secondStepPage } from "./second-step-page";
import {
  expiryOf,
  newSessionToken,
  SESSION_COOKIE,
  sealToken,
  sessionSecret,
  sessionTokenOf,
  unsealToken,
} from "./session-token";
import { STEP_COOKIE, stepCookie } from "./step-cookie";

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

const MAX_BODY_BYTES = 16 * 1024;
/** How long a sign-in at an identity provider may take. */
const CHECK_SECONDS = 15 * 60;

/** JSON in a field of a form. */
const jsonText = <T extends z.ZodType>(of: T) =>
  z
    .string()
    .transform((text, ctx): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        ctx.addIssue("must be JSON");
        return z.NEVER;
      }
    })
    .pipe(of);

/** What the sign-in page posts: e-mail and password, the second factor after them, or a passkey alone. */
const Tried = z.union([
  SignIn.transform((password) => ({ by: "password", password }) as const),
  z.object({ code: Code }).transform((proof) => ({ by: "secondFactor", proof }) as const),
  z
    .object({ step: z.enum(["passkey", "secondFactor"]), passkey: jsonText(PasskeyResponse) })
    .transform(({ step, passkey }) => ({ by: step, proof: { passkey } })),
]);

async function tried(credentials: unknown, headers: Headers): Promise<NewSession | undefined> {
  const data = Tried.safeParse(credentials).data;
  const ctx = { db: connectionOfNetwork(callerNetwork()) };
  if (data?.by === "password") return signIn(ctx, data.password, callerNetwork());
  const secret = cookieOf(headers, STEP_COOKIE);
  if (!data || secret === undefined) return undefined;
  const session =
    data.by === "passkey" && "passkey" in data.proof
      ? await signInByPasskey(ctx, secret, data.proof.passkey)
      : await finishSecondStep(ctx, secret, data.proof);
  return { ...session, hasSecondFactor: true };
}

/**
 * Signs a person in by a step of the sign-in page; null if it is refused.
 * @throws an error with a code for the page: how long to wait after too many attempts, or `Unavailable`
 */
async function authorize(credentials: unknown, headers: Headers) {
  try {
    const session = await tried(credentials, headers);
    return session ? userOfSession(session) : null;
  } catch (error) {
    const refusal = refusalIn(error);
    if (refusal?.kind === "forbidden" || refusal?.kind === "notFound") return null;
    if (refusal?.kind === "tooManyRequests")
      throw new Error(waitWord(Number(refusal.details.headers?.["retry-after"])));
    // next-auth would show the error's message, which belongs in the log.
    log.error({ err: error }, "a sign-in failed");
    throw new Error("Unavailable");
  }
}

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
function authOptions({ headers }: NextRequest, setCookie: (line: string) => void): NextAuthOptions {
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
        setCookie(stepCookie(await beginSecondStep({ db }, { personId, sessionVersion })));
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

const refusal = (status: number, message: string) => Response.json({ message }, { status });

function notAllowed(methods: readonly string[]): Response {
  const message = `This call is made by ${methods.join(" or ")}.`;
  return Response.json({ message }, { status: 405, headers: { allow: methods.join(", ") } });
}

/** The bytes of the body; undefined if it is larger than any sign-in. */
async function bodyOf(request: Request): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // A reader, since leaving an iteration early would end the connection, and the answer with it.
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

/** Turns next-auth's answer to too many attempts into a 429 with `Retry-After`. */
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

function withCookies(response: Response, lines: readonly string[]): Response {
  if (lines.length === 0) return response;
  const headers = new Headers(response.headers);
  for (const line of lines) headers.append("set-cookie", line);
  return new Response(response.body, { status: response.status, headers });
}

type AuthContext = { params: Promise<{ nextauth: string[] }> };

/** Passes a request to next-auth. 503 if signing out cannot end the session; its cookie then stays. */
async function handOver(request: NextRequest, context: AuthContext): Promise<Response> {
  let failure: unknown;
  const signOut = async ({ token }: { token: unknown }) => {
    const session = sessionTokenOf(token);
    if (!session) return;
    const db = connectionOfPerson(session.sub);
    await endSession({ db }, { id: session.id, personId: session.sub }).catch((err: unknown) => {
      failure = err;
    });
  };
  const cookies: string[] = [];
  const response = await NextAuth(await withUsableCallback(request), context, {
    ...authOptions(request, (line) => cookies.push(line)),
    secret: sessionSecret(),
    events: { signOut },
  });
  if (failure === undefined) return withCookies(response, cookies);
  log.error({ err: failure }, "a session could not be ended");
  return refusal(503, "The session could not be ended. Try again.");
}

/** Answers all calls below `/api/auth`: signing in and out, the CSRF token, the session for the pages. */
export async function serveAuth(request: NextRequest, context: AuthContext): Promise<Response> {
  // next-auth takes its address from here, and never from the request's headers.
  process.env.NEXTAUTH_URL = publicBaseUrl;
  const { url, segments } = withKnownError(new URL(request.url), (await context.params).nextauth);
  const usable: AuthContext = { params: Promise.resolve({ nextauth: segments }) };
  if (segments[0] === "") return refusal(404, "There is nothing here.");
  const methods = methodsOf(segments);
  const method = request.method === "HEAD" ? "GET" : request.method;
  if (methods && !methods.includes(method)) return notAllowed(methods);
  if (request.method !== "POST") return handOver(new NextRequest(url, { headers: request.headers }), usable);
  // Any page could write into the log through this route.
  if (segments[0] === "_log") return Response.json({});
  const body = await bodyOf(request);
  if (!body) return refusal(400, `The body is larger than ${MAX_BODY_BYTES} bytes.`);
  const { headers } = request;
  if (!isReadable(headers.get("content-type") ?? "", body))
    return refusal(400, "The body is not a JSON object.");
  const copy = new NextRequest(url, { method: "POST", headers, body });
  return withWait(await handOver(copy, usable));
}
