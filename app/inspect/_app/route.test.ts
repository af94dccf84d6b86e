import { expect, test } from "vitest";
import { pathTo, routeOf } from "./route";

const at = (path: string) => routeOf(new URL(path, "https://assay.test"));

test("each page has an address that leads back to it", () => {
  expect(at(pathTo.choose())).toEqual({ page: "choose" });
  expect(at(pathTo.start("p"))).toEqual({ page: "start", producer: "p" });
  expect(at(pathTo.scan("p"))).toEqual({ page: "scan", producer: "p" });
  expect(at(pathTo.settings("p"))).toEqual({ page: "settings", producer: "p" });
  expect(at(pathTo.form("p", "A/1?x=&y"))).toEqual({ page: "form", producer: "p", code: "A/1?x=&y" });
  expect(at(pathTo.result("p", "k"))).toEqual({ page: "result", producer: "p", key: "k" });
});

test("an unknown address is the start page of its producer", () => {
  expect(at("/inspect/p/nothing")).toEqual({ page: "start", producer: "p" });
});
