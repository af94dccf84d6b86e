import { expect, test } from "vitest";
import { estimateSize } from "./estimate";
import { encodeSymbol, SYMBOL_KINDS } from "./symbol";

/** Texts of all kinds of characters, the same ones at each run. */
function texts(count: number): string[] {
  let state = 1;
  const below = (limit: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % limit;
  };
  const alphabets = ["0123456789", "0123456789ABCDEFGHIJ", "09AZaz%-/ ", "abcdefg", "%"];
  const part = () => {
    const alphabet = alphabets[below(alphabets.length)] ?? "";
    return Array.from({ length: 1 + below(15) }, () => alphabet[below(alphabet.length)]).join("");
  };
  return Array.from({ length: count }, () => Array.from({ length: 1 + below(4) }, part).join(""));
}

test.each(SYMBOL_KINDS)(
  "%s: the text with the largest symbol is among the first by estimated size",
  (kind) => {
    const sized = texts(150).map((text) => ({
      size: estimateSize(kind, text),
      columns: encodeSymbol(kind, text, "M").columns,
    }));
    const largest = Math.max(...sized.map(({ columns }) => columns));
    const first = sized.toSorted((a, b) => b.size - a.size).slice(0, 3);
    expect(first.map(({ columns }) => columns)).toContain(largest);
  },
);

test("Code 128: the estimate is exact, in characters", () => {
  for (const text of texts(150)) {
    const { columns } = encodeSymbol("code-128", text, "M");
    // Start, check and stop characters have 11, 11 and 13 modules.
    expect(estimateSize("code-128", text)).toBe((columns - 24) / 11);
  }
});
