import { expect, test } from "vitest";
import { CHECKED_ALPHABET, checkCharacter, hasValidCheck } from "./check";

const letters = [...CHECKED_ALPHABET];
// A text of one character reaches each of the 36 sums once, and the check character is a bijection of the sum.
const texts = letters;

test("one character texts have 36 different check characters", () => {
  expect(new Set(texts.map(checkCharacter)).size).toBe(36);
});

test("after any text, two different characters lead to different check characters", () => {
  for (const text of texts) expect(new Set(letters.map((one) => checkCharacter(text + one))).size).toBe(36);
});

test("a difference is kept by every further character", () => {
  for (const one of letters) expect(new Set(texts.map((text) => checkCharacter(text + one))).size).toBe(36);
});

test("after any text, two exchanged neighbours change the check character", () => {
  const missed = texts.flatMap((text) =>
    letters.flatMap((one) =>
      letters
        .filter((other) => one < other)
        .filter((other) => checkCharacter(text + one + other) === checkCharacter(text + other + one)),
    ),
  );
  expect(missed).toEqual([]);
});

test("exchanged characters around another one are found too", () => {
  for (const text of texts)
    for (const one of letters)
      for (const other of letters.filter((letter) => letter !== one))
        expect(checkCharacter(`${text}${one}0${other}`)).not.toBe(checkCharacter(`${text}${other}0${one}`));
});

test("a check character exchanged with its neighbour is found", () => {
  for (const text of texts) {
    for (const one of letters) {
      const check = checkCharacter(text + one);
      expect(hasValidCheck(text + one + check)).toBe(true);
      if (check !== one) expect(hasValidCheck(text + check + one)).toBe(false);
    }
  }
});
