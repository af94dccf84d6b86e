import { randomBytes } from "node:crypto";
import { hash, type Options, verify } from "@node-rs/argon2";
import { strengthOf } from "@/server/auth/strength";
import { faulty } from "@/server/core/errors";

/** Argon2id, which is the library's default, as OWASP advises; memory in KiB. */
const ARGON2: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** 400 for a password that others would guess: common words, rows of keys, repetitions, what is known of its owner. */
export function refuseGuessable(password: string, known: string[], pointer = "/password"): void {
  if (strengthOf(password, known) === "guessable")
    throw faulty([{ pointer, message: "is too easily guessed: take words that do not belong together" }]);
}

/** One password is the same however a keyboard composes its letters. */
const composed = (password: string) => password.normalize("NFC");

/** What is stored of a password. */
export const hashOfPassword = (password: string) => hash(composed(password), ARGON2);

let dummyHash: Promise<string> | undefined;

/** Whether the password is the one that was hashed. Takes as long where there is none, so that time tells nothing. */
export async function isPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  dummyHash ??= hash(randomBytes(32), ARGON2);
  const fits = await verify(stored ?? (await dummyHash), composed(password));
  return fits && typeof stored === "string";
}
