import { expect, test } from "vitest";
import { nextPath } from "./next-path";

test("a sign-in leads to a page of our own, with its query", () => {
  expect(nextPath("/items?q=watch#top")).toBe("/items?q=watch#top");
  expect(nextPath("/items/a%2Fb")).toBe("/items/a%2Fb");
  expect(nextPath("/invite/secret")).toBe("/invite/secret");
});

test.each([
  ["//evil.example"],
  ["/\\evil.example"],
  ["/\t/evil.example"],
  ["/.//evil.example"],
  ["/x/..//evil.example"],
  ["https://evil.example/items"],
  ["javascript:alert(1)"],
  ["items"],
  [""],
  [undefined],
  [["/items", "/groups"]],
  ["/login?next=/items"],
  ["/api/auth/signout"],
])("%o leads to the overview", (wanted) => {
  expect(nextPath(wanted)).toBe("/overview");
});
