import { type AppError, refusalIn, unavailable } from "./errors";
import { isRecord } from "./is-record";

const AWAY_CODES = new Set([
  "CONNECTION_CLOSED",
  "CONNECTION_ENDED",
  "CONNECTION_DESTROYED",
  "CONNECT_TIMEOUT",
  "ECONNREFUSED",
  "ECONNRESET",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "EMFILE",
  "ENETUNREACH",
  "ENOSPC",
  "ENOTFOUND",
  "EPIPE",
  "EROFS",
  "ETIMEDOUT",
]);
/** The error of the database where a producer has moved to another cell during a call. */
export const MOVED_STATE = "AS001";
/** Postgres is unreachable, starts, stops, lacks memory, disk or connections, has become a standby, or the producer has moved. */
const AWAY_STATES = /^(08|53|57P|58)...?$|^25006$|^AS001$/;

/** An error and its causes, from the outside in. */
export function* causesOf(reason: unknown): Generator<unknown> {
  yield reason;
  if (reason instanceof Error && reason.cause !== undefined) yield* causesOf(reason.cause);
}

const isOne = (of: (reason: Error) => boolean) => (reason: unknown) =>
  [...causesOf(reason)].some((cause) => cause instanceof Error && of(cause));

const hasAwayCode = (reason: Error) => {
  const code = "code" in reason ? String(reason.code) : "";
  return AWAY_CODES.has(code) || AWAY_STATES.test(code);
};

/** Whether the producer of a call has moved to another cell meanwhile: nothing of the call remains. */
export const hasMoved = isOne((reason) => "code" in reason && reason.code === MOVED_STATE);

/** Whether the database or the machine failed a call, and would fail any other. */
export const isUnreachable = isOne(hasAwayCode);

/** An S3 service that answered, but could not serve, as its SDK describes it. */
export const isStoreFault = isOne(
  (reason) =>
    "$metadata" in reason && isRecord(reason.$metadata) && Number(reason.$metadata.httpStatusCode) >= 500,
);

/** Our own, and that of the S3 SDK. */
const isTimeout = isOne(({ name }) => name === "TimeoutError");

/** Whether a call had no answer in time, or could not reach what it needs: the same call may work later. */
export const isAway = (thrown: unknown): boolean =>
  [isTimeout, isUnreachable, isStoreFault].some((is) => is(thrown));

/** The refusal in a thrown error; 503 where a call had no answer in time or could not reach what it needs; else undefined. */
export const refusalOrAway = (thrown: unknown): AppError | undefined =>
  refusalIn(thrown) ?? (isAway(thrown) ? unavailable(thrown) : undefined);
