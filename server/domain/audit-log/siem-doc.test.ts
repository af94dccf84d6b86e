import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { KIND_OF } from "@/db/schema/audit-events";
import { KINDS } from "./schema";

test("docs/guides/siem.md lists every action that a producer's audit log can hold, under its kind", () => {
  const doc = readFileSync("docs/guides/siem.md", "utf8");
  const rows = KINDS.map((kind) => {
    const actions = Object.entries(KIND_OF).flatMap(([action, of]) => (of === kind ? `\`${action}\`` : []));
    return `| \`${kind}\` | ${actions.join(", ")} |`;
  });
  const shown = doc.split("\n").filter((line) => /^\| `\w+` \|/.test(line));
  expect(shown.toSorted()).toEqual(rows.toSorted());
});
