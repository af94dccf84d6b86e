import { expect, test } from "vitest";
import { z } from "zod";
import { keptIn } from "./kept-draft";

const State = z.object({ title: z.string(), version: z.string() });
const SHAPES = { of: State, values: z.object({ title: z.string() }) };
const BEGUN = { title: "Watch", version: "1" };
const stored = JSON.stringify({ at: 5, of: JSON.stringify(BEGUN), values: { title: "My watch" } });

test("a kept draft knows the state from which it was begun, and whether that is still the saved one", () => {
  const kept = { at: 5, of: BEGUN, values: { title: "My watch" } };
  expect(keptIn(stored, BEGUN, SHAPES)).toEqual({ ...kept, isOutdated: false });
  expect(keptIn(stored, { title: "Clock", version: "2" }, SHAPES)).toEqual({ ...kept, isOutdated: true });
});

test("no draft, or one of another version of the dashboard, is not offered", () => {
  const older = JSON.stringify({
    at: 5,
    of: JSON.stringify({ title: "Watch" }),
    values: { title: "My watch" },
  });
  expect(["", "{", older].map((text) => keptIn(text, BEGUN, SHAPES))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
