import { errors } from "undici";
import { codeOf } from "./error-code";

/**
 * The reason for a missing response. `closed`: the caller itself closed the client, and the receiver is not to blame.
 * `bad-answer`: the response is not HTTP, or exceeds the limits.
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

/** A call without a response. The message is for the webhook's owner and contains no address that a name resolved to. */
export class OutboundFault extends Error {
  constructor(
    readonly reason: FailureReason,
    message: string,
  ) {
    super(message);
  }
}

const FAULTS_BY_CODE: [codes: RegExp, reason: FailureReason, message: string][] = [
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

/** Converts an error of the network or of undici to a fault. @throws the error itself where only the caller can be wrong */
export function asFault(error: unknown): OutboundFault {
  if (error instanceof OutboundFault) return error;
  const code = codeOf(error) ?? "unknown";
  if (code === "UND_ERR_INVALID_ARG") throw error;
  // A response before its request, an unexpected 100 or 101: undici distinguishes them only by message.
  const isOutOfOrder = error instanceof errors.SocketError && /^bad (response|upgrade)$/.test(error.message);
  if (isOutOfOrder || error instanceof errors.HTTPParserError) {
    return new OutboundFault("bad-answer", "The answer is not valid HTTP.");
  }
  const [, reason, message] = FAULTS_BY_CODE.find(([codes]) => codes.test(code)) ?? [];
  return new OutboundFault(reason ?? "connection", `${message ?? "The connection failed"} (${code}).`);
}
