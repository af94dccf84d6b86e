/** A registered identifier beside a code in byte order, and whose it is. */
export interface Neighbour {
  identifier: string;
  producerId: string;
}

/** Codes of one brand share at least so many characters at their beginning. */
export const MIN_SHARED_CHARACTERS = 5;

/** Letters and digits as one mark each, all else as it is: codes of one shape have the same length and separators. */
const shapeOf = (code: string) => code.replaceAll(/[\p{L}\p{N}]/gu, "x");

const CLASSES = [/\p{N}/u, /\p{Lu}/u, /\p{Ll}/u, /[^\P{L}\p{Lu}\p{Ll}]/u];

/** Which kinds of characters occur: digits, capital letters, small letters, letters of other scripts. */
const classesOf = (codes: string[]) => CLASSES.filter((one) => one.test(codes.join("")));

/** How many characters two codes share from their beginning. */
function sharedCharacters(a: string, b: string): number {
  const [left, right] = [[...a], [...b]];
  const end = left.findIndex((character, at) => character !== right[at]);
  return end < 0 ? left.length : end;
}

/**
 * The producer whose codes look like this one: same length, same separators, no kind of character that theirs lack, and
 * the longest shared beginning. Nothing where that is too short, or where two producers share as much.
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
