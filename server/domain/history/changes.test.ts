import { expect, test } from "vitest";
import { changesBetween } from "./changes";

test("changes list additions, removals and replacements by JSON pointer", () => {
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

const object = (count: number, value: number, prefix = "k") =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`${prefix}${n}`, value]));

test("up to 1,000 changes are listed one by one; an object with more changes as a whole, its siblings still one by one", () => {
  const one = changesBetween({ data: object(1_000, 1) }, { data: object(1_000, 2) });
  expect([one.length, one[999]]).toEqual([1_000, { path: "/data/k999", from: 1, to: 2 }]);
  const [from, to] = [object(1_001, 1), object(1_001, 2)];
  expect(
    changesBetween({ title: "a", data: { many: from, x: 1 } }, { title: "b", data: { many: to, x: 2 } }),
  ).toEqual([
    { path: "/title", from: "a", to: "b" },
    { path: "/data/many", from, to },
    { path: "/data/x", from: 1, to: 2 },
  ]);
});

test("long keys are not repeated in the path of each change below them", () => {
  const key = "k".repeat(300_000);
  const [from, to] = [{ [key]: object(900, 1) }, { [key]: object(900, 2) }];
  const changes = changesBetween({ data: from }, { data: to });
  expect(changes).toEqual([{ path: "/data", from, to }]);
  expect(changesBetween({ data: from }, { data: { ...from, x: 1 } })).toEqual([{ path: "/data/x", to: 1 }]);
});
