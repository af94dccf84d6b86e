/** Numbers from 0 up to a limit, the same in every run (mulberry32). */
export function seeded(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 2 ** 32) * limit);
  };
}

export type Pick = (limit: number) => number;

const BASE32 = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const SMALL = "abcdefghijklmnopqrstuvwxyz0123456789";

const some = (pick: Pick, from: string, length: number) =>
  Array.from({ length }, () => from.charAt(pick(from.length))).join("");
const padded = (number: number, digits: number) => String(number).padStart(digits, "0");

/** A GTIN of 13 digits with its check digit. */
export function gtin13(twelve: string): string {
  const sum = [...twelve]
    .reverse()
    .reduce((sum, digit, at) => sum + Number(digit) * (at % 2 === 0 ? 3 : 1), 0);
  return twelve + String((10 - (sum % 10)) % 10);
}

interface Brand {
  kind: "prefix" | "gs1" | "shape";
  claim: string;
  /** The nth registered code; beyond the registered ones, an invented one. */
  code: (pick: Pick, n: number) => string;
}

const gtinOf = (company: string, n: number) =>
  gtin13(company + padded(n % 10 ** (12 - company.length), 12 - company.length));

/** Brands, several of which are hard to tell from another. */
export const BRANDS: Record<string, Brand> = {
  acme: { kind: "shape", claim: "ACM7-{digits:8}", code: (_, n) => `ACM7-${padded(n, 8)}` },
  acmeToo: { kind: "shape", claim: "ACM9-{digits:8}", code: (_, n) => `ACM9-${padded(4_000 + n, 8)}` },
  luxeA: { kind: "prefix", claim: "LUXE-A-", code: (pick) => `LUXE-A-${some(pick, BASE32, 12)}` },
  luxeB: { kind: "prefix", claim: "LUXE-B-", code: (pick) => `LUXE-B-${some(pick, BASE32, 12)}` },
  bags: {
    kind: "gs1",
    claim: "4719331",
    code: (pick, n) =>
      [
        gtinOf("4719331", n),
        `(01)0${gtinOf("4719331", n)}(21)${some(pick, BASE32, 8)}`,
        `0${gtinOf("4719331", n)}`,
      ][n % 3] ?? "",
  },
  shoes: {
    kind: "gs1",
    claim: "4719332",
    code: (pick, n) =>
      [
        `https://id.gs1.org/01/0${gtinOf("4719332", n)}/21/${some(pick, BASE32, 8)}`,
        `010${gtinOf("4719332", n)}21${some(pick, BASE32, 8)}`,
        `https://shoes.example/01/0${gtinOf("4719332", n)}?q=1`,
      ][n % 3] ?? "",
  },
  krystal: { kind: "shape", claim: "kry{small-digits:14}", code: (pick) => `kry${some(pick, SMALL, 14)}` },
  nord: {
    kind: "prefix",
    claim: "https://id.nord.example/c/",
    code: (pick) => `https://id.nord.example/c/${some(pick, BASE32, 10)}`,
  },
  volt: {
    kind: "shape",
    claim: "VOLT.{capitals:2}.{digits:4-7}",
    code: (pick, n) => `VOLT.${["EU", "US", "JP"][n % 3]}.${1_000 + pick(900_000)}`,
  },
  zen: { kind: "shape", claim: "ZENX{capitals-digits:10}", code: (pick) => `ZENX${some(pick, BASE32, 10)}` },
  modaNumbers: {
    kind: "shape",
    claim: "MODA-{digits:6}",
    code: (pick) => `MODA-${padded(pick(10 ** 6), 6)}`,
  },
  modaLetters: {
    kind: "shape",
    claim: "MODA-{capitals:2}{digits:8}",
    code: (pick) => `MODA-${some(pick, "ABCDEFGHIJ", 2)}${padded(pick(10 ** 8), 8)}`,
  },
};

const CHARACTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-";

/** A code as a careless or sly copier writes it: with one character changed, missing, doubled or added, anywhere. */
export function miswritten(pick: Pick, code: string): string {
  const at = pick(code.length);
  const [start, one, rest] = [code.slice(0, at), code.charAt(at), code.slice(at + 1)];
  const other = /\d/.test(one) && pick(4) > 0 ? String(pick(10)) : CHARACTERS.charAt(pick(CHARACTERS.length));
  return (
    [start + other + rest, start + rest, start + one + one + rest, start + other + one + rest][pick(4)] ??
    code
  );
}

/** Codes that concern no producer, or two: each stays with admins. */
export function unclaimedCodes(pick: Pick): string[] {
  const repeat = (make: (n: number) => string) => Array.from({ length: 10 }, (_, n) => make(n));
  return [
    // Other companies beside the two.
    ...repeat((n) => gtinOf("4719330", n)),
    ...repeat((n) => `(01)0${gtinOf("4719333", n)}(21)${some(pick, BASE32, 8)}`),
    ...repeat((n) => `https://shoes.example/01/0${gtinOf("9719332", n)}`),
    // Brands that look like others and are none.
    ...repeat(() => `LUXE-C-${some(pick, BASE32, 12)}`),
    ...repeat((n) => `ACM8-${padded(50_000_000 + n * 7_919, 8)}`),
    ...repeat(() => `https://id.nordic.example/${some(pick, BASE32, 10)}`),
    // A producer that has not claimed its codes.
    ...repeat((n) => `UNCLAIMED-${padded(n + 900, 6)}`),
    ...repeat(() => some(pick, BASE32, 16)),
    ...repeat(() => some(pick, SMALL, 17)),
    ...repeat(
      (n) => ["WIFI:S:guest;;", "https://www.example.com/", "tel:+49301234567", "hello", "A"][n % 5] ?? "",
    ),
    ...repeat(() => `MODA-${some(pick, "ABCDEFGHIJ", 4)}`),
  ];
}
