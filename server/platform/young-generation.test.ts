// Holds decision 0089.

import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

/** Assignments of these files run once in a process. */
const ONCE = ["server/serve.ts", "server/http/next-length.ts"];
const AT_ASSIGNMENT =
  /(?<!typeof [\w.]*)\.#?\w+ \??\??=\s+(async )?(function\b|\([^()]*\)(: [^=]+)? =>|\w+ =>)/;

test.each([
  "const a = { f: () => 1 };",
  "Object.assign(query, { then });",
  "const f = () => 1;",
  "a.b == (x)",
])("%s is allowed", (line) => expect(line).not.toMatch(AT_ASSIGNMENT));

test.each([
  "a.f = () => 1;",
  "this.resolve = (rows) => done(rows);",
  "a[0].f = async function g() {",
  "a.f = x => x",
])("%s is found", (line) => expect(line).toMatch(AT_ASSIGNMENT));

const codeBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter(
      (file) => /\.m?tsx?$|\.mjs$/.test(file) && !/node_modules|\.test\.|testing\/|generated/.test(file),
    )
    .map((file) => path.join(folder, file));

test("no function is written at its assignment to a property", () => {
  const files = ["server", "db", "packages"].flatMap(codeBelow).filter((file) => !ONCE.includes(file));
  expect(files.filter((file) => AT_ASSIGNMENT.test(readFileSync(file, "utf8")))).toEqual([]);
});
