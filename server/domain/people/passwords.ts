import { randomBytes } from "node:crypto";
import { hash, type Options, verify } from "@node-rs/argon2";
import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { adjacencyGraphs, dictionary } from "@zxcvbn-ts/language-common";
import { faulty } from "@/server/errors";

/** Argon2id, which is the library's default, as OWASP advises; memory in KiB. */
const ARGON2: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Of zxcvbn's scores from 0 to 4, the least that holds against many tries. */
const LEAST_SCORE = 3;
/** What comes after can make a password no weaker, and takes time to look at. */
const MOST_JUDGED = 100;

/** What is left of a password, besides what is known of its owner, must have as many letters and digits. */
const LEAST_OF_ITS_OWN = 6;

const wordsOf = (text: string) => text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");

/** How many letters and digits somebody who knows the words would have to find. */
function ownLength(password: string, words: string[]): number {
  const telling = words.filter((word) => word.length > 2).sort((a, b) => b.length - a.length);
  const rest = telling.reduce(
    (text, word) => text.replaceAll(word.toLowerCase(), ""),
    password.toLowerCase(),
  );
  return wordsOf(rest).join("").length;
}

let judge: ZxcvbnFactory | undefined;

/** 400 for a password that others would guess: common words, rows of keys, repetitions, what is known of its owner. */
export function refuseGuessable(password: string, known: string[], pointer = "/password"): void {
  judge ??= new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: MOST_JUDGED });
  const words = ["assay", ...known.flatMap(wordsOf)];
  const { score } = judge.check(password.slice(0, MOST_JUDGED), [...words, ...known]);
  if (score < LEAST_SCORE || ownLength(password, words) < LEAST_OF_ITS_OWN)
    throw faulty([{ pointer, message: "is too easily guessed: take words that do not belong together" }]);
}

/** One password is the same however a keyboard composes its letters. */
const composed = (password: string) => password.normalize("NFC");

/** What is stored of a password. */
export const hashOfPassword = (password: string) => hash(composed(password), ARGON2);

let hashOfNobody: Promise<string> | undefined;

/** Whether the password is the one that was hashed. Takes as long where there is none, so that time tells nothing. */
export async function isPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  hashOfNobody ??= hash(randomBytes(32), ARGON2);
  const fits = await verify(stored ?? (await hashOfNobody), composed(password));
  return fits && typeof stored === "string";
}
