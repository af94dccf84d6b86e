import { expect, test } from "vitest";
import { Name } from "@/server/domain/shared/name";
import { caseTitle } from "./case-title";

test.each(["Bags\nof spring", "x".repeat(5_000), "👜".repeat(200), " a \u0000 b "])(
  "a suggested title from any title of a group opens a case: %j",
  (title) => {
    expect(Name.safeParse(caseTitle(title))).toMatchObject({ success: true });
  },
);

test("a short title stays", () => {
  expect(caseTitle("Bags: 12 % fakes")).toBe("Bags: 12 % fakes");
});
