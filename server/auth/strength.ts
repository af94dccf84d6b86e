import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { adjacencyGraphs, dictionary } from "@zxcvbn-ts/language-common";

/** Of zxcvbn's scores from 0 to 4, the least that holds against many tries. */
const MIN_SCORE = 3;
/** What comes after can make a password no weaker, and takes time to look at. */
const MAX_SCORED_CHARACTERS = 100;

/** What is left of a password, besides what is known of its owner, must have as many letters and digits. */
const MIN_OWN_CHARACTERS = 6;

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

let evaluate: ZxcvbnFactory | undefined;

/** How long others would guess at a password, who know its owner's name and e-mail. Pages judge by it, too. */
export function strengthOf(password: string, known: string[]): "guessable" | "good" | "great" {
  evaluate ??= new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: MAX_SCORED_CHARACTERS });
  const words = ["assay", ...known.flatMap(wordsOf)];
  const { score } = evaluate.check(password.slice(0, MAX_SCORED_CHARACTERS), [...words, ...known]);
  if (score < MIN_SCORE || ownLength(password, words) < MIN_OWN_CHARACTERS) return "guessable";
  return score === MIN_SCORE ? "good" : "great";
}
