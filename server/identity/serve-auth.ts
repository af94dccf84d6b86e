import { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { z } from "zod";
import { signInRefusal } from "@/server/domain/people/schema";
import { endSession } from "@/server/domain/people/sessions";
import { publicBaseUrl } from "@/server/platform/env";
import { log } from "@/server/platform/log";
import { connectionOfPerson } from "@/server/runtime/runtime";
import { authOptions } from "./auth-options";
import { methodsOf, withKnownError } from "./auth-routes";
import { withUsableCallback } from "./callback-url";
import { sessionSecret, sessionTokenOf } from "./session-token";

const MAX_BODY_BYTES = 16 * 1024;
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
