import { createContext } from "react";
import type { AppLocale } from "@/app/messages/locales";

/** The language of the app, and how to change it. */
export const LocaleContext = createContext<{ locale: AppLocale; setLocale: (locale: AppLocale) => void }>({
  locale: "en",
  setLocale: () => {},
});
