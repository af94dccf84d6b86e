import { expect, test } from "vitest";
import { changesBetween } from "./changes";

test("changes name what was added, removed and replaced, by JSON pointer", () => {
  const from = { title: "a", data: { color: "red", size: 1, same: [1, { x: 1 }] } };
  const to = { title: "b", data: { color: "red", "a/b~c": null, same: [1, { x: 1 }] } };
  expect(changesBetween(from, to)).toEqual([
    { path: "/title", from: "a", to: "b" },
    { path: "/data/size", from: 1 },
    { path: "/data/a~1b~0c", to: null },
  ]);
});

test("arrays change as a whole", () => {
  expect(changesBetween({ v: [1, 2] }, { v: [1, 3] })).toEqual([{ path: "/v", from: [1, 2], to: [1, 3] }]);
});
