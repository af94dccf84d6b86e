/** @jsxImportSource hono/jsx */
import { expect, test } from "vitest";
import { Failed } from "./failed";
import { pageWords } from "./page-words";

const shown = (locale: "en" | "de", seconds: number) =>
  String(
    <Failed
      words={pageWords(locale)}
      refusal={{
        refused: "tooManyRequests",
        code: "too-many-requests",
        status: 429,
        retryAfter: String(seconds),
      }}
      of="owner"
      path="/v/1"
    />,
  );

test("a wait of a day is shown in hours, a shorter one in minutes", () => {
  expect(shown("en", 86_400)).toContain("Try again in 24 hours.");
  expect(shown("de", 86_400)).toContain("in 24 Stunden erneut");
  expect(shown("en", 3_600)).toContain("Try again in 60 minutes.");
  expect(shown("de", 1)).toContain("in einer Minute erneut");
});
