import { fileInTime } from "@/server/http/in-time";
import { serveAuth } from "@/server/identity/serve-auth";
import { log } from "@/server/platform/log";

/** Serves `/api/auth` through `serveAuth`; 503 if the database or an identity provider does not respond. */
export async function signingIn(...call: Parameters<typeof serveAuth>): Promise<Response> {
  try {
    return await fileInTime(serveAuth(...call));
  } catch (err) {
    log.error({ err }, "next-auth call failed");
    const message = "Signing in does not answer just now.";
    return Response.json({ message }, { status: 503, headers: { "retry-after": "5" } });
  }
}
