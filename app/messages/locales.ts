/** Languages of the dashboard; the first is the default. */
export const LOCALES = ["en", "de"] as const;
export type AppLocale = (typeof LOCALES)[number];

export const LOCALE_COOKIE = "assay-locale";
export const TIME_ZONE_COOKIE = "assay-time-zone";

export const isLocale = (value: string | null | undefined): value is AppLocale =>
  LOCALES.some((locale) => locale === value);
