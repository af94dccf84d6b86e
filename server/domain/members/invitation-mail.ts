import type { Language } from "@/server/domain/people/schema";
import type { Mail } from "@/server/platform/mail";
import type { Role } from "./schema";

interface Invitation {
  producerName: string;
  invitedBy: string;
  role: Role;
  link: string;
  expiresAt: Date;
}

const ROLE_WORDS: Record<Language, Record<Role, string>> = {
  en: { owner: "an owner", editor: "an editor", viewer: "a viewer", inspector: "an inspector" },
  de: { owner: "Inhaber", editor: "Bearbeiter", viewer: "Leser", inspector: "Prüfer" },
};

const dateIn = (locale: Language, date: Date) =>
  new Intl.DateTimeFormat(locale === "en" ? "en-GB" : "de-DE", { dateStyle: "long", timeZone: "UTC" }).format(
    date,
  );

const WORDS: Record<Language, (invitation: Invitation) => Omit<Mail, "to">> = {
  en: ({ producerName, invitedBy, role, link, expiresAt }) => ({
    subject: `Invitation to join ${producerName} on Assay`,
    text: `Hello,

${invitedBy} invited you to join ${producerName} on Assay as ${ROLE_WORDS.en[role]}.

Accept the invitation:
${link}

The link works once and is valid until ${dateIn("en", expiresAt)}. If you did not expect this e-mail, you can ignore it.
`,
  }),
  de: ({ producerName, invitedBy, role, link, expiresAt }) => ({
    subject: `Einladung zu ${producerName} bei Assay`,
    text: `Guten Tag,

${invitedBy} lädt Sie zu ${producerName} bei Assay ein. Ihre Rolle ist ${ROLE_WORDS.de[role]}.

Einladung annehmen:
${link}

Der Link gilt einmal und bis zum ${dateIn("de", expiresAt)}. Wenn Sie diese E-Mail nicht erwartet haben, können Sie sie ignorieren.
`,
  }),
};

/** Subject and text of the mail for an invitation, in the given language. */
export const invitationMail = (locale: Language, invitation: Invitation): Omit<Mail, "to"> =>
  WORDS[locale](invitation);
