import { expect, test } from "vitest";
import { guessingOdds } from "./guessing";
import { parsePattern } from "./pattern";

const odds = (text: string, issued: number) =>
  guessingOdds(parsePattern(text, { maxCharacters: 200 }), issued);

test("a million random identifiers are found in a year with a probability of 1 in 1,170", () => {
  const { possible, guesses, chance, oneIn } = odds("A-{random:13}", 1e6);
  expect(possible).toBe(2 ** 65);
  expect(guesses).toBe(31_536_000_000);
  expect(chance).toBeCloseTo(1 - Math.exp((-guesses * 1e6) / 2 ** 65), 12);
  expect(Math.round(oneIn)).toBe(1170);
});

test("beside a number, more issued identifiers help no guesser", () => {
  expect(odds("{number:6}-{random:13}", 1e6)).toEqual(odds("{number:6}-{random:13}", 1));
});

test("numbers alone are guessed for certain, and nothing issued is never found", () => {
  expect(odds("{number:6}", 10)).toMatchObject({ perGuess: 1, chance: 1, oneIn: 1 });
  expect(odds("{random:13}", 0)).toMatchObject({ chance: 0, oneIn: Number.POSITIVE_INFINITY });
});
