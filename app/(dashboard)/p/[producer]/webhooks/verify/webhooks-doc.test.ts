import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { headersOfCall, receivers, takeOnce } from "./webhooks-doc";

const DOC = readFileSync("docs/guides/webhooks.md", "utf8");

test("every receiver of docs/guides/webhooks.md is shown unchanged", () => {
  const verify = /^## Verify it\n(.*?)^## /ms.exec(DOC)?.[1] ?? "";
  expect(receivers()).toHaveLength(verify.match(/^### /gm)?.length ?? 0);
  for (const { code } of receivers()) expect(verify).toContain(`\n${code}\n\`\`\``);
});

test("a receiver with a library shows its install command", () => {
  expect(receivers().map(({ name, install }) => [name, install])).toEqual([
    ["Node.js", "npm install standardwebhooks"],
    ["Python, standardwebhooks", "pip install standardwebhooks"],
    ["Python", undefined],
    ["Go", undefined],
    ["PHP", undefined],
    ["Java", undefined],
  ]);
});

test("the sample headers and the SQL for processing an event once come from the document", () => {
  expect(headersOfCall()).toMatch(/^webhook-signature: v1,/m);
  expect(takeOnce()).toContain("on conflict do nothing");
});
