import type { Alert, AlertFigures } from "@/db/schema/alerts";
import type { Language } from "@/server/domain/people/schema";
import type { Mail } from "@/server/platform/mail";

interface Told extends Pick<Alert, "ruleName" | "condition" | "evidence" | "firedAt"> {
  producerName: string;
  link: string;
}

const TAGS: Record<Language, string> = { en: "en-GB", de: "de-DE" };

const numberIn = (locale: Language, value: number) =>
  new Intl.NumberFormat(TAGS[locale], { maximumFractionDigits: 1 }).format(value);

const momentIn = (locale: Language, at: Date) =>
  new Intl.DateTimeFormat(TAGS[locale], { dateStyle: "long", timeStyle: "short", timeZone: "UTC" }).format(
    at,
  );

const countryIn = (locale: Language, code: string) =>
  new Intl.DisplayNames(TAGS[locale], { type: "region" }).of(code) ?? code;

const rateOf = ({ scans, fakes }: { scans: number; fakes: number }) =>
  scans === 0 ? 0 : (100 * fakes) / scans;

const CAUSE: Record<Language, (figures: AlertFigures) => string> = {
  en: (figures) => {
    const n = (value: number) => numberIn("en", value);
    switch (figures.kind) {
      case "fakeRate":
        return `${n(figures.fakes)} of ${n(figures.scans)} scans were fakes (${n(rateOf(figures))}%).`;
      case "unknownIdentifiers":
        return `${n(figures.sightings)} scans of unregistered codes.`;
      case "newCountry":
        return `Scans from new countries: ${figures.countries
          .map(({ country, scans }) => `${countryIn("en", country)} (${n(scans)})`)
          .join(", ")}.`;
      case "impossibleTravel":
        return `${n(figures.scans)} scans with an impossible journey.`;
    }
  },
  de: (figures) => {
    const n = (value: number) => numberIn("de", value);
    switch (figures.kind) {
      case "fakeRate":
        return `${n(figures.fakes)} von ${n(figures.scans)} Scans waren Fälschungen (${n(rateOf(figures))} %).`;
      case "unknownIdentifiers":
        return `${n(figures.sightings)} Scans nicht registrierter Codes.`;
      case "newCountry":
        return `Scans aus neuen Ländern: ${figures.countries
          .map(({ country, scans }) => `${countryIn("de", country)} (${n(scans)})`)
          .join(", ")}.`;
      case "impossibleTravel":
        return `${n(figures.scans)} Scans mit unmöglicher Reise.`;
    }
  },
};

const WORDS: Record<Language, (told: Told) => Omit<Mail, "to">> = {
  en: ({ producerName, ruleName, evidence, firedAt, link }) => ({
    subject: `Alert for ${producerName}: ${ruleName}`,
    text: `Hello,

The alert rule “${ruleName}” of ${producerName} opened an alert on ${momentIn("en", firedAt)} (UTC).

${CAUSE.en(evidence.figures)}

Review the scans and confirm the alert or mark it as a false alarm:
${link}

You receive this e-mail because you turned on e-mails for this rule. You can turn them off on the page of the rule.
`,
  }),
  de: ({ producerName, ruleName, evidence, firedAt, link }) => ({
    subject: `Alarm für ${producerName}: ${ruleName}`,
    text: `Guten Tag,

die Alarmregel „${ruleName}“ von ${producerName} hat am ${momentIn("de", firedAt)} (UTC) einen Alarm ausgelöst.

${CAUSE.de(evidence.figures)}

Prüfen Sie die Scans, und bestätigen Sie den Alarm oder markieren Sie ihn als Fehlalarm:
${link}

Sie erhalten diese E-Mail, weil Sie E-Mails für diese Regel eingeschaltet haben. Auf der Seite der Regel können Sie sie ausschalten.
`,
  }),
};

/** What an alert says in a mail, in the given language. */
export const alertMail = (locale: Language, told: Told): Omit<Mail, "to"> => WORDS[locale](told);
