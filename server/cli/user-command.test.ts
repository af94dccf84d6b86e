import { expect, test } from "vitest";
import { readCommand } from "./user-command";

const EMAIL = ["--email", "a@people.test"];
const BOTH = [...EMAIL, "--password", "correct horse battery"];

test.each([
  [],
  ["create"],
  ["create", ...EMAIL, "--admin"],
  ["create", ...BOTH],
  ["create", ...BOTH, "--admin", "--role", "owner"],
  ["create", ...BOTH, "--role", "owner"],
  ["password", ...EMAIL],
  ["password", ...BOTH, "--admin"],
  ["disable"],
  ["disable", ...BOTH],
  ["enable", "disable", ...EMAIL],
  ["delete", ...BOTH, "--admin"],
])("%s %s %s %s %s %s %s is refused: arguments are missing or superfluous", (...args) => {
  expect(readCommand(args)).toBeUndefined();
});

test.each([
  ["create", ...BOTH, "--admin"],
  ["create", ...BOTH, "--producer", "x", "--role", "owner", "--name", "Ann", "--json"],
  ["password", ...BOTH],
  ["enable", ...EMAIL],
])("%s %s %s %s %s is valid", (verb, ...args) => {
  expect(readCommand([verb, ...args])).toMatchObject({ verb, email: "a@people.test" });
});
