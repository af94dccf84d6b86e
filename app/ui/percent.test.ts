import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("percentages have one format on every page", () => {
  const files = ["app", "server"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => /\.tsx?$/.test(name) && !name.endsWith(".test.ts"))
      .map((name) => `${folder}/${name}`),
  );
  const formatting = files.filter((file) => /style: "percent"|::percent/.test(readFileSync(file, "utf8")));
  expect(formatting).toEqual(["app/ui/percent.ts"]);
});
