import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { claimMatches, claimsOverlap, parseClaim } from "./claim";
import { CLASSES, type ClassName } from "./elements";
import { companyDigits, hasGs1CheckDigit } from "./gtin";
import { ClaimFault, parseShape, printShape, type ShapePart } from "./shape";

const CHARACTERS: Record<string, string> = { digits: "0189", capitals: "AKZ", small: "akz" };

const charactersOf = (name: ClassName) =>
  name === "letters"
    ? "AZaz"
    : name
        .split("-")
        .map((one) => CHARACTERS[one] ?? "AZaz")
        .join("");

const names = Object.keys(CLASSES).filter((name): name is ClassName => name in CLASSES);
const part = fc.oneof(
  fc.constantFrom("-", "A", "9", "AB", "{", "x}").map((text): ShapePart => ({ kind: "text", text })),
  fc
    .record({
      name: fc.constantFrom(...names),
      min: fc.integer({ min: 1, max: 3 }),
      more: fc.integer({ min: 0, max: 2 }),
    })
    .map(({ name, min, more }): ShapePart => ({ kind: "class", name, min, max: min + more })),
);
/** A shape that is strong enough, and a code of it. */
const shaped = fc
  .tuple(
    fc.constantFrom("ACME-", "ACM", "LUX.A"),
    fc.array(part, { minLength: 1, maxLength: 5 }),
    fc.infiniteStream(fc.nat()),
  )
  .map(([head, parts, picks]) => {
    const pick = (max: number) => picks.next().value % max;
    const elements: ShapePart[] = [
      { kind: "text", text: head },
      ...parts,
      { kind: "class", name: "digits", min: 6, max: 6 },
    ];
    const code = elements.map((one) => {
      if (one.kind === "text") return one.text;
      const from = charactersOf(one.name);
      return Array.from({ length: one.min + pick(one.max - one.min + 1) }, () =>
        from.charAt(pick(from.length)),
      ).join("");
    });
    return { text: printShape(elements), code: code.join("") };
  });

const shape = (text: string) => parseClaim("shape", text);

test("each code made by a shape matches it, and the shape is printed as it was read", () => {
  fc.assert(
    fc.property(shaped, ({ text, code }) => {
      expect(claimMatches(shape(text), code)).toBe(true);
      expect(printShape(parseShape(text))).toBe(text);
    }),
  );
});

test("two claims that match one code overlap, in both orders", () => {
  fc.assert(
    fc.property(shaped, shaped, fc.integer({ min: 5, max: 9 }), (one, other, length) => {
      const [a, b] = [shape(one.text), shape(other.text)];
      const both = claimMatches(b, one.code) || claimMatches(a, other.code);
      expect(claimsOverlap(a, b)).toBe(claimsOverlap(b, a));
      if (both) expect(claimsOverlap(a, b)).toBe(true);
      expect(claimsOverlap(a, a)).toBe(true);
      if (/^[\w.-]+$/.test(one.code) && one.code.replaceAll(/\W/g, "").length > length + 2) {
        expect(claimsOverlap(parseClaim("prefix", one.code.slice(0, length + 2)), a)).toBe(true);
      }
    }),
  );
});

test.each([
  ["ACME-{digits:8}", "ACME-{digits:9}", false],
  ["ACME-{digits:8}", "ACME-{digits:6-10}", true],
  ["ACME-{digits:8}", "ACME-{capitals:8}", false],
  ["ACME-{capitals-digits:8}", "ACME-{digits:3}A{digits:4}", true],
  ["ACME-A{digits:8}", "ACME-B{digits:8}", false],
])("%s and %s overlap: %s", (one, other, expected) =>
  expect(claimsOverlap(shape(one), shape(other))).toBe(expected),
);

test("a prefix overlaps longer prefixes and the shapes that begin with it", () => {
  const prefix = parseClaim("prefix", "ACME-");
  expect(claimsOverlap(prefix, parseClaim("prefix", "ACME-2024-"))).toBe(true);
  expect(claimsOverlap(prefix, parseClaim("prefix", "ACMES"))).toBe(false);
  expect(claimsOverlap(prefix, shape("ACM{capitals:1}-{digits:8}"))).toBe(true);
});

test.each([
  ["prefix", "A", "too-weak"],
  ["prefix", "ACM-", "too-weak"],
  ["prefix", "-----", "too-weak"],
  ["prefix", "https://www.", "too-weak"],
  ["prefix", "https://id.gs1.org/01/0401", "too-weak"],
  ["prefix", "(01)0401", "too-weak"],
  ["prefix", "401234", "too-weak"],
  ["prefix", "ACME\nX", "syntax"],
  ["prefix", "", "syntax"],
  ["prefix", "A".repeat(101), "too-long"],
  ["gs1", "40123", "not-a-company-prefix"],
  ["gs1", "000000", "not-a-company-prefix"],
  ["shape", "{digits:13}", "no-start"],
  ["shape", "A{capitals-digits:12}", "no-start"],
  ["shape", "AB{letters-digits:20}", "too-weak"],
  ["shape", "ABC{digits:4}", "too-weak"],
  ["shape", "4012{digits:9}", "too-weak"],
  ["shape", "ACME-{random:13}", "syntax"],
  ["shape", "ACME-{digits:5-2}", "syntax"],
  ["shape", "ACME-{digits:300}", "too-long"],
  ["shape", `${"A".repeat(101)}{digits:8}`, "too-long"],
] as const)("the %s %j is refused: %s", (kind, text, code) => {
  expect(() => parseClaim(kind, text)).toThrow(ClaimFault);
  expect(() => parseClaim(kind, text)).toThrow(expect.objectContaining({ code }));
});

describe("GS1", () => {
  const claim = parseClaim("gs1", "4012345");
  test.each([
    "4012345000016",
    "04012345000016",
    "(01)04012345000016(21)7K2M",
    "010401234500001621XY\x1d10AB",
    "]d20104012345000016217K2M",
    "\x1d0104012345000016217K2M",
    "https://id.gs1.org/01/04012345000016/21/7K2M",
    "https://brand.example/p/01/04012345000016?x=1",
    "https://brand.example/gtin/4012345000016",
    "urn:epc:id:sgtin:4012345.000001.7K2M",
  ])("%j carries the company prefix", (code) => expect(claimMatches(claim, code)).toBe(true));

  test.each([
    "4012345000017",
    "4012346000015",
    "401234500001",
    "(01)04012345000017(21)7K2M",
    "https://brand.example/02/04012345000016",
    "ACME-4012345000016",
  ])("%j does not", (code) => expect(claimMatches(claim, code)).toBe(false));

  test("a wrong digit makes a GTIN wrong, so that it is of no company", () => {
    for (let at = 0; at < 13; at += 1) {
      const code = [..."4012345000016"].with(at, "4012345000016".charAt(at) === "8" ? "1" : "8").join("");
      expect(companyDigits(code)).toBeUndefined();
    }
    expect(hasGs1CheckDigit("4012345000016")).toBe(true);
  });

  test("company prefixes overlap where one begins with the other, and shapes where they have digits for it", () => {
    expect(claimsOverlap(claim, parseClaim("gs1", "40123456"))).toBe(true);
    expect(claimsOverlap(claim, parseClaim("gs1", "4012346"))).toBe(false);
    expect(claimsOverlap(claim, parseClaim("prefix", "4012345"))).toBe(true);
    expect(claimsOverlap(claim, parseClaim("prefix", "(01)04012345"))).toBe(true);
    expect(claimsOverlap(claim, parseClaim("prefix", "https://brand.example/"))).toBe(false);
    expect(claimsOverlap(claim, shape("40123450{digits:5}"))).toBe(true);
  });
});
