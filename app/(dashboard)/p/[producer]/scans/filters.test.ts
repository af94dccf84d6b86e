import { expect, test } from "vitest";
import type { ListedScan } from "@/app/ui/live/live-scan";
import { PARSERS, passes } from "./filters";

test.each(["ios", "iOS", "IOS"])(
  "the system %s in an address selects the one option that filters offer",
  (os) => {
    expect(PARSERS.os.parse(os)).toEqual({ is: ["ios"] });
  },
);

test("only ASCII letters change case, as in the service's comparison", () => {
  expect(PARSERS.os.parse("ÖS 2")).toEqual({ is: ["Ös 2"] });
  expect(PARSERS.os.parse("a\u0000b")).toBeNull();
});

const NO_FILTER = {
  verdict: undefined,
  finding: undefined,
  country: undefined,
  item: undefined,
  group: undefined,
  os: undefined,
  device: undefined,
  box: undefined,
  from: undefined,
  before: undefined,
};

const scanBy = (os: string | null): ListedScan => ({
  id: "00000000-0000-0000-0000-000000000000",
  identifier: "item",
  timestamp: new Date(0),
  copyclassification: "original",
  latitude: null,
  longitude: null,
  country: null,
  continent: null,
  os,
  device: null,
  softwareversion: null,
  creator: null,
  itemTitle: null,
  groupId: null,
  reasons: null,
});

test("a new scan joins the list of its system in any spelling", () => {
  const filter = { ...NO_FILTER, os: { is: ["ios"] } };
  expect(["ios", "iOS", "IOS"].map((os) => passes(filter, scanBy(os)))).toEqual([true, true, true]);
  expect(["android", "io", null].map((os) => passes(filter, scanBy(os)))).toEqual([false, false, false]);
});

test("a new scan joins the list that lets one of its values pass, or leaves all others out", () => {
  const scan = scanBy("ios");
  expect(passes({ ...NO_FILTER, verdict: { is: ["fake", "original"] } }, scan)).toBe(true);
  expect(passes({ ...NO_FILTER, verdict: { isNot: ["original"] } }, scan)).toBe(false);
  expect(passes({ ...NO_FILTER, country: { isNot: ["ZZ"] } }, scan)).toBe(false);
  expect(passes({ ...NO_FILTER, group: { is: ["none"] }, os: { isNot: ["android"] } }, scan)).toBe(true);
});
