import { CONFLICT } from "./codes/conflict";
import { DENIED } from "./codes/denied";
import { INVALID } from "./codes/invalid";
import { type ErrorCode, ofKind } from "./codes/kind";
import { NOT_FOUND } from "./codes/not-found";

/** Every code of the API's errors, in the order of the documentation. */
export const ERROR_CODES = {
  ...INVALID,
  ...DENIED,
  ...NOT_FOUND,
  ...CONFLICT,
  "too-many-requests": ofKind("tooManyRequests")(
    "A rate limit is used up. The header `retry-after` says when to try again.",
    "Too many requests of this token. Try again in 1 s.",
  ),
  internal: ofKind("internal")(
    "Something failed on the service's side. Its log has the reason under `requestId`.",
    "Something failed on our side. The request id finds it in the log.",
  ),
  unavailable: ofKind("unavailable")(
    "The database or the file store does not answer. The header `retry-after` says when to try again.",
    "A part of the service, such as its database, does not answer. Try again later.",
  ),
} satisfies Record<string, ErrorCode>;

export type ErrorCodeName = keyof typeof ERROR_CODES;
