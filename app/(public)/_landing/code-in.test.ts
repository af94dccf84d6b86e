import { expect, test } from "vitest";
import { codeIn } from "./code-in";

const ORIGIN = "https://assay.test";
const LONGEST = "ü".repeat(200);

test.each([
  ["a code", "4006381333931", "4006381333931"],
  ["spaces around", "  A 1 ", "A 1"],
  ["a code with a slash, a percent sign and a mark", "A/1 100%?#&", "A/1 100%?#&"],
  ["the longest code", LONGEST, LONGEST],
  ["a link of a verify page", `https://assay.test/v/${encodeURIComponent("A/1 %")}?lang=de`, "A/1 %"],
  ["a link with the longest code", `https://assay.test/v/${encodeURIComponent(LONGEST)}`, LONGEST],
  [
    "a GS1 Digital Link, whose items have it as their code",
    "https://assay.test/01/09506000134352/21/A1?17=271231",
    "https://assay.test/01/09506000134352/21/A1?17=271231",
  ],
])("%s is read", (_, text, identifier) => {
  expect(codeIn(text, ORIGIN)).toEqual({ identifier });
});

test.each([
  ["nothing", "", "empty"],
  ["spaces", " \n ", "empty"],
  ["more than 200 characters", `${LONGEST}x`, "long"],
  ["a dot, which is no path", ".", "unusable"],
  ["two dots", "..", "unusable"],
  ["a control character", "a\u0007b", "unusable"],
])("%s has a fault", (_, text, fault) => {
  expect(codeIn(text, ORIGIN)).toEqual({ fault });
});
