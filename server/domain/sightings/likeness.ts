/** A registered identifier next to a code in byte order, and its producer. */
export interface Neighbour {
  identifier: string;
  producerId: string;
}

/** The minimum length of the prefix that codes of one brand share. */
const MIN_SHARED_CHARACTERS = 5;

/** Replaces each letter and digit by one mark: codes of one shape have the same length and separators. */
const shapeOf = (code: string) => code.replaceAll(/[\p{L}\p{N}]/gu, "x");

const CLASSES = [/\p{N}/u, /\p{Lu}/u, /\p{Ll}/u, /[^\P{L}\p{Lu}\p{Ll}]/u];

/** The character classes that occur: digits, capital letters, small letters, letters of other scripts. */
const classesOf = (codes: string[]) => CLASSES.filter((one) => one.test(codes.join("")));

/** The length of the prefix that two codes share. */
function sharedCharacters(a: string, b: string): number {
  const [left, right] = [[...a], [...b]];
  const end = left.findIndex((character, at) => character !== right[at]);
  return end < 0 ? left.length : end;
}

/**
 * The producer whose codes resemble this one: same length and separators, no character class that theirs lack, and the
 * longest shared prefix. Undefined where the prefix is too short or two producers tie.
 */
export function likelyProducer(code: string, neighbours: Neighbour[]): string | undefined {
  const codesOf = new Map<string, string[]>();
  for (const { identifier, producerId } of neighbours)
    if (shapeOf(identifier) === shapeOf(code))
      codesOf.set(producerId, [...(codesOf.get(producerId) ?? []), identifier]);
  const ranked = [...codesOf]
    .map(([producerId, codes]) => {
      const known = new Set(classesOf(codes));
      return {
        producerId,
        isKnown: classesOf([code]).every((one) => known.has(one)),
        shared: Math.max(...codes.map((other) => sharedCharacters(code, other))),
      };
    })
    .filter(({ isKnown, shared }) => isKnown && shared >= MIN_SHARED_CHARACTERS)
    .toSorted((a, b) => b.shared - a.shared);
  const [first, second] = ranked;
  return first?.shared === second?.shared ? undefined : first?.producerId;
}
