/** Crockford's base32: digits and upper-case letters without I, L, O and U. */
export const RANDOM_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Each character holds 5 bits, and a random part at least 64. */
export const MIN_RANDOM_CHARACTERS = 13;

/** Gives random bytes. */
export type RandomBytes = (bytes: number) => Uint8Array;

/** The longest answer of `getRandomValues`. */
const CHUNK_BYTES = 65_536;

const secureBytes: RandomBytes = (bytes) => crypto.getRandomValues(new Uint8Array(bytes));

/** Returns a function that draws random texts. A character takes the lower 5 bits of a byte, so all are equally likely. */
export function randomTexts(randomBytes: RandomBytes = secureBytes): (characters: number) => string {
  let chunk = new Uint8Array(0);
  let used = 0;
  return (characters) => {
    let text = "";
    while (text.length < characters) {
      if (used === chunk.length) {
        chunk = Uint8Array.from(randomBytes(CHUNK_BYTES));
        used = 0;
      }
      text += RANDOM_ALPHABET.charAt((chunk[used] ?? 0) & 31);
      used += 1;
    }
    return text;
  };
}
