import { type AppLocale, isLocale, LOCALE_COOKIE } from "@/app/messages/locales";
import { cookieValue, setCookie } from "@/app/ui/cookie";

const SWITCH = "assay-inspect-";

/** Whether a choice of this device is on; it is until switched off. */
export const isOn = (name: "sound") => localStorage.getItem(SWITCH + name) !== "off";
export const switchTo = (name: "sound", on: boolean) =>
  localStorage.setItem(SWITCH + name, on ? "on" : "off");

/** The language: chosen on this device, else the browser's. */
export function chosenLocale(): AppLocale {
  const chosen = cookieValue(LOCALE_COOKIE);
  if (isLocale(chosen)) return chosen;
  return navigator.language.toLowerCase().startsWith("de") ? "de" : "en";
}

export const chooseLocale = (locale: AppLocale) => setCookie(LOCALE_COOKIE, locale);

/** The case that was chosen last, offered again for the next inspection. */
export const lastCase = (producerId: string) =>
  sessionStorage.getItem(`${SWITCH}case-${producerId}`) ?? "new";
export const rememberCase = (producerId: string, chosen: string) =>
  sessionStorage.setItem(`${SWITCH}case-${producerId}`, chosen);
