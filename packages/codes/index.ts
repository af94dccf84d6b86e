export { CHECKED_ALPHABET, checkCharacter, hasValidCheck } from "./src/check";
export {
  CLAIM_KINDS,
  type Claim,
  type ClaimKind,
  claimMatches,
  claimsOverlap,
  MAX_HEAD_CHARACTERS,
  parseClaim,
} from "./src/claims/claim";
export { BITS, bitsOf, CLASSES, type ClassName, classOfBits } from "./src/claims/elements";
export { companyDigits, hasGs1CheckDigit } from "./src/claims/gtin";
export { ClaimFault, type ClaimFaultCode, parseShape, printShape, type ShapePart } from "./src/claims/shape";
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
