import { publishedKeys } from "@/server/domain/evidence/keys";
import { inTime } from "@/server/http/in-time";
import { runtime } from "@/server/runtime/runtime";

const MAX_AGE_SECONDS = 60;

/** The public keys of evidence packs as a JSON Web Key Set (RFC 7517), for anyone. */
export async function showEvidenceKeys(): Promise<Response> {
  const keys = await inTime(publishedKeys(runtime().database));
  return Response.json(
    { keys: keys.map((key) => ({ ...key, use: "sig", alg: "EdDSA" })) },
    {
      headers: {
        "content-type": "application/jwk-set+json",
        "cache-control": `public, max-age=${MAX_AGE_SECONDS}`,
        "access-control-allow-origin": "*",
        "x-content-type-options": "nosniff",
      },
    },
  );
}
