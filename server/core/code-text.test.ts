import { expect, test } from "vitest";
import { identifierIn } from "./code-text";

const ORIGIN = "https://assay.test";

test.each([
  ["a code itself", "A-1", "A-1"],
  ["a verify page of the service", "https://assay.test/v/A%2F1?utm=x", "A/1"],
  ["a verify page of another host stays as it is", "https://assay.tset/v/A1", "https://assay.tset/v/A1"],
  ["another page of the service", "https://assay.test/items/A1", "https://assay.test/items/A1"],
  ["a broken escape", "https://assay.test/v/%E0%A4", "https://assay.test/v/%E0%A4"],
  ["a blank identifier", "https://assay.test/v/%20", "https://assay.test/v/%20"],
  ["a code with a colon", "GTIN:4006381333931", "GTIN:4006381333931"],
  ["spaces around", " A1\n", "A1"],
])("%s", (_, text, identifier) => {
  expect(identifierIn(text, ORIGIN)).toBe(identifier);
});
