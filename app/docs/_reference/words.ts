import { cache } from "react";
import { createTranslator } from "use-intl/core";
import { compiled } from "@/app/messages/compiled";
import de from "@/app/messages/de/docs.json";
import en from "@/app/messages/en/docs.json";
import type { AppLocale } from "@/app/messages/locales";
import { currentLocale } from "@/app/request/request";

const MESSAGES: Record<AppLocale, { docs: typeof en }> = {
  en: compiled({ docs: en }),
  de: compiled({ docs: de }),
};

/** Messages of the reference in the language of the page, for components of the server. */
export const docsWords = cache(async () => {
  const locale = await currentLocale();
  return createTranslator({ locale, messages: MESSAGES[locale], namespace: "docs" });
});

export type DocsWords = Awaited<ReturnType<typeof docsWords>>;
