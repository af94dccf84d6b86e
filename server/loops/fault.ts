import { causesOf, isUnreachable } from "@/server/core/outage";

const MAX_CODE_CHARACTERS = 40;
const MAX_WORDS_CHARACTERS = 500;

/** The innermost cause: the message of a failed query contains its parameters, which are personal data. */
const causeOf = (reason: unknown): unknown => [...causesOf(reason)].at(-1);

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

/** States of a Postgres that refuses statements of this kind, or does not match this build. */
const MISMATCHES = /^(25|26|42)/;

/**
 * Separates outages from faults of a piece of work: where Postgres is down, full, read-only or does not match this build,
 * every piece would fail, and none of them is to blame.
 */
export const isOutage = (reason: unknown): boolean =>
  isUnreachable(reason) || MISMATCHES.test(codeOf(reason));
