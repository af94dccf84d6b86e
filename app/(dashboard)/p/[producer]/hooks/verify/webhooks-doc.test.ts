import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { headersOfCall, receivers, takeOnce } from "./webhooks-doc";

const DOC = readFileSync("docs/guides/webhooks.md", "utf8");

test("every receiver of docs/guides/webhooks.md is shown, as it stands there", () => {
  const verify = /^## Verify it\n(.*?)^## /ms.exec(DOC)?.[1] ?? "";
  expect(receivers()).toHaveLength(verify.match(/^### /gm)?.length ?? 0);
  for (const { code } of receivers()) expect(verify).toContain(`\n${code}\n\`\`\``);
});

test("a receiver with a library says how it is installed", () => {
  expect(receivers().map(({ name, install }) => [name, install])).toEqual([
    ["Node.js", "npm install standardwebhooks"],
    ["Python, standardwebhooks", "pip install standardwebhooks"],
    ["Python", undefined],
    ["Go", undefined],
    ["PHP", undefined],
    ["Java", undefined],
  ]);
});

test("the headers of a call and the way to take it once come from the document, too", () => {
  expect(headersOfCall()).toMatch(/^webhook-signature: v1,/m);
  expect(takeOnce()).toContain("on conflict do nothing");
});
