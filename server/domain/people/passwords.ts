import { randomBytes } from "node:crypto";
import { hash, type Options, verify } from "@node-rs/argon2";
import { strengthOf } from "@/server/auth/strength";
import { faulty } from "@/server/core/errors";

/** Argon2id (the library's default) with the parameters that OWASP recommends; memory in KiB. */
const ARGON2: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** @throws 400 for a guessable password: common words, keyboard rows, repetitions, or the `known` data of its owner. */
export function refuseGuessable(password: string, known: string[], pointer = "/password"): void {
  if (strengthOf(password, known) === "guessable")
    throw faulty([{ pointer, message: "is too easily guessed: take words that do not belong together" }]);
}

/** Normalises the password, since keyboards compose the same letter differently. */
const composed = (password: string) => password.normalize("NFC");

/** Hashes a password for storage. */
export const hashOfPassword = (password: string) => hash(composed(password), ARGON2);

let dummyHash: Promise<string> | undefined;

/** Whether the password matches the stored hash. Without a hash it takes as long, so that timing reveals no account. */
export async function isPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  dummyHash ??= hash(randomBytes(32), ARGON2);
  const fits = await verify(stored ?? (await dummyHash), composed(password));
  return fits && typeof stored === "string";
}
