import { createFormatter, createTranslator } from "use-intl/core";
import { compiled } from "@/app/messages/compiled";
import de from "@/app/messages/de/verify.json";
import en from "@/app/messages/en/verify.json";
import type { AppLocale } from "@/app/messages/locales";

const MESSAGES: Record<AppLocale, { verify: typeof en }> = {
  en: compiled({ verify: en }),
  de: compiled({ verify: de }),
};

/** Messages of the page, with the language's formats for times and countries. */
export const pageWords = (locale: AppLocale) => ({
  locale,
  t: createTranslator({ locale, messages: MESSAGES[locale], namespace: "verify" }),
  format: createFormatter({ locale, timeZone: "UTC" }),
});

export type PageWords = ReturnType<typeof pageWords>;
