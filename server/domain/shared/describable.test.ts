import { expect, test } from "vitest";
import type { VerificationInfo } from "@/db/json";
import { described, merged, NO_DESCRIPTION } from "./describable";

// Holds decision 0005.

const info = (label: string, pos?: number): VerificationInfo =>
  pos === undefined ? { label } : { label, pos };

test("merged: the group's title and image win, the item's are the fallback", () => {
  const item = { ...NO_DESCRIPTION, title: "item", image: "item.png" };
  expect(merged(item, { ...NO_DESCRIPTION, title: "group" })).toMatchObject({
    title: "group",
    image: "item.png",
  });
  expect(merged(item, NO_DESCRIPTION)).toMatchObject({ title: "item", image: "item.png" });
});

test("merged: data is the union, and the group's value wins on a shared key", () => {
  const item = { ...NO_DESCRIPTION, data: { a: "item", b: "item" } };
  const group = { ...NO_DESCRIPTION, data: { b: "group", c: "group" } };
  expect(merged(item, group).data).toEqual({ a: "item", b: "group", c: "group" });
});

test("merged: infos of both are sorted by pos; a missing pos counts as 0; the group's come first on ties", () => {
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

test("described: an omitted field is kept, null clears it, a given value replaces the whole field", () => {
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

test("merged: translations of both are kept, the group's text wins, and the item's title never translates the group's", () => {
  const item = {
    ...NO_DESCRIPTION,
    title: "Bag 1",
    data: {
      i18n: {
        de: { title: "Tasche 1", verificationinfos: { seam: { label: "Naht" }, made: { value: "Italien" } } },
        fr: { title: "Sac 1", verificationinfos: { seam: { label: "Couture" } } },
      },
    },
  };
  const ofGroup = { de: { verificationinfos: { made: { value: "Frankreich" } } }, it: { title: "Borsa" } };
  const group = { ...NO_DESCRIPTION, data: { i18n: ofGroup } };
  const infos = { seam: { label: "Naht" }, made: { value: "Frankreich" } };
  const fr = { title: "Sac 1", verificationinfos: { seam: { label: "Couture" } } };
  expect(merged(item, group).data.i18n).toEqual({
    de: { title: "Tasche 1", verificationinfos: infos },
    fr,
    it: { title: "Borsa" },
  });
  expect(merged(item, { ...group, title: "Bags" }).data.i18n).toEqual({
    de: { verificationinfos: infos },
    fr: { verificationinfos: fr.verificationinfos },
    it: { title: "Borsa" },
  });
  expect(merged(item, { ...NO_DESCRIPTION, data: { i18n: "none" } }).data.i18n).toBe("none");
  expect(merged(NO_DESCRIPTION, group).data.i18n).toEqual(ofGroup);
});
