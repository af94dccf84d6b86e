import type { Alert, AlertFigures } from "@/db/schema/alerts";
import { percentIn } from "@/server/core/percent";
import type { Language } from "@/server/domain/people/schema";
import type { Mail } from "@/server/platform/mail";

interface MailedAlert extends Pick<Alert, "ruleName" | "condition" | "evidence" | "openedAt"> {
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

const rateOf = ({ scans, fakes }: { scans: number; fakes: number }) => (scans === 0 ? 0 : fakes / scans);

const CAUSE: Record<Language, (figures: AlertFigures) => string> = {
  en: (figures) => {
    const n = (value: number) => numberIn("en", value);
    switch (figures.kind) {
      case "fakeRate":
        return `${n(figures.fakes)} of ${n(figures.scans)} scans were fakes (${percentIn("en", rateOf(figures))}).`;
      case "unknownIdentifiers":
        return `${n(figures.sightings)} scans of unregistered codes.`;
      case "newCountry":
        return `Scans from a country that had none for a long time: ${figures.countries
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
        return `${n(figures.fakes)} von ${n(figures.scans)} Scans waren Fälschungen (${percentIn("de", rateOf(figures))}).`;
      case "unknownIdentifiers":
        return `${n(figures.sightings)} Scans nicht registrierter Codes.`;
      case "newCountry":
        return `Scans aus einem Land, das lange keine hatte: ${figures.countries
          .map(({ country, scans }) => `${countryIn("de", country)} (${n(scans)})`)
          .join(", ")}.`;
      case "impossibleTravel":
        return `${n(figures.scans)} Scans mit unmöglicher Reise.`;
    }
  },
};

const WORDS: Record<Language, (alert: MailedAlert) => Omit<Mail, "to">> = {
  en: ({ producerName, ruleName, evidence, openedAt, link }) => ({
    subject: `Alert for ${producerName}: ${ruleName}`,
    text: `Hello,

The alert rule “${ruleName}” of ${producerName} was triggered on ${momentIn("en", openedAt)} (UTC).

${CAUSE.en(evidence.figures)}

View the scans behind this alert:
${link}

You receive this e-mail because you enabled e-mails for this rule. You can disable them in the list of alert rules.
`,
  }),
  de: ({ producerName, ruleName, evidence, openedAt, link }) => ({
    subject: `Alarm für ${producerName}: ${ruleName}`,
    text: `Guten Tag,

die Alarmregel „${ruleName}“ von ${producerName} hat am ${momentIn("de", openedAt)} (UTC) ausgelöst.

${CAUSE.de(evidence.figures)}

Sehen Sie sich die Scans zu diesem Alarm an:
${link}

Sie erhalten diese E-Mail, weil Sie E-Mails für diese Regel aktiviert haben. In der Liste der Alarmregeln können Sie sie deaktivieren.
`,
  }),
};

/** Writes the subject and text of an alert's e-mail in a language. */
export const alertMail = (locale: Language, alert: MailedAlert): Omit<Mail, "to"> => WORDS[locale](alert);
