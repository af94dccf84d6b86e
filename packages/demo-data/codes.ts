import type { Product } from "./brand";
import type { Chance } from "./chance";

/** The alphabet of codes, without letters that look like digits. */
export const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Computes the last character of a code, which exposes most made-up codes. */
export const checkCharacter = (text: string) =>
  ALPHABET[[...text].reduce((sum, letter, i) => sum + (letter.codePointAt(0) ?? 0) * (i + 3), 0) % 29] ?? "0";

/** Draws a new code of a product. */
export function newIdentifier(chance: Chance, prefix: string, product: Product, taken: Set<string>): string {
  for (;;) {
    const code = `${prefix}-${product.code}-${chance.text(ALPHABET, 6)}`;
    const identifier = `${code}${checkCharacter(code)}`;
    if (taken.has(identifier)) continue;
    taken.add(identifier);
    return identifier;
  }
}
