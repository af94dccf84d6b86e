import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { curlOf } from "./curl";

/** What a shell passes to the command. */
const argumentsOf = (command: string) =>
  execFileSync("sh", ["-c", command.replace(/^curl /, "printf '%s\\n' ")], {
    env: { ...process.env, ASSAY_TOKEN: "ant_1" },
    encoding: "utf8",
  })
    .trimEnd()
    .split("\n");

test("the command of a call has its address and body in one piece each, and the token of the environment", () => {
  const body = `{"title":"It's $HOME \`id\`"}`;
  const command = curlOf("https://assay.test", {
    method: "POST",
    path: "/items?a=b c&d=[x]",
    requestBody: body,
  });
  expect(argumentsOf(command)).toEqual([
    "-X",
    "POST",
    "https://assay.test/api/v2/items?a=b%20c&d=%5Bx%5D",
    "-H",
    "an-api-token: ant_1",
    "-H",
    "content-type: application/json",
    "-d",
    body,
  ]);
  const read = curlOf("https://assay.test", { method: "GET", path: "/items/a'b", requestBody: null });
  expect(argumentsOf(read)).toEqual(["https://assay.test/api/v2/items/a'b", "-H", "an-api-token: ant_1"]);
});
