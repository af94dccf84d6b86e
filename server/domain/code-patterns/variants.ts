import { type Claim, hasGs1CheckDigit } from "@assay/codes";
import { startsOf, withoutEach } from "@/server/domain/shared/characters";
import { editDistance } from "./edit-distance";

const MAX_EDITS = 2;
/** Of one pattern. Each is one index lookup. */
const MAX_VARIANTS = 2_000;
/** Texts without one character of which another one is changed as well. */
const MAX_SHORTER = 20;

const KINDS = [
  [/\d/, "0123456789"],
  [/[A-Z]/, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"],
  [/[a-z]/, "abcdefghijklmnopqrstuvwxyz"],
] as const;

/** The characters that a correct code could have: those of the kinds that occur, and the separators of the pattern. */
function alphabetOf(text: string, { text: pattern }: Claim): string[] {
  const kinds = KINDS.flatMap(([kind, characters]) => (kind.test(text) ? [...characters] : []));
  const separators = pattern.replaceAll(/\{[^}]*\}/g, "").match(/[^\p{L}\p{N}]/gu) ?? [];
  return [...new Set([...kinds, ...separators])];
}

/** All texts with a character of the alphabet at each place of a text, instead of `removed` characters. */
function put(text: string, alphabet: readonly string[], removed: 0 | 1): string[] {
  const characters = [...text];
  return Array.from({ length: characters.length + 1 - removed }, (_, at) => {
    const before = characters.slice(0, at).join("");
    const after = characters.slice(at + removed).join("");
    return alphabet.map((one) => before + one + after);
  }).flat();
}

const changed = (text: string, alphabet: readonly string[]) => put(text, alphabet, 1);
const extended = (text: string, alphabet: readonly string[]) => put(text, alphabet, 0);

/** All texts with one character changed, inserted or removed. */
const oneEdit = (text: string, alphabet: readonly string[]) => [
  ...withoutEach(text),
  ...changed(text, alphabet),
  ...extended(text, alphabet),
];

/** A code with the fixed start of a pattern in place of its own, and how many further characters may be wrong. */
export interface Repaired {
  head: string;
  rest: string;
  left: number;
}

/** The ways to put a pattern's fixed start in the place of the code's, those with the fewest wrong characters first. */
export function repairsOf(code: string, head: string): Repaired[] {
  const ways: Repaired[] = [];
  const { length } = [...head];
  for (const start of startsOf(code, Math.max(0, length - MAX_EDITS), length + MAX_EDITS)) {
    const left = MAX_EDITS - editDistance(start, head, MAX_EDITS);
    if (left >= 0) ways.push({ head, rest: code.slice(start.length), left });
  }
  return ways.toSorted((a, b) => b.left - a.left);
}

/** The identifiers that a miswritten code of a pattern may come from: with one wrong character, and some with two. */
export function variantsOf({ head, rest, left }: Repaired, claim: Claim): string[] {
  const alphabet = alphabetOf(rest, claim);
  const found = [rest];
  if (left > 0) found.push(...oneEdit(rest, alphabet));
  if (left > 1) {
    const shorter = withoutEach(rest);
    found.push(
      ...shorter.flatMap(withoutEach),
      ...shorter.slice(0, MAX_SHORTER).flatMap((one) => changed(one, alphabet)),
    );
  }
  return [...new Set(found)].slice(0, MAX_VARIANTS).map((one) => head + one);
}

/** The start of an element string without brackets. */
const PLAIN_GTIN = /^(?:\][A-Za-z]\d)?\p{Cc}?01(?=\d{13})/u;
/** The digits of a GTIN, one or two of which may be wrong, missing or too many. */
const GTIN = /(?<!\d)\d{11,15}(?!\d)/;

interface Gtin {
  before: string;
  digits: string;
  after: string;
}

/** The GTIN-like digits of a code, with what stands around them. Where no bracket ends them, there are several ways to read them. */
export function gtinsIn(code: string): Gtin[] {
  const plain = PLAIN_GTIN.exec(code)?.[0].length;
  const found = plain === undefined ? GTIN.exec(code) : undefined;
  const start = plain ?? found?.index;
  if (start === undefined) return [];
  const lengths = found ? [found[0].length] : [14, 13, 15];
  const rest = [...code.slice(start)];
  return lengths.map((length) => ({
    before: code.slice(0, start),
    digits: rest.slice(0, length).join(""),
    after: rest.slice(length).join(""),
  }));
}

const DIGITS = [..."0123456789"];
const isGtin = (digits: string) => digits.length >= 12 && digits.length <= 14 && hasGs1CheckDigit(digits);

/** GTIN-like digits with at most two wrong ones, or one missing, or one too many and one wrong. */
function correctedGtins(digits: string): string[] {
  if (!/^\d+$/.test(digits)) return [];
  return [
    ...oneEdit(digits, DIGITS),
    ...changed(digits, DIGITS).flatMap((text) => changed(text, DIGITS)),
    ...withoutEach(digits).flatMap((text) => [...withoutEach(text), ...changed(text, DIGITS)]),
  ];
}

/** The codes with correct GTINs of a company from which a miswritten code may come. */
export function gtinVariantsOf(code: string, claim: Claim): string[] {
  const found = gtinsIn(code).flatMap(({ before, digits, after }) =>
    correctedGtins(digits)
      .filter((text) => isGtin(text) && text.padStart(14, "0").startsWith(claim.head, 1))
      .map((text) => before + text + after),
  );
  // Where another character is among the digits, the company prefix is put in its place.
  const repaired = ["", "0"].flatMap((indicator) => repairsOf(code, indicator + claim.head));
  return [...new Set([...found, ...repaired.flatMap((way) => variantsOf(way, claim))])].slice(
    0,
    MAX_VARIANTS,
  );
}
