import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { slugOf } from "@/app/ui/failure";
import german from "./de/errors.json";
import english from "./en/errors.json";

/** What speaks to operators does so in English. */
const IS_NOT_SERVED = /\.test\.ts$|^server\/(testing|cli)\/|people\/first-admin\.ts$|^server\/domain\/keys\//;

const sources = readdirSync("server", { recursive: true, encoding: "utf8" })
  .map((file) => `server/${file}`)
  .filter((file) => file.endsWith(".ts") && !IS_NOT_SERVED.test(file))
  .map((file) => ({ file, source: readFileSync(file, "utf8") }));

/** The last group of every match of a pattern in the files whose names fit. */
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

test("every refusal that the service can speak of has its words in both languages, and no other has", () => {
  const codes = unique([...found(REFUSAL), ...found(new RegExp(`"${WORD}"`, "g"), /trpc\/failures\.ts$/)]);
  expect(codes.length).toBeGreaterThan(50);
  for (const { codes: words } of [english, german]) expect(Object.keys(words).toSorted()).toEqual(codes);
});

/** Sentences of zod's own that people can meet, since the forms let them type that. */
const OF_ZOD = [
  "Invalid email address",
  "Too big: expected string to have <=5 characters",
  "Too small: expected string to have >=1 characters",
  "Required",
];
/** Lists of words, which the forms offer and nobody types. */
const LISTS_WORDS = /\$\{(taken|EVENTS)/;
const FAULT = /(["`])((?:must|is|The url) (?:(?!\1).)+)\1/g;
const READS_INPUT =
  /^server\/((?:domain|core|data|webhooks)\/.*|http\/(?:input|json-faults)|platform\/outbound-(?:url|receiver))\.ts$/;

test("every fault that the service finds in what people type has its words in both languages, and no other has", () => {
  const faults = found(FAULT, READS_INPUT).filter((fault) => !LISTS_WORDS.test(fault));
  expect(faults.length).toBeGreaterThan(30);
  const slugs = unique(
    [...faults.map((fault) => fault.replaceAll(/\$\{[^}]*\}/g, "5")), ...OF_ZOD].map(slugOf),
  );
  for (const { faults: words } of [english, german]) expect(Object.keys(words).toSorted()).toEqual(slugs);
});
