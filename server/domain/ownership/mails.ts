import type { Language } from "@/server/domain/people/schema";
import type { Mail } from "@/server/platform/mail";

type Words = Omit<Mail, "to">;

interface Subject {
  brand: string;
  link: string;
}

/** A name in a subject is one line. */
const oneLine = (text: string) => text.replaceAll(/\s+/g, " ");

const ACTIVATION: Record<Language, (subject: Subject) => Words> = {
  en: ({ brand, link }) => ({
    subject: `Confirm that you own your item of ${oneLine(brand)}`,
    text: `Hello,

Your e-mail address was given to activate an item of ${brand}.

Confirm that you own it:
${link}

The link works once, within 24 hours. If you did not activate an item, you can ignore this e-mail; your address is deleted after 24 hours.
`,
  }),
  de: ({ brand, link }) => ({
    subject: `Bestätigen Sie, dass Ihr Artikel von ${oneLine(brand)} Ihnen gehört`,
    text: `Guten Tag,

mit Ihrer E-Mail-Adresse wurde ein Artikel von ${brand} aktiviert.

Bestätigen Sie, dass er Ihnen gehört:
${link}

Der Link gilt einmal und 24 Stunden lang. Wenn Sie keinen Artikel aktiviert haben, können Sie diese E-Mail ignorieren; Ihre Adresse wird nach 24 Stunden gelöscht.
`,
  }),
};

const TRANSFER: Record<Language, (subject: Subject) => Words> = {
  en: ({ brand, link }) => ({
    subject: `An item of ${oneLine(brand)} is being transferred to you`,
    text: `Hello,

The owner of an item of ${brand} wants to transfer it to you.

See the item and confirm that it is yours from now on:
${link}

The link works once, within 7 days, unless the owner cancels it. If you expect no item, you can ignore this e-mail; your address is deleted after 7 days.
`,
  }),
  de: ({ brand, link }) => ({
    subject: `Ein Artikel von ${oneLine(brand)} wird Ihnen übertragen`,
    text: `Guten Tag,

der Besitzer eines Artikels von ${brand} möchte ihn Ihnen übertragen.

Sehen Sie den Artikel an und bestätigen Sie, dass er ab jetzt Ihnen gehört:
${link}

Der Link gilt einmal und 7 Tage lang, wenn der Besitzer ihn nicht widerruft. Wenn Sie keinen Artikel erwarten, können Sie diese E-Mail ignorieren; Ihre Adresse wird nach 7 Tagen gelöscht.
`,
  }),
};

const OWNER: Record<Language, (subject: Subject) => Words> = {
  en: ({ brand, link }) => ({
    subject: `Your item of ${oneLine(brand)}`,
    text: `Hello,

This link opens your page of the item of ${brand} that you own. There you can transfer the item, report a theft, and download or erase your data:
${link}

Keep this e-mail, and do not pass the link on: it acts for you as the owner.
`,
  }),
  de: ({ brand, link }) => ({
    subject: `Ihr Artikel von ${oneLine(brand)}`,
    text: `Guten Tag,

dieser Link öffnet Ihre Seite zu dem Artikel von ${brand}, der Ihnen gehört. Dort können Sie den Artikel übertragen, einen Diebstahl melden und Ihre Daten herunterladen oder löschen:
${link}

Bewahren Sie diese E-Mail auf und geben Sie den Link nicht weiter: Er handelt für Sie als Besitzer.
`,
  }),
};

const TRANSFERRED: Record<Language, (brand: string) => Words> = {
  en: (brand) => ({
    subject: `Your item of ${oneLine(brand)} was transferred`,
    text: `Hello,

Your item of ${brand} was transferred: its new owner has confirmed it. Your e-mail address was deleted, and your links no longer work.
`,
  }),
  de: (brand) => ({
    subject: `Ihr Artikel von ${oneLine(brand)} wurde übertragen`,
    text: `Guten Tag,

Ihr Artikel von ${brand} wurde übertragen: Der neue Besitzer hat es bestätigt. Ihre E-Mail-Adresse wurde gelöscht, und Ihre Links gelten nicht mehr.
`,
  }),
};

/** The mail whose link confirms an activation. */
export const activationMail = (locale: Language, subject: Subject) => ACTIVATION[locale](subject);

/** The mail whose link makes its recipient the next owner. */
export const transferMail = (locale: Language, subject: Subject) => TRANSFER[locale](subject);

/** The mail with a link to the owner's page. */
export const ownerMail = (locale: Language, subject: Subject) => OWNER[locale](subject);

/** The mail to a former owner after a transfer. */
export const transferredMail = (locale: Language, brand: string) => TRANSFERRED[locale](brand);
