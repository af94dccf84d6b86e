import { ANONYMOUS, type Caller } from "@/server/core/caller";
import { type AppError, forbidden, producerSuspended } from "@/server/core/errors";
import { hasScope, type Scope } from "@/server/core/scopes";
import type { Credential, Credentials } from "./credentials";
import { isTestSecret } from "./secrets";

/**
 * How an endpoint treats credentials (decision 0003):
 * `none` ignores credentials; `token` requires a token; `optionalToken` accepts anonymous callers, yet refuses a bad token;
 * `scanner` treats a bad token as none; `hookCreator` requires a token or an owner key.
 */
export type Auth = "none" | "token" | "optionalToken" | "scanner" | "hookCreator";

/** What a call asks of its credential. */
export interface Access {
  auth: Auth;
  /** What a token needs; undefined where every token may make the call. */
  scope?: Scope | undefined;
}

/** The caller of a request, and the reason to refuse the call although the caller is known. */
export interface Identified {
  caller: Caller;
  refusal?: AppError | undefined;
}

export const TOKEN_HEADER = "an-api-token";
export const OWNER_KEY_HEADER = "an-api-key-owner";

const notAccepted = (header: string) =>
  forbidden(
    "credential-not-accepted",
    `The credential in ${header} is not accepted: unknown, revoked, expired, malformed or of the wrong kind.`,
  );

/** The refusal of a token without a scope. */
export const scopeMissing = (scope: Scope) =>
  forbidden("scope-missing", `The token does not have the scope ${scope}, which this call needs.`);

function refusalOf(
  { isFrom, isSuspended }: Credential,
  caller: Caller,
  { scope }: Access,
  address: string | undefined,
) {
  if (isSuspended) return producerSuspended();
  if (isFrom && (address === undefined || !isFrom(address)))
    return forbidden(
      "address-not-allowed",
      "The credential may not be used from the address of this request.",
    );
  return scope && !hasScope(caller, scope) ? scopeMissing(scope) : undefined;
}

function identified(credential: Credential, access: Access, address: string | undefined): Identified {
  const caller: Caller = {
    kind: "producer",
    producerId: credential.producerId,
    sandbox: credential.sandbox,
    credential: credential.kind,
    actor: { type: "token", id: credential.tokenId, name: credential.name },
    scopes: credential.scopes ?? undefined,
    requestsPerMinute: credential.requestsPerMinute ?? undefined,
  };
  return { caller, refusal: refusalOf(credential, caller, access, address) };
}

/**
 * A scanner without a token that it may use is anonymous, so that no scan is lost. A test token that may not be used is refused
 * instead: its scan is none of real items.
 */
async function scannerFrom(
  token: string | null,
  access: Access,
  { credentials, address }: From,
): Promise<Identified> {
  const credential = token === null ? undefined : await credentials.find(token);
  const isOfSandbox = token !== null && isTestSecret(token);
  if (credential?.kind !== "token") {
    if (isOfSandbox) throw notAccepted(TOKEN_HEADER);
    return { caller: ANONYMOUS };
  }
  if (credential.isSuspended && !isOfSandbox) return { caller: ANONYMOUS };
  const { caller, refusal } = identified(credential, access, address);
  if (isOfSandbox) return { caller, refusal };
  return { caller: refusal ? ANONYMOUS : caller };
}

/** Whether a request makes its caller anonymous, whatever the database has. */
export const isAnonymous = (headers: Headers, { auth }: Access): boolean =>
  auth === "none" || (auth === "scanner" && !headers.has(TOKEN_HEADER));

interface From {
  credentials: Credentials;
  /** The caller's address; undefined where it is not known. */
  address: string | undefined;
}

/**
 * Identifies the caller of a request. The refusal of a known caller is returned, so that its call is counted and recorded.
 *
 * @throws 403 where no credential satisfies `auth`
 */
export async function callerFrom(headers: Headers, access: Access, from: From): Promise<Identified> {
  if (isAnonymous(headers, access)) return { caller: ANONYMOUS };
  const { auth } = access;
  const token = headers.get(TOKEN_HEADER);
  if (auth === "scanner") return scannerFrom(token, access, from);
  const ownerKey = headers.get(OWNER_KEY_HEADER);

  if (token !== null) {
    const credential = await from.credentials.find(token);
    if (credential?.kind === "token") return identified(credential, access, from.address);
    throw notAccepted(TOKEN_HEADER);
  }
  if (ownerKey !== null) {
    const credential = auth === "hookCreator" ? await from.credentials.find(ownerKey) : undefined;
    if (credential?.kind === "ownerKey") return identified(credential, access, from.address);
    throw notAccepted(OWNER_KEY_HEADER);
  }
  if (auth === "optionalToken") return { caller: ANONYMOUS };
  const listed = auth === "hookCreator" ? `${TOKEN_HEADER} or ${OWNER_KEY_HEADER}` : TOKEN_HEADER;
  throw forbidden("credential-missing", `This call needs a credential in the header ${listed}.`);
}
