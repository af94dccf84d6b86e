import { headers } from "next/headers";
import { chooseLocale, wantedLanguages } from "@/app/messages/load";
import { type AppLocale, isLocale, LOCALE_COOKIE } from "@/app/messages/locales";
import { keptChoice } from "@/app/request/request";
import { cookieLine } from "@/server/platform/cookie-name";

const MAX_LANGUAGES = 3;
const A_YEAR_SECONDS = 31_536_000;

/** Language of the page, and the preferred languages of the item's texts, best first. */
export interface Languages {
  locale: AppLocale;
  wanted: string[];
  /** Cookie that stores a language chosen in this request. */
  setCookie: string | undefined;
}

/** Languages of a request: from its address, else from the browser's cookie, else from `accept-language`. */
export async function languagesOf(request: Request): Promise<Languages> {
  const requested = new URL(request.url).searchParams.get("lang");
  const kept = await keptChoice(LOCALE_COOKIE);
  const chosen = [requested, kept].find(isLocale);
  if (chosen) {
    const setCookie = cookieLine(LOCALE_COOKIE, chosen, { maxAgeSeconds: A_YEAR_SECONDS, httpOnly: false });
    return { locale: chosen, wanted: [chosen], setCookie: chosen === requested ? setCookie : undefined };
  }
  const accepted = (await headers()).get("accept-language");
  const locale = chooseLocale(undefined, null, accepted);
  const wanted = [...wantedLanguages(accepted ?? "").slice(0, MAX_LANGUAGES), locale];
  return { locale, wanted, setCookie: undefined };
}
