import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { createTranslator } from "use-intl/core";
import { z } from "zod";
import type { Catalogue } from "@/app/messages/catalogue";
import type { AppLocale } from "@/app/messages/locales";

const FOLDER = "app/messages";

export const NAMESPACES = readdirSync(path.join(FOLDER, "en")).map((file) => path.basename(file, ".json"));

const Words = z.custom<Catalogue>((value) => NAMESPACES.every((name) => name in Object(value)));

const catalogueOf = (locale: AppLocale) =>
  Words.parse(
    Object.fromEntries(
      NAMESPACES.map((name) => [
        name,
        JSON.parse(readFileSync(path.join(FOLDER, locale, `${name}.json`), "utf8")),
      ]),
    ),
  );

/** Translator with all messages of a language. */
export const wordsIn = (locale: AppLocale) => createTranslator({ locale, messages: catalogueOf(locale) });

export type Say = ReturnType<typeof wordsIn>;

/** All messages of a language by key. */
export function messagesIn(locale: AppLocale): Map<string, string> {
  const found = new Map<string, string>();
  const walk = (value: unknown, at: string) => {
    if (typeof value === "string") found.set(at, value);
    else
      for (const [key, each] of Object.entries(Object(value))) walk(each, at === "" ? key : `${at}.${key}`);
  };
  walk(catalogueOf(locale), "");
  return found;
}
