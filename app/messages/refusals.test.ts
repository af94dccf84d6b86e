import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { slugOf } from "@/app/ui/failure";
import german from "./de/errors.json";
import english from "./en/errors.json";

/** Texts for operators are English only. */
const IS_NOT_SERVED =
  /\.test\.ts$|^server\/(testing|cli)\/|people\/first-admin\.ts$|^server\/domain\/keys\/|^server\/cells\/|api\/cell-routes\.ts$/;

const sources = readdirSync("server", { recursive: true, encoding: "utf8" })
  .map((file) => `server/${file}`)
  .filter((file) => file.endsWith(".ts") && !IS_NOT_SERVED.test(file))
  .map((file) => ({ file, source: readFileSync(file, "utf8") }));

/** Last capture group of every match in the files whose names match. */
const found = (pattern: RegExp, files = /./) =>
  sources
    .filter(({ file }) => files.test(file))
    .flatMap(({ source }) => [...source.matchAll(pattern)].map((match) => match.at(-1) ?? ""));

const unique = (words: string[]) => [...new Set(words)].toSorted();

const WORD = "([a-z]+(?:-[a-z]+)+)";
const REFUSAL = new RegExp(
  `\\b(?:invalid|forbidden|notFound|conflict|AppError)\\(\\s*(?:"\\w+",\\s*)?"${WORD}"`,
  "g",
);

test("every refusal of the service has a message in both languages, and there are no others", () => {
  const codes = unique([...found(REFUSAL), ...found(new RegExp(`"${WORD}"`, "g"), /trpc\/failures\.ts$/)]);
  expect(codes.length).toBeGreaterThan(50);
  for (const { codes: words } of [english, german]) expect(Object.keys(words).toSorted()).toEqual(codes);
});

/** Zod's own messages that people can see, because forms accept such input. */
const OF_ZOD = [
  "Invalid email address",
  "Too big: expected string to have <=5 characters",
  "Too small: expected string to have >=1 characters",
  "Required",
];
/** Lists of words that forms offer as choices, so that they are never typed. */
const LISTS_WORDS = /\$\{(taken|EVENTS)/;
const FAULT = /(["`])((?:must|is|The url) (?:(?!\1).)+)\1/g;
const READS_INPUT =
  /^server\/((?:domain|core|data|webhooks)\/.*|http\/input|platform\/outbound-(?:url|receiver))\.ts$/;

test("every fault in typed input has a message in both languages, and there are no others", () => {
  const faults = found(FAULT, READS_INPUT).filter((fault) => !LISTS_WORDS.test(fault));
  expect(faults.length).toBeGreaterThan(30);
  const slugs = unique(
    [...faults.map((fault) => fault.replaceAll(/\$\{[^}]*\}/g, "5")), ...OF_ZOD].map(slugOf),
  );
  for (const { faults: words } of [english, german]) expect(Object.keys(words).toSorted()).toEqual(slugs);
});
