import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { itemHref } from "./hrefs";

test("items with the name of a page below /items have a page of their own", () => {
  expect(["new", "generate", "a/b"].map(itemHref)).toEqual([
    "/items/new?item=new",
    "/items/generate?item=generate",
    "/items/a%2Fb",
  ]);
});

test("links to items come from itemHref", () => {
  const others = readdirSync("app", { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith(path.join("items", "_parts", "hrefs.ts")))
    .filter((file) => /`\/items\/\$\{/.test(readFileSync(path.join("app", file), "utf8")));
  expect(others).toEqual([]);
});
