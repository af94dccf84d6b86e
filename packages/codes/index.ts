export { CHECKED_ALPHABET, checkCharacter, hasValidCheck } from "./src/check";
export { type GuessingOdds, guessingOdds } from "./src/guessing";
export { groupText, identifiers, type Run, verifyCheck } from "./src/identifiers";
export {
  type Part,
  type Pattern,
  PatternFault,
  type PatternFaultCode,
  parsePattern,
  printPattern,
} from "./src/pattern";
export { MIN_RANDOM_CHARACTERS, RANDOM_ALPHABET } from "./src/random";
