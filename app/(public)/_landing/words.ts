import { cache } from "react";
import { createTranslator } from "use-intl/core";
import { compiled } from "@/app/messages/compiled";
import de from "@/app/messages/de/landing.json";
import en from "@/app/messages/en/landing.json";
import type { AppLocale } from "@/app/messages/locales";
import { currentLocale } from "@/app/request/request";

const MESSAGES: Record<AppLocale, { landing: typeof en }> = {
  en: compiled({ landing: en }),
  de: compiled({ landing: de }),
};

/** Messages of the landing page in its language, for components of the server: browsers load none of them. */
export const landingWords = cache(async () => {
  const locale = await currentLocale();
  return { locale, t: createTranslator({ locale, messages: MESSAGES[locale], namespace: "landing" }) };
});
