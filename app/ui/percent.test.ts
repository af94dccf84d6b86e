import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const files = ["app", "server"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|^testing\//.test(name))
    .map((name) => `${folder}/${name}`),
);
/** Percent signs outside the formatter: after a placeholder and a space, or with a space in a literal. */
const BY_HAND = /\} %|["'`]\s+%["'`]/;

test("percentages have one format on every page and in every mail", () => {
  const formatting = files.filter((file) => /style: "percent"|::percent/.test(readFileSync(file, "utf8")));
  expect(formatting).toEqual(["server/core/percent.ts"]);
  expect(files.filter((file) => BY_HAND.test(readFileSync(file, "utf8")))).toEqual([]);
});
