import { expect, test } from "vitest";
import type { VerdictName } from "@/app/ui/verdict";
import { type AssessmentState, toneOf } from "./conclusion";

const VERDICTS: VerdictName[] = ["original", "fake", "unknown", "error"];
const STATES: AssessmentState[] = ["pending", "clear", "suspicious"];

test("a scan is good only if the verdict is original and no finding contradicts it", () => {
  const good = VERDICTS.flatMap((verdict) =>
    STATES.filter((state) => toneOf(verdict, state) === "good").map((state) => `${verdict} ${state}`),
  );
  expect(good).toEqual(["original clear"]);
});

test("a fake asks for attention whatever the findings; so does any contradicting finding", () => {
  expect(STATES.map((state) => toneOf("fake", state))).toEqual(["attention", "attention", "attention"]);
  expect(VERDICTS.map((verdict) => toneOf(verdict, "suspicious"))).toEqual(VERDICTS.map(() => "attention"));
});
