import type { Pattern } from "./pattern";
import { RANDOM_ALPHABET } from "./random";

/** The odds of a guesser who knows the pattern, the groups and the issued numbers, but no random part. */
export interface GuessingOdds {
  /** Identifiers for each number and group: 1 without a random part. */
  possible: number;
  /** Probability that one guess is an issued identifier. */
  perGuess: number;
  /** Probability that at least one of `guesses` is. */
  chance: number;
  /** 1 / `chance`; infinite if nothing is issued. */
  oneIn: number;
  guesses: number;
}

const SECONDS_OF_A_YEAR = 365 * 24 * 3600;

/** Computes the odds of guessing one of the issued identifiers; by default with 1,000 guesses a second for a year. */
export function guessingOdds(
  { parts }: Pattern,
  issued: number,
  { guessesPerSecond = 1000, seconds = SECONDS_OF_A_YEAR } = {},
): GuessingOdds {
  const random = parts.find((part) => part.kind === "random")?.characters ?? 0;
  const possible = RANDOM_ALPHABET.length ** random;
  const guesses = guessesPerSecond * seconds;
  // A known number belongs to one identifier; without numbers each guess may hit any.
  const targets = parts.some(({ kind }) => kind === "number") ? Math.min(1, issued) : issued;
  const perGuess = Math.min(1, targets / possible);
  const chance = -Math.expm1(guesses * Math.log1p(-perGuess));
  return { possible, perGuess, chance, oneIn: 1 / chance, guesses };
}
