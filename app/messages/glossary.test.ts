import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";

const FOLDER = "app/messages";

/** The cells of the glossary's table of avoided words, one row an entry. */
const rows = (/## Words that pages avoid\n(.*)/s.exec(readFileSync("docs/glossary.md", "utf8"))?.[1] ?? "")
  .split("\n")
  .filter((line) => line.startsWith("| ") && !line.startsWith("| not in"))
  .map((line) => line.split("|").map((cell) => cell.trim()));
const avoided = (column: number) =>
  rows.flatMap((cells) => (cells[column] ?? "").split(", ").filter((word) => word !== ""));

/** Every message of a language by its key, the namespace first. */
function messagesOf(locale: string): [string, string][] {
  const flat = (value: unknown, at: string): [string, string][] => {
    const text = z.string().safeParse(value).data;
    if (text !== undefined) return [[at, text]];
    return Object.entries(z.record(z.string(), z.unknown()).parse(value)).flatMap(([key, each]) =>
      flat(each, `${at}.${key}`),
    );
  };
  return readdirSync(path.join(FOLDER, locale)).flatMap((file) =>
    flat(JSON.parse(readFileSync(path.join(FOLDER, locale, file), "utf8")), path.basename(file, ".json")),
  );
}

const wordsOfKey = (key: string) => key.split(/[.-]|(?=[A-Z])/).map((word) => word.toLowerCase());

test.each([
  ["en", 1],
  ["de", 2],
])("texts in %s avoid the words that the glossary lists", (locale, column) => {
  const words = avoided(column);
  expect(words.length).toBeGreaterThan(5);
  const found = new RegExp(`(?<!\\p{L})(${words.join("|")})(?!\\p{L})`, "iu");
  expect(messagesOf(locale).filter(([, text]) => found.test(text))).toEqual([]);
});

test("message keys avoid them, too", () => {
  const words = new Set(avoided(1));
  const keys = messagesOf("en").map(([key]) => key);
  expect(keys.filter((key) => wordsOfKey(key).some((word) => words.has(word)))).toEqual([]);
});
