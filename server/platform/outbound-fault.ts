import { errors } from "undici";
import { codeOf } from "./embedded-postgres-place";

/**
 * Why there is no answer. `closed`: the caller itself has put the client away, and the receiver is not to blame.
 * `bad-answer`: what came is not HTTP, or not within the limits.
 */
export type FailureReason =
  | "invalid-url"
  | "refused-address"
  | "dns"
  | "timeout"
  | "connection"
  | "tls"
  | "bad-answer"
  | "closed";

/** A call without an answer. The message is for the hook's owner: it names no address that a name led to. */
export class OutboundFault extends Error {
  constructor(
    readonly reason: FailureReason,
    message: string,
  ) {
    super(message);
  }
}

const SAID: [codes: RegExp, reason: FailureReason, message: string][] = [
  [/^(UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT)$/, "timeout", "The connection was not made in time"],
  [/^UND_ERR_(DESTROYED|CLOSED)$/, "closed", "The service is stopping"],
  [/^UND_ERR_HEADERS_OVERFLOW$/, "bad-answer", "The answer's headers are too large"],
  [/^UND_ERR_RES_/, "bad-answer", "The answer's body is not what its headers say"],
  [
    /^(ERR_TLS_|ERR_SSL_|EPROTO$|CERT_|CRL_|.*SELF_SIGNED|UNABLE_TO_|INVALID_(CA|PURPOSE)|HOSTNAME_MISMATCH)/,
    "tls",
    "No trusted TLS connection could be made",
  ],
];

/** The fault that an error of the network or of undici stands for; throws what can only be the caller's mistake. */
export function asFault(error: unknown): OutboundFault {
  if (error instanceof OutboundFault) return error;
  const code = codeOf(error) ?? "unknown";
  if (code === "UND_ERR_INVALID_ARG") throw error;
  // An answer before its request, an uncalled-for 100 or 101: undici tells them by the message alone.
  const isOutOfOrder = error instanceof errors.SocketError && /^bad (response|upgrade)$/.test(error.message);
  if (isOutOfOrder || error instanceof errors.HTTPParserError) {
    return new OutboundFault("bad-answer", "The answer is not valid HTTP.");
  }
  const [, reason, message] = SAID.find(([codes]) => codes.test(code)) ?? [];
  return new OutboundFault(reason ?? "connection", `${message ?? "The connection failed"} (${code}).`);
}
