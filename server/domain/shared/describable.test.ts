import { expect, test } from "vitest";
import type { VerificationInfo } from "@/db/json";
import { described, merged, NO_DESCRIPTION } from "./describable";

// Holds decision 0005.

const info = (label: string, pos?: number): VerificationInfo =>
  pos === undefined ? { label } : { label, pos };

test("merged: the group's title and image where it has them, else the item's", () => {
  const item = { ...NO_DESCRIPTION, title: "item", image: "item.png" };
  expect(merged(item, { ...NO_DESCRIPTION, title: "group" })).toMatchObject({
    title: "group",
    image: "item.png",
  });
  expect(merged(item, NO_DESCRIPTION)).toMatchObject({ title: "item", image: "item.png" });
});

test("merged: data is the union, the group's value wins on a shared key", () => {
  const item = { ...NO_DESCRIPTION, data: { a: "item", b: "item" } };
  const group = { ...NO_DESCRIPTION, data: { b: "group", c: "group" } };
  expect(merged(item, group).data).toEqual({ a: "item", b: "group", c: "group" });
});

test("merged: infos of both by pos, a missing pos counts as 0, the group's first on ties", () => {
  const item = { ...NO_DESCRIPTION, verificationinfos: [info("i none"), info("i -1", -1), info("i 2", 2)] };
  const group = { ...NO_DESCRIPTION, verificationinfos: [info("g 2", 2), info("g none"), info("g 0", 0)] };
  expect(merged(item, group).verificationinfos.map(({ label }) => label)).toEqual([
    "i -1",
    "g none",
    "g 0",
    "i none",
    "g 2",
    "i 2",
  ]);
});

test("described: an omitted field is kept, null clears, what is sent replaces as a whole", () => {
  const before = { title: "t", image: "i", data: { a: 1 }, verificationinfos: [info("x")] };
  expect(described(before, {})).toEqual(before);
  expect(described(before, { title: null, data: null, verificationinfos: null })).toEqual({
    title: null,
    image: "i",
    data: {},
    verificationinfos: [],
  });
  expect(described(before, { data: { b: 2 } }).data).toEqual({ b: 2 });
});
