/*
 * Separates faults of a piece from outages. Where Postgres is down, full, read-only or does not match this build, every
 * piece would fail, and none of them is to blame.
 */
const OUTAGE_STATES = /^(08|25|26|42|53|57P|58P)/;
const OUTAGE_CODES = new Set([
  "CONNECTION_CLOSED",
  "CONNECTION_ENDED",
  "CONNECTION_DESTROYED",
  "CONNECT_TIMEOUT",
  "ECONNREFUSED",
  "ECONNRESET",
  "EAI_AGAIN",
  "EMFILE",
  "ENOSPC",
  "ENOTFOUND",
  "EPIPE",
  "EROFS",
  "ETIMEDOUT",
]);

const MAX_CODE_CHARACTERS = 40;
const MAX_WORDS_CHARACTERS = 500;

/** The innermost cause: the message of a failed query contains its parameters, which are personal data. */
function causeOf(reason: unknown): unknown {
  let cause = reason;
  while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause;
  return cause;
}

/** The SQLSTATE or the kind of a fault; safe to show to anyone. */
export function codeOf(reason: unknown): string {
  const cause = causeOf(reason);
  if (!(cause instanceof Error)) return "unknown";
  const code = "code" in cause && typeof cause.code === "string" ? cause.code : cause.name;
  return /^\w{1,40}$/.test(code) ? code.slice(0, MAX_CODE_CHARACTERS) : "unknown";
}

/** The message of a fault, for admins. */
export function wordsOf(reason: unknown): string {
  const cause = causeOf(reason);
  const words = cause instanceof Error ? cause.message : String(cause);
  return [...words.replaceAll("\0", "").toWellFormed()].slice(0, MAX_WORDS_CHARACTERS).join("");
}

/** Deadlocks, failed serializations and locks that were not available. */
const CLASHES = new Set(["40001", "40P01", "55P03"]);

/** Whether another transaction was in the way, so that another attempt succeeds. */
export const isClash = (reason: unknown): boolean => CLASHES.has(codeOf(reason));

/** Whether the database or the machine is at fault, so that other pieces would fail, too. */
export function isOutage(reason: unknown): boolean {
  const code = codeOf(reason);
  return OUTAGE_CODES.has(code) || (/^[0-9A-Z]{5}$/.test(code) && OUTAGE_STATES.test(code));
}
