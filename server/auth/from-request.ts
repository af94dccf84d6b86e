import { ANONYMOUS, type Caller } from "@/server/core/caller";
import { forbidden, producerSuspended } from "@/server/core/errors";
import type { Credential, Credentials } from "./credentials";

/**
 * How an endpoint treats credentials (decision 0003):
 * `none` ignores credentials; `token` requires a token; `optionalToken` accepts anonymous callers, yet refuses a bad token;
 * `scanner` treats a bad token as none; `hookCreator` requires a token or an owner key.
 */
export type Auth = "none" | "token" | "optionalToken" | "scanner" | "hookCreator";

export const TOKEN_HEADER = "an-api-token";
export const OWNER_KEY_HEADER = "an-api-key-owner";

const notAccepted = (header: string) =>
  forbidden(
    "credential-not-accepted",
    `The credential in ${header} is not accepted: unknown, revoked, expired, malformed or of the wrong kind.`,
  );

function callerOf(credential: Credential): Caller {
  if (credential.isSuspended) throw producerSuspended();
  return {
    kind: "producer",
    producerId: credential.producerId,
    sandbox: credential.sandbox,
    credential: credential.kind,
    actor: { type: "token", id: credential.tokenId, name: credential.name },
  };
}

/**
 * Identifies the caller of a request.
 *
 * @throws 403 where the credentials do not satisfy `auth`
 */
export async function callerFrom(headers: Headers, auth: Auth, credentials: Credentials): Promise<Caller> {
  if (auth === "none") return ANONYMOUS;
  const token = headers.get(TOKEN_HEADER);
  const ownerKey = auth === "scanner" ? null : headers.get(OWNER_KEY_HEADER);

  if (token !== null) {
    const credential = await credentials.find(token);
    if (auth === "scanner" && credential?.isSuspended) return ANONYMOUS;
    if (credential?.kind === "token") return callerOf(credential);
    if (auth === "scanner") return ANONYMOUS;
    throw notAccepted(TOKEN_HEADER);
  }
  if (ownerKey !== null) {
    const credential = auth === "hookCreator" ? await credentials.find(ownerKey) : undefined;
    if (credential?.kind === "ownerKey") return callerOf(credential);
    throw notAccepted(OWNER_KEY_HEADER);
  }
  if (auth === "optionalToken" || auth === "scanner") return ANONYMOUS;
  const listed = auth === "hookCreator" ? `${TOKEN_HEADER} or ${OWNER_KEY_HEADER}` : TOKEN_HEADER;
  throw forbidden("credential-missing", `This call needs a credential in the header ${listed}.`);
}
