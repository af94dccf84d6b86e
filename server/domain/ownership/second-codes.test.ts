import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { SecondCode } from "./schema";
import { isSecondCode, printedCode, secondCodeOf } from "./second-codes";
import { warrantyUntil } from "./warranty";

const secret = randomBytes(32);
const subject = (identifier: string, generation = 0, sandbox = 0) => ({ identifier, sandbox, generation });

test("a code is the same for the same identifier, and another for any other identifier, sandbox, generation and producer", () => {
  const code = secondCodeOf(secret, subject("ACME-1"));
  expect(secondCodeOf(secret, subject("ACME-1"))).toBe(code);
  const others = [
    secondCodeOf(secret, subject("ACME-2")),
    secondCodeOf(secret, subject("ACME-1", 1)),
    secondCodeOf(secret, subject("ACME-1", 0, 1)),
    secondCodeOf(randomBytes(32), subject("ACME-1")),
  ];
  expect(new Set([code, ...others]).size).toBe(5);
});

test("a known secret gives a known code, which is printed on labels and never changes", () => {
  expect(printedCode(secondCodeOf(Buffer.alloc(32, 7), subject("ACME-000041")))).toMatchInlineSnapshot(
    `"FFBY-DD2R-D056"`,
  );
});

test("each of 32 characters is as likely at each of 12 places", () => {
  const codes = Array.from({ length: 20_000 }, (_, n) => secondCodeOf(secret, subject(`item ${n}`)));
  expect(new Set(codes).size).toBe(codes.length);
  for (let place = 0; place < 12; place++) {
    const counts = new Map<string, number>();
    for (const code of codes) counts.set(code.charAt(place), (counts.get(code.charAt(place)) ?? 0) + 1);
    expect(counts.size).toBe(32);
    // 625 each, with a deviation of 25.
    for (const count of counts.values()) expect(Math.abs(count - 625)).toBeLessThan(150);
  }
});

test("none of 100,000 random codes is the right one", () => {
  const right = subject("ACME-1");
  const guesses = Array.from({ length: 100_000 }, (_, n) => secondCodeOf(randomBytes(32), subject(`${n}`)));
  expect(guesses.filter((guess) => isSecondCode(guess, secret, right))).toEqual([]);
  expect(isSecondCode(secondCodeOf(secret, right), secret, right)).toBe(true);
});

test.each([
  ["7k3m-p9qx-20vw", "7K3MP9QX20VW"],
  [" 7K3M P9QX 2OVW ", "7K3MP9QX20VW"],
  ["7K3M–P9QX–2ovw", "7K3MP9QX20VW"],
  ["IL3M-P9QX-20VW", "113MP9QX20VW"],
])("%s is typed for %s", (typed, code) => expect(SecondCode.parse(typed)).toBe(code));

test.each(["", "7K3M", "7K3M-P9QX-20VWX", "7K3M-P9QX-20VU", "7K3M-P9QX-20V!", "x".repeat(1000)])(
  "%s is no second code",
  (typed) => expect(SecondCode.safeParse(typed).success).toBe(false),
);

test.each([
  ["2026-05-03T10:00:00Z", 24, "2028-05-03"],
  ["2026-01-31T10:00:00Z", 1, "2026-02-28"],
  ["2028-01-31T10:00:00Z", 1, "2028-02-29"],
  ["2024-02-29T23:59:00Z", 12, "2025-02-28"],
  ["2026-12-31T00:00:00Z", 2, "2027-02-28"],
  ["2026-05-31T00:00:00Z", 600, "2076-05-31"],
])("a warranty from %s for %i months ends on %s", (from, warrantyMonths, until) => {
  const end = warrantyUntil({ activatedAt: new Date(from), warrantyMonths });
  expect(end?.toISOString().slice(0, 10)).toBe(until);
});

test("no months are no warranty", () => {
  for (const warrantyMonths of [0, null])
    expect(warrantyUntil({ activatedAt: new Date(), warrantyMonths })).toBeUndefined();
});
