/*
 * Which faults are a piece's own, and which are everybody's. Where Postgres is away, full, read-only or not the one that this build
 * knows, every piece would fail: none of them is to blame.
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

/** The error that others wrap: a failed query names its parameters, which are people's data. */
function causeOf(reason: unknown): unknown {
  let cause = reason;
  while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause;
  return cause;
}

/** The SQLSTATE of a fault, or its kind; safe to show to anybody. */
export function codeOf(reason: unknown): string {
  const cause = causeOf(reason);
  if (!(cause instanceof Error)) return "unknown";
  const code = "code" in cause && typeof cause.code === "string" ? cause.code : cause.name;
  return /^\w{1,40}$/.test(code) ? code.slice(0, MAX_CODE_CHARACTERS) : "unknown";
}

/** A fault in words, for admins. */
export function wordsOf(reason: unknown): string {
  const cause = causeOf(reason);
  const words = cause instanceof Error ? cause.message : String(cause);
  return [...words.replaceAll("\0", "").toWellFormed()].slice(0, MAX_WORDS_CHARACTERS).join("");
}

/** Whether the database or the machine is at fault, so that other pieces would fail as well. */
export function isOutage(reason: unknown): boolean {
  const code = codeOf(reason);
  return OUTAGE_CODES.has(code) || (/^[0-9A-Z]{5}$/.test(code) && OUTAGE_STATES.test(code));
}
