import { expect, test } from "vitest";
import type { VerdictName } from "@/app/ui/verdict";
import { type AssessmentState, toneOf } from "./conclusion";

const VERDICTS: VerdictName[] = ["original", "fake", "unknown", "error"];
const STATES: AssessmentState[] = ["pending", "clear", "suspicious"];

test("the one card of a scan says that all is well only of an original that no finding contradicts", () => {
  const good = VERDICTS.flatMap((verdict) =>
    STATES.filter((state) => toneOf(verdict, state) === "good").map((state) => `${verdict} ${state}`),
  );
  expect(good).toEqual(["original clear"]);
});

test("a fake asks for attention, whatever the service finds; so does whatever a finding speaks against", () => {
  expect(STATES.map((state) => toneOf("fake", state))).toEqual(["attention", "attention", "attention"]);
  expect(VERDICTS.map((verdict) => toneOf(verdict, "suspicious"))).toEqual(VERDICTS.map(() => "attention"));
});
