import {
  groupText,
  guessingOdds,
  identifiers,
  type Pattern,
  PatternFault,
  type PatternFaultCode,
  parsePattern,
} from "@assay/codes";

const MAX_CHARACTERS = 200;
const EXAMPLES = 3;
const SECONDS_OF_A_YEAR = 365 * 24 * 3600;
const GUESSES_PER_SECOND = 1_000;

/** The parts of a pattern as they are typed. */
export const PARTS = {
  group: "{group}",
  number: "{number:6}",
  random: "{random:13}",
  check: "{check}",
} as const;

/** Codes of a pattern as it is typed, or its fault. `at` counts characters from 1. */
export type Trial = { examples: string[]; years: number | null } | { code: PatternFaultCode; at?: number };

/** Examples do not change while other fields are typed. */
const exampleBytes = (bytes: number) => {
  let state = 2_463_534_242;
  return Uint8Array.from({ length: bytes }, () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state & 255;
  });
};

/** Tries a pattern with the title of the chosen group. */
export function tryPattern(text: string, { count, group }: { count: number; group: string }): Trial {
  try {
    const pattern = parsePattern(text, { maxCharacters: MAX_CHARACTERS });
    const run = { count: Math.min(EXAMPLES, count), group: groupText(group), randomBytes: exampleBytes };
    return { examples: [...identifiers(pattern, run)], years: yearsToGuess(pattern, count) };
  } catch (fault) {
    if (!(fault instanceof PatternFault)) throw fault;
    return { code: fault.code, ...(fault.at === undefined ? {} : { at: fault.at + 1 }) };
  }
}

/** Years of guessing until one code is found on average; null if the codes follow each other. */
function yearsToGuess(pattern: Pattern, count: number): number | null {
  const { possible, perGuess } = guessingOdds(pattern, count);
  return possible === 1 ? null : 1 / perGuess / GUESSES_PER_SECOND / SECONDS_OF_A_YEAR;
}
