import { headers } from "next/headers";
import { chooseLocale, wantedLanguages } from "@/app/messages/load";
import { type AppLocale, isLocale, LOCALE_COOKIE } from "@/app/messages/locales";
import { keptChoice } from "@/app/request/request";
import { cookieLine } from "@/server/platform/cookie-name";

const MAX_WANTED = 3;
const A_YEAR_SECONDS = 31_536_000;

/** The language of a page, and those that the item's words are wanted in, the best first. */
export interface Languages {
  locale: AppLocale;
  wanted: string[];
  /** Keeps a choice that was made with this request. */
  setCookie: string | undefined;
}

/** Of the request that is being answered: as its address says, else as this browser has chosen, else as it asks for. */
export async function languagesOf(request: Request): Promise<Languages> {
  const asked = new URL(request.url).searchParams.get("lang");
  const kept = await keptChoice(LOCALE_COOKIE);
  const chosen = [asked, kept].find(isLocale);
  if (chosen) {
    const setCookie = cookieLine(LOCALE_COOKIE, chosen, { maxAgeSeconds: A_YEAR_SECONDS, httpOnly: false });
    return { locale: chosen, wanted: [chosen], setCookie: chosen === asked ? setCookie : undefined };
  }
  const accepted = (await headers()).get("accept-language");
  const locale = chooseLocale(undefined, null, accepted);
  const wanted = [...wantedLanguages(accepted ?? "").slice(0, MAX_WANTED), locale];
  return { locale, wanted, setCookie: undefined };
}
