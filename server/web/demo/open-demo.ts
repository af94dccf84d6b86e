import { refusalOrAway } from "@/server/core/outage";
import { readPublicDemo } from "@/server/domain/public-demo/read";
import { startVisit } from "@/server/domain/public-demo/visitor";
import { inTime } from "@/server/http/in-time";
import { limit } from "@/server/http/limits";
import { newRequestId } from "@/server/http/request-id";
import { refuseOtherOrigins } from "@/server/http/same-origin";
import { signedInPerson } from "@/server/identity/from-session";
import { sessionCookie } from "@/server/identity/session-token";
import { callerNetwork } from "@/server/platform/caller-network";
import { hasPublicDemo } from "@/server/platform/env";
import { log } from "@/server/platform/log";
import { connectionOfNetwork, runtime } from "@/server/runtime/runtime";
import { startPublicDemo } from "@/server/seed/public-demo";

const seeOther = (location: string, headers: Record<string, string> = {}) =>
  new Response(null, { status: 303, headers: { location, "cache-control": "no-store", ...headers } });

async function open({ headers }: Request): Promise<Response> {
  refuseOtherOrigins(headers);
  // People who are signed in keep their session.
  if (await signedInPerson(headers)) return seeOther("/overview");
  await limit("visits of the demo from this address", callerNetwork());
  const ctx = { db: connectionOfNetwork(callerNetwork()) };
  const demo = await readPublicDemo(ctx);
  if (demo.state !== "ready" || demo.isOld) {
    await startPublicDemo(runtime().database, newRequestId());
    return seeOther("/demo");
  }
  const cookie = await sessionCookie(await startVisit(ctx), headers);
  return seeOther(`/p/${demo.producerId}/overview`, { "set-cookie": cookie });
}

/**
 * Opens the public demo for a visitor, from a form: signs them in, or creates the demo first, whose page shows the
 * progress. 404 where the service has none; a busy service leads to that page, too.
 */
export async function openDemo(request: Request): Promise<Response> {
  if (!hasPublicDemo) return new Response(null, { status: 404 });
  try {
    return await inTime(open(request));
  } catch (thrown) {
    const refusal = refusalOrAway(thrown);
    if (refusal?.kind === "forbidden") return new Response(refusal.message, { status: 403 });
    if (!refusal) log.error({ err: thrown }, "the demo could not be opened");
    return seeOther(`/demo?refused=${refusal?.kind === "tooManyRequests" ? "busy" : "away"}`);
  }
}
