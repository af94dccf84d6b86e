import { expect, test } from "vitest";
import { wayIn } from "./way-in";

const told = (...rest: [string | undefined, string[]]) =>
  wayIn("https://assay.test", "the-id", ...rest).join("\n");

test("seed says which admins see the demo, on which page, and how a person is let in", () => {
  const words = told(undefined, ["admin@people.test"]);
  expect(words).toContain("The demo producer has no members yet.");
  expect(words).toContain(
    "Admins (admin@people.test) can view it and invite members at https://assay.test/admin/producers/the-id",
  );
  expect(words).toContain("--producer the-id --role owner");
});

test("seed says where its owner sees it, and what to do without an admin", () => {
  const words = told("owner@people.test", []);
  expect(words).toContain("Sign in as owner@people.test at https://assay.test/login");
  expect(words).toContain("There is no admin yet");
});
