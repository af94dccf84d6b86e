import type { AlertFigures } from "@/db/schema/alerts";
import { percentIn } from "@/server/core/percent";
import type { Language } from "@/server/domain/people/schema";
import type { ToldAlerts, ToldRule } from "./told-alerts";

const TAGS: Record<Language, string> = { en: "en-GB", de: "de-DE" };

export const numberIn = (locale: Language, value: number) =>
  new Intl.NumberFormat(TAGS[locale], { maximumFractionDigits: 1 }).format(value);

/** A moment in UTC. */
export const momentIn = (locale: Language, at: Date) =>
  new Intl.DateTimeFormat(TAGS[locale], { dateStyle: "long", timeStyle: "short", timeZone: "UTC" }).format(
    at,
  );

const countryIn = (locale: Language, code: string) =>
  new Intl.DisplayNames(TAGS[locale], { type: "region" }).of(code) ?? code;

/** More are not named. */
const MAX_COUNTRIES = 10;

const countriesIn = (locale: Language, countries: { country: string; scans: number }[]) =>
  [
    ...countries
      .slice(0, MAX_COUNTRIES)
      .map(({ country, scans }) => `${countryIn(locale, country)} (${numberIn(locale, scans)})`),
    ...(countries.length > MAX_COUNTRIES ? ["…"] : []),
  ].join(", ");

const rateOf = ({ scans, fakes }: { scans: number; fakes: number }) => (scans === 0 ? 0 : fakes / scans);

const CAUSE: Record<Language, (figures: AlertFigures) => string> = {
  en: (figures) => {
    const n = (value: number) => numberIn("en", value);
    switch (figures.kind) {
      case "fakeRate":
        return `${n(figures.fakes)} of ${n(figures.scans)} scans were fakes (${percentIn("en", rateOf(figures))}).`;
      case "unknownIdentifiers":
        return figures.sightings === 1
          ? "1 scan of an unregistered code."
          : `${n(figures.sightings)} scans of unregistered codes.`;
      case "newCountry":
        return `Scans from a country that had none for a long time: ${countriesIn("en", figures.countries)}.`;
      case "impossibleTravel":
        return figures.scans === 1
          ? "1 scan with an impossible journey."
          : `${n(figures.scans)} scans with an impossible journey.`;
      case "stolenItem":
        return figures.scans === 1
          ? "1 scan of a stolen item."
          : `${n(figures.scans)} scans of stolen items.`;
    }
  },
  de: (figures) => {
    const n = (value: number) => numberIn("de", value);
    switch (figures.kind) {
      case "fakeRate":
        return `${n(figures.fakes)} von ${n(figures.scans)} Scans waren Fälschungen (${percentIn("de", rateOf(figures))}).`;
      case "unknownIdentifiers":
        return figures.sightings === 1
          ? "1 Scan eines nicht registrierten Codes."
          : `${n(figures.sightings)} Scans nicht registrierter Codes.`;
      case "newCountry":
        return `Scans aus einem Land, das lange keine hatte: ${countriesIn("de", figures.countries)}.`;
      case "impossibleTravel":
        return `${n(figures.scans)} ${figures.scans === 1 ? "Scan" : "Scans"} mit unmöglicher Reise.`;
      case "stolenItem":
        return figures.scans === 1
          ? "1 Scan eines gestohlenen Artikels."
          : `${n(figures.scans)} Scans gestohlener Artikel.`;
    }
  },
};

/** What met the rule's condition, as a sentence. */
export const causeIn = (locale: Language, figures: AlertFigures): string => CAUSE[locale](figures);

const STATE: Record<Language, Record<ToldRule["state"], string>> = {
  en: {
    open: "",
    acknowledged: "It has been acknowledged since.",
    confirmed: "It has been confirmed since.",
    falseAlarm: "It was a false alarm.",
  },
  de: {
    open: "",
    acknowledged: "Er wurde inzwischen übernommen.",
    confirmed: "Er wurde inzwischen bestätigt.",
    falseAlarm: "Es war ein Fehlalarm.",
  },
};

/** What became of an alert before it was told; empty while it is open. */
export const stateIn = (locale: Language, state: ToldRule["state"]): string => STATE[locale][state];

/** When the alerts of a rule opened, as a phrase: one moment, or how many since when. */
export function whenIn(locale: Language, { count, since, openedAt }: ToldRule): string {
  if (count === 1) return `${momentIn(locale, openedAt)} (UTC)`;
  return locale === "en"
    ? `${numberIn(locale, count)} alerts since ${momentIn(locale, since)} (UTC)`
    : `${numberIn(locale, count)} Alarme seit ${momentIn(locale, since)} (UTC)`;
}

/** The headline of a message: names the rule where it is about one alone. */
export function headlineIn(locale: Language, { producerName, rules, count }: ToldAlerts): string {
  const [first] = rules;
  if (rules.length === 1 && first)
    return locale === "en"
      ? `Alert for ${producerName}: ${first.ruleName}`
      : `Alarm für ${producerName}: ${first.ruleName}`;
  return locale === "en"
    ? `${numberIn(locale, count)} alerts for ${producerName}`
    : `${numberIn(locale, count)} Alarme für ${producerName}`;
}

/** Says how many rules a message leaves out; empty where it has all. */
export function restIn(locale: Language, { left }: ToldAlerts): string {
  if (left === 0) return "";
  if (left === 1)
    return locale === "en"
      ? "Alerts of one more rule are in the dashboard."
      : "Alarme einer weiteren Regel finden Sie im Dashboard.";
  return locale === "en"
    ? `Alerts of ${numberIn(locale, left)} more rules are in the dashboard.`
    : `Alarme von ${numberIn(locale, left)} weiteren Regeln finden Sie im Dashboard.`;
}
