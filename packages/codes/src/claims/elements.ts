/** Kinds of characters as bits, so that kinds of several positions are united and intersected. */
export const BITS = { digits: 1, capitals: 2, small: 4 } as const;

/** The classes of characters of a shape, by the words that its text has. */
export const CLASSES = {
  digits: BITS.digits,
  capitals: BITS.capitals,
  small: BITS.small,
  letters: BITS.capitals | BITS.small,
  "capitals-digits": BITS.capitals | BITS.digits,
  "small-digits": BITS.small | BITS.digits,
  "letters-digits": BITS.capitals | BITS.small | BITS.digits,
} as const;

export type ClassName = keyof typeof CLASSES;

/** One stretch of a code: a fixed text, characters of a class, or any number of any characters. */
export type Element =
  | { kind: "text"; text: string }
  | { kind: "class"; name: ClassName; min: number; max: number }
  | { kind: "any" };

/** The kinds of a character; 0 for separators and letters of other scripts. */
export function bitsOf(character: string): number {
  if (/^[0-9]$/.test(character)) return BITS.digits;
  if (/^[A-Z]$/.test(character)) return BITS.capitals;
  return /^[a-z]$/.test(character) ? BITS.small : 0;
}

const isClassName = (name: string): name is ClassName => Object.hasOwn(CLASSES, name);

/** The class of a word, and undefined for others. */
export const classNamed = (name: string): ClassName | undefined => (isClassName(name) ? name : undefined);

const NAMES = new Map(
  Object.keys(CLASSES).flatMap((name) => (isClassName(name) ? [[CLASSES[name], name]] : [])),
);

/** The class that has exactly these kinds; undefined for none of them. */
export const classOfBits = (bits: number): ClassName | undefined => NAMES.get(bits);
