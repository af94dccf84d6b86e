import { expect, test } from "vitest";
import { wayIn } from "./way-in";

const textOf = (...rest: [string | undefined, string[]]) =>
  wayIn("https://assay.test", "the-id", ...rest).join("\n");

test("seed names the admins who see the demo, its page and the command to add a member", () => {
  const words = textOf(undefined, ["admin@people.test"]);
  expect(words).toContain("The demo producer has no members yet.");
  expect(words).toContain(
    "Admins (admin@people.test) can view it and invite members at https://assay.test/admin/producers/the-id",
  );
  expect(words).toContain("--producer the-id --role owner");
});

test("seed says where its owner finds it and what to do without an admin", () => {
  const words = textOf("owner@people.test", []);
  expect(words).toContain("Sign in as owner@people.test at https://assay.test/login");
  expect(words).toContain("There is no admin yet");
});
