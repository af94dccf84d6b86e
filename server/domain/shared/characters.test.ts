import { expect, test } from "vitest";
import { startsOf, withoutEach } from "./characters";

test("starts and shortened texts are cut between characters, never within one", () => {
  expect(startsOf("a😀bc", 0, 3)).toEqual(["", "a", "a😀", "a😀b"]);
  expect(startsOf("a😀bc", 2, 9)).toEqual(["a😀", "a😀b", "a😀bc"]);
  expect(startsOf("a", 2, 9)).toEqual([]);
  expect(withoutEach("a😀b")).toEqual(["😀b", "ab", "a😀"]);
});
