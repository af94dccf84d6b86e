import { expect, test } from "vitest";
import { called, plainInput } from "./hostile-procedures";
import { isAcceptable } from "./never-accepted";

const id = "0192f0c2-0000-7000-8000-000000000000";
const SCENE = {
  producer: id,
  token: "",
  cookie: "",
  item: "an item",
  group: id,
  scan: id,
  content: id,
  hook: id,
  job: id,
  caseId: id,
  spare: { item: "another item", group: id, content: id },
};

test("the proof of the event loop has a valid input for every procedure, or says what it lacks", () => {
  const refused = called
    .filter(({ path }) => isAcceptable(path))
    .filter((one) => one.schema && !one.schema.safeParse(plainInput(one, SCENE)).success)
    .map(({ path }) => path);
  expect(refused).toEqual([]);
});
