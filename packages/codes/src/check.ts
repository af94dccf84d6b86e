/** The characters that the check character protects, and the check character's own. Others are skipped. */
export const CHECKED_ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

const SIZE = CHECKED_ALPHABET.length;
/** The value of a character by its code; undefined for characters that are skipped. */
const values: (number | undefined)[] = [];
for (let value = 0; value < SIZE; value += 1) values[CHECKED_ALPHABET.charCodeAt(value)] = value;

// A value is a pair of elements of the fields GF(4) and GF(9): 4 * nine + four. GF(4) is two bits, GF(9) is a + bi with
// a and b modulo 3. Multiplying by (w, i) and by (w, i) - 1 is reversible, so no error below is lost.

const TIMES_W = [0, 2, 3, 1];

/** Multiplies a value by the pair (w, i): i * (a + bi) is -b + ai. */
function multiply(value: number): number {
  const nine = value >> 2;
  const [a, b] = [nine % 3, Math.floor(nine / 3)];
  return 4 * (((3 - b) % 3) + 3 * a) + (TIMES_W[value & 3] ?? 0);
}

/** Adds two values: bits without carry in GF(4), modulo 3 in GF(9). */
function add(one: number, other: number): number {
  const [m, n] = [one >> 2, other >> 2];
  const nine = ((m + n) % 3) + 3 * ((Math.floor(m / 3) + Math.floor(n / 3)) % 3);
  return 4 * nine + ((one ^ other) & 3);
}

const all = Array.from({ length: SIZE }, (_, value) => value);
const NEXT = all.map((sum) => Uint8Array.from(all, (value) => add(multiply(sum), value)));
/** The value that brings a sum to 0. */
const CLOSING = NEXT.map((row) => row.indexOf(0));

function sumOf(text: string): number {
  let sum = 0;
  for (let i = 0; i < text.length; i += 1) {
    const value = values[text.charCodeAt(i)];
    if (value !== undefined) sum = NEXT[sum]?.[value] ?? 0;
  }
  return sum;
}

/** Computes the check character of a text. It exposes each single wrong character and each adjacent transposition. */
export const checkCharacter = (text: string): string => CHECKED_ALPHABET.charAt(CLOSING[sumOf(text)] ?? 0);

/** Whether the last character of a text is its check character. */
export const hasValidCheck = (text: string): boolean =>
  text !== "" && CHECKED_ALPHABET.includes(text.slice(-1)) && sumOf(text) === 0;
