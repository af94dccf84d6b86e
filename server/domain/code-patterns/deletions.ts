import { beginningOf, startsOf, withoutEach } from "@/server/domain/shared/characters";

/** The start of a pattern that is compared: longer ones are cut. */
const NEAR_CHARACTERS = 8;

/** How many characters of a pattern's fixed start may be wrong: fewer in shorter ones. */
export function editsOf(head: string): number {
  const { length } = [...head];
  return length >= 5 ? 2 : length >= 3 ? 1 : 0;
}

/** A text without none, one or two of its characters. */
export function deletions(text: string, edits: number): Set<string> {
  const found = new Set([text]);
  let last = [text];
  for (let edit = 0; edit < edits; edit += 1) {
    last = last.flatMap(withoutEach);
    for (const one of last) found.add(one);
  }
  return found;
}

/** What is stored of a pattern's start. Two texts within an edit distance share a text that both give by as many deletions. */
export const nearKeysOf = (head: string): string[] => [
  ...deletions(beginningOf(NEAR_CHARACTERS, head), editsOf(head)),
];

const MAX_EDITS = 2;
/** No stored key is shorter. */
const MIN_KEY_CHARACTERS = 2;

/** The keys by which the patterns are found whose start is near to that of a code: at most 228. */
export function nearKeysIn(code: string): string[] {
  const keys = new Set<string>();
  for (const start of startsOf(code, MIN_KEY_CHARACTERS, NEAR_CHARACTERS + MAX_EDITS))
    for (const key of deletions(start, MAX_EDITS)) keys.add(key);
  return [...keys].filter((key) => [...key].length >= MIN_KEY_CHARACTERS);
}
