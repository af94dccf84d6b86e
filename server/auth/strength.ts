import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { adjacencyGraphs, dictionary } from "@zxcvbn-ts/language-common";

/** Of zxcvbn's scores from 0 to 4, the lowest that resists many attempts. */
const MIN_SCORE = 3;
/** Further characters cannot weaken a password, and scoring them takes time. */
const MAX_SCORED_CHARACTERS = 100;

/** The letters and digits that a password must have besides words known of its owner. */
const MIN_OWN_CHARACTERS = 6;

const wordsOf = (text: string) => text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");

/** The number of letters and digits that an attacker who knows the words would have to guess. */
function ownLength(password: string, words: string[]): number {
  const telling = words.filter((word) => word.length > 2).sort((a, b) => b.length - a.length);
  const rest = telling.reduce(
    (text, word) => text.replaceAll(word.toLowerCase(), ""),
    password.toLowerCase(),
  );
  return wordsOf(rest).join("").length;
}

let evaluate: ZxcvbnFactory | undefined;

/** Rates a password against attackers who know its owner's name and e-mail. Pages use it, too. */
export function strengthOf(password: string, known: string[]): "guessable" | "good" | "great" {
  evaluate ??= new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: MAX_SCORED_CHARACTERS });
  const words = ["assay", ...known.flatMap(wordsOf)];
  const { score } = evaluate.check(password.slice(0, MAX_SCORED_CHARACTERS), [...words, ...known]);
  if (score < MIN_SCORE || ownLength(password, words) < MIN_OWN_CHARACTERS) return "guessable";
  return score === MIN_SCORE ? "good" : "great";
}
