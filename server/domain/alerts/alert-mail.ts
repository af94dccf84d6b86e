import type { Alert, AlertFigures } from "@/db/schema/alerts";
import { percentIn } from "@/server/core/percent";
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

const rateOf = ({ scans, fakes }: { scans: number; fakes: number }) => (scans === 0 ? 0 : fakes / scans);

const CAUSE: Record<Language, (figures: AlertFigures) => string> = {
  en: (figures) => {
    const n = (value: number) => numberIn("en", value);
    switch (figures.kind) {
      case "fakeRate":
        return `${n(figures.fakes)} of ${n(figures.scans)} scans were fakes: ${percentIn("en", rateOf(figures))}.`;
      case "unknownIdentifiers":
        return `${n(figures.sightings)} scans of identifiers that no item has.`;
      case "newCountry":
        return `Scans from a country that had none for long: ${figures.countries
          .map(({ country, scans }) => `${countryIn("en", country)} (${n(scans)})`)
          .join(", ")}.`;
      case "impossibleTravel":
        return `${n(figures.scans)} scans of items that cannot have travelled so fast.`;
    }
  },
  de: (figures) => {
    const n = (value: number) => numberIn("de", value);
    switch (figures.kind) {
      case "fakeRate":
        return `${n(figures.fakes)} von ${n(figures.scans)} Scans waren Fälschungen: ${percentIn("de", rateOf(figures))}.`;
      case "unknownIdentifiers":
        return `${n(figures.sightings)} Scans von Kennungen, die kein Artikel hat.`;
      case "newCountry":
        return `Scans aus einem Land, aus dem lange keine kamen: ${figures.countries
          .map(({ country, scans }) => `${countryIn("de", country)} (${n(scans)})`)
          .join(", ")}.`;
      case "impossibleTravel":
        return `${n(figures.scans)} Scans von Artikeln, die nicht so schnell gereist sein können.`;
    }
  },
};

const WORDS: Record<Language, (told: Told) => Omit<Mail, "to">> = {
  en: ({ producerName, ruleName, evidence, firedAt, link }) => ({
    subject: `Alert for ${producerName}: ${ruleName}`,
    text: `Hello,

the rule “${ruleName}” of ${producerName} fired on ${momentIn("en", firedAt)} (UTC).

${CAUSE.en(evidence.figures)}

Look at the scans behind it, and say whether it is a false alarm:
${link}

You get this mail because you asked for it on the page of the rule. There you can switch it off, too.
`,
  }),
  de: ({ producerName, ruleName, evidence, firedAt, link }) => ({
    subject: `Warnung für ${producerName}: ${ruleName}`,
    text: `Guten Tag,

die Regel „${ruleName}“ von ${producerName} hat am ${momentIn("de", firedAt)} (UTC) ausgelöst.

${CAUSE.de(evidence.figures)}

Hier sehen Sie die Scans dahinter und sagen, ob es ein Fehlalarm ist:
${link}

Sie erhalten diese Mail, weil Sie bei der Regel darum gebeten haben. Dort können Sie sie auch abbestellen.
`,
  }),
};

/** What an alert says in a mail, in the given language. */
export const alertMail = (locale: Language, told: Told): Omit<Mail, "to"> => WORDS[locale](told);
