import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { createTranslator } from "use-intl/core";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { DOING_PAGES, FURTHER_PAGES } from "../(dashboard)/_shell/further-pages";
import { PAGES } from "../(dashboard)/_shell/nav-items";
import { compiled } from "./compiled";
import { chooseLocale } from "./load";
import { LOCALES } from "./locales";

const PAGE_NAMES = PAGES.map(({ name }) => name);
const HERE = path.resolve("app/messages");

const namespaces = readdirSync(path.join(HERE, "en")).map((file) => path.basename(file, ".json"));

/** All messages of a catalogue by path. */
function flat(value: unknown, at = ""): [string, string][] {
  const text = z.string().safeParse(value).data;
  if (text !== undefined) return [[at, text]];
  const inner = z.record(z.string(), z.unknown()).parse(value);
  return Object.entries(inner).flatMap(([key, each]) => flat(each, at === "" ? key : `${at}.${key}`));
}

const catalogue = (locale: string, namespace: string) =>
  new Map(flat(JSON.parse(readFileSync(path.join(HERE, locale, `${namespace}.json`), "utf8"))));

/** Placeholders and tags of a message. In nested braces every second pair holds a name, the others hold text. */
function placeholdersOf(message: string): string[] {
  const placeholders = [...message.matchAll(/<(\w+)>/g)].map(([tag]) => tag);
  let depth = 0;
  for (const [brace, name] of message.matchAll(/\{(\w*)|\}/g)) {
    if (brace === "}") depth--;
    else if (++depth % 2 === 1 && name) placeholders.push(name);
  }
  return placeholders.toSorted();
}

test("both languages have the same catalogues", () => {
  const german = readdirSync(path.join(HERE, "de")).map((file) => path.basename(file, ".json"));
  expect(german.toSorted()).toEqual(namespaces.toSorted());
});

test("the code declares every catalogue", () => {
  const known = readFileSync(path.join(HERE, "catalogue.ts"), "utf8");
  expect(namespaces.filter((name) => !known.includes(`  ${name}: typeof ${name};`))).toEqual([]);
});

test.each(LOCALES)("a page has the same name in menu, palette and title in %s", (locale) => {
  const menu = catalogue(locale, "shell");
  const names = PAGE_NAMES.map((name) => [name, menu.get(`nav.${name}`)]);
  expect(names).toEqual(PAGE_NAMES.map((name) => [name, catalogue(locale, name).get("title")]));
});

test.each(LOCALES)("a page that only the palette has is named like its title in %s", (locale) => {
  const titles = {
    imports: ["imports", "title"],
    codeBatches: ["codes", "title"],
    prints: ["labels", "prints.title"],
    generateCodes: ["codes", "create.title"],
    labels: ["labels", "title"],
  } as const;
  const menu = catalogue(locale, "shell");
  for (const { name } of [...FURTHER_PAGES, ...DOING_PAGES]) {
    const [namespace, key] = titles[name];
    expect(menu.get(`nav.${name}`), name).toBe(catalogue(locale, namespace).get(key));
  }
});

test.each(LOCALES)("webhooks are always called webhooks in %s", (locale) => {
  // Excluded: parts of addresses, and the value of a `select`.
  const bare = /(?<![/\w])hooks?\b(?! \{)/i;
  const texts = namespaces.flatMap((namespace) => [...catalogue(locale, namespace).values()]);
  expect(texts.filter((text) => bare.test(text))).toEqual([]);
});

describe.each(namespaces)("%s", (namespace) => {
  const [english, german] = [catalogue("en", namespace), catalogue("de", namespace)];

  test("has the same keys in both languages", () => {
    expect([...german.keys()].toSorted()).toEqual([...english.keys()].toSorted());
  });

  test("has the same placeholders in both languages", () => {
    const placeholders = (text = "") => [...new Set(placeholdersOf(text))].join();
    const differing = [...english].filter(
      ([key, text]) => placeholders(text) !== placeholders(german.get(key)),
    );
    expect(differing.map(([key]) => key)).toEqual([]);
  });

  test.each(LOCALES)("parses in %s", (locale) => {
    const broken: string[] = [];
    for (const [key, text] of catalogue(locale, namespace)) {
      const values = Object.fromEntries(
        placeholdersOf(text).map((placeholder) =>
          placeholder.startsWith("<")
            ? [placeholder.slice(1, -1), (words: string) => words]
            : [placeholder, 3],
        ),
      );
      const t = createTranslator({
        locale,
        messages: compiled({ message: text }),
        onError: ({ message }) => broken.push(`${key}: ${message}`),
      });
      t.markup("message", values);
    }
    expect(broken).toEqual([]);
  });
});

test("every namespace that the code uses exists", () => {
  const used = readdirSync("app", { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes(".test."))
    .flatMap((file) =>
      [...readFileSync(path.join("app", file), "utf8").matchAll(/useTranslations\("([^"]+)"\)/g)].map(
        ([, name = ""]) => ({ file, name }),
      ),
    );
  const isThere = (name: string) => {
    const [namespace = "", ...rest] = name.split(".");
    if (!namespaces.includes(namespace)) return false;
    const prefix = rest.length > 0 ? `${rest.join(".")}.` : "";
    return [...catalogue("en", namespace).keys()].some((key) => key.startsWith(prefix));
  };
  expect(used.filter(({ name }) => !isThere(name))).toEqual([]);
});

test("the language is the device's choice, else the person's, else the browser's best match", () => {
  expect(chooseLocale("de", "en", "en")).toBe("de");
  expect(chooseLocale(undefined, "de", "en")).toBe("de");
  expect(chooseLocale(undefined, null, "fr, de-AT;q=0.8, en;q=0.5")).toBe("de");
  expect(chooseLocale("xx", "yy", "*;q=0.5, , ;;,q=1")).toBe("en");
  expect(chooseLocale(undefined, undefined, null)).toBe("en");
});

test("compiled messages are plain values, which a server may pass to the browser", () => {
  const [one] = Object.values(compiled({ one: "{n, plural, =0 {none} other {# of {n, number}}}" }));
  const isPlain = (value: unknown): boolean =>
    typeof value !== "object" ||
    value === null ||
    ([Object.prototype, Array.prototype].includes(Object.getPrototypeOf(value)) &&
      Object.values(value).every(isPlain));
  expect(isPlain(one)).toBe(true);
});
