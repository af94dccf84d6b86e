import { createHmac, timingSafeEqual } from "node:crypto";
import { CODE_ALPHABET, CODE_LENGTH } from "./schema";

/** What a second code derives from, besides the producer's secret. */
export interface CodeSubject {
  identifier: string;
  sandbox: number;
  /** How often it was voided. */
  generation: number;
}

const BITS_OF_CHARACTER = 5;

/**
 * The second code of an identifier: the first 60 bits of an HMAC, as base 32. It depends on the identifier alone, so that it exists
 * before the item, and is the same after a move or a restore (decision 0085).
 */
export function secondCodeOf(secret: Buffer, { identifier, sandbox, generation }: CodeSubject): string {
  const digest = createHmac("sha256", secret)
    .update(JSON.stringify([identifier, sandbox, generation]))
    .digest();
  let [bits, held, code] = [0, 0, ""];
  for (const byte of digest) {
    [bits, held] = [(bits << 8) | byte, held + 8];
    for (; held >= BITS_OF_CHARACTER && code.length < CODE_LENGTH; held -= BITS_OF_CHARACTER)
      code += CODE_ALPHABET.charAt((bits >> (held - BITS_OF_CHARACTER)) & 31);
    bits &= (1 << held) - 1;
    if (code.length === CODE_LENGTH) break;
  }
  return code;
}

/** A second code as labels print it: `XXXX-XXXX-XXXX`. */
export const printedCode = (code: string): string => code.match(/.{4}/g)?.join("-") ?? code;

/** Whether a typed code is the right one, compared in constant time. Both have the same length. */
export const isSecondCode = (typed: string, secret: Buffer, subject: CodeSubject): boolean => {
  const [given, right] = [Buffer.from(typed), Buffer.from(secondCodeOf(secret, subject))];
  return given.byteLength === right.byteLength && timingSafeEqual(given, right);
};
