import { fileInTime } from "@/server/http/in-time";
import { serveAuth } from "@/server/identity/next-auth";
import { log } from "@/server/platform/log";

/** Everything below `/api/auth`, as `serveAuth` answers it; 503 where the database, or an identity provider, does not answer. */
export async function signingIn(...call: Parameters<typeof serveAuth>): Promise<Response> {
  try {
    return await fileInTime(serveAuth(...call));
  } catch (err) {
    log.error({ err }, "no answer to a call of next-auth");
    const message = "Signing in does not answer just now.";
    return Response.json({ message }, { status: 503, headers: { "retry-after": "5" } });
  }
}
