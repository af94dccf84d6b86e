import { expect, test } from "vitest";
import { groupText, identifiers, verifyCheck } from "./identifiers";
import { parsePattern } from "./pattern";

const parse = (text: string, maxCharacters = 200) => parsePattern(text, { maxCharacters });
const FULL = parse("ACME-{group}-{number:6}-{random:13}{check}");
const zeros = (bytes: number) => new Uint8Array(bytes);

test("identifiers follow the pattern", () => {
  const made = [...identifiers(FULL, { count: 2, from: 41, group: "TOTE", randomBytes: zeros })];
  expect(made.map((identifier) => identifier.slice(0, -1))).toEqual([
    "ACME-TOTE-000041-0000000000000",
    "ACME-TOTE-000042-0000000000000",
  ]);
  expect(made.every((identifier) => verifyCheck(FULL, identifier))).toBe(true);
});

test("numbers begin at the pattern's start and end with its digits", () => {
  const pattern = parse("{number:2:98}");
  expect([...identifiers(pattern, { count: 2 })]).toEqual(["98", "99"]);
  expect(() => identifiers(pattern, { count: 3 })).toThrow("2 digits give 2 numbers");
});

test("random characters are uniform over Crockford's alphabet", () => {
  const counts = new Map<string, number>();
  for (const identifier of identifiers(parse("{random:16}"), { count: 20_000 }))
    for (const one of identifier) counts.set(one, (counts.get(one) ?? 0) + 1);
  expect([...counts.keys()].sort().join("")).toBe("0123456789ABCDEFGHJKMNPQRSTVWXYZ");
  // 10,000 expected of each; 6 standard deviations are 590.
  for (const count of counts.values()) expect(Math.abs(count - 10_000)).toBeLessThan(600);
});

test("1,000,000 identifiers take less than 2 seconds and are all different", () => {
  const begun = process.cpuUsage();
  let last = "";
  let descents = 0;
  for (const identifier of identifiers(parse("ACME-{group}-{number:7}-{random:13}{check}"), {
    count: 1e6,
    group: "T",
  })) {
    if (identifier <= last) descents += 1;
    last = identifier;
  }
  const { user, system } = process.cpuUsage(begun);
  expect(descents).toBe(0);
  expect((user + system) / 1e6).toBeLessThan(2);
});

test("every single wrong printable character and every adjacent transposition is found", () => {
  const printable = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i));
  for (const identifier of identifiers(FULL, { count: 30, from: 123_450, group: "OIL" })) {
    const missed: string[] = [];
    for (let i = 0; i < identifier.length; i += 1) {
      const [before, after] = [identifier.slice(0, i), identifier.slice(i + 1)];
      const wrong = printable.map((one) => before + one + after);
      wrong.push(before + after.charAt(0) + identifier.charAt(i) + after.slice(1));
      missed.push(...wrong.filter((text) => text !== identifier && verifyCheck(FULL, text)));
    }
    expect(missed).toEqual([]);
  }
});

test("a group's text must fit the check character and the length", () => {
  for (const group of ["", "Tote", "TO-TE", "ТОТЕ"])
    expect(() => identifiers(FULL, { count: 1, group })).toThrow("only 0-9 and A-Z");
  const free = parse("{group}-{number:4}", 8);
  expect([...identifiers(free, { count: 1, group: "Ünï" })]).toEqual(["Ünï-0001"]);
  expect(() => identifiers(free, { count: 1, group: "Ünïx" })).toThrow("exceeds 8");
  expect(() => identifiers(free, { count: 1, group: " x" })).toThrow("not padded");
});

test("group names become text of digits and capitals", () => {
  expect(groupText("Größe M / Été 26")).toBe("GROSSEMETE26");
  expect(groupText("Сумка")).toBe("");
});

test("without a check character the form is verified", () => {
  const pattern = parse("A.{number:3}");
  expect(verifyCheck(pattern, "A.001")).toBe(true);
  expect(verifyCheck(pattern, "AX001")).toBe(false);
});
