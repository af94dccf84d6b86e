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
  en: { owner: "owner", editor: "editor", viewer: "viewer" },
  de: { owner: "Inhaber", editor: "Bearbeiter", viewer: "Leser" },
};

const dateIn = (locale: Language, date: Date) =>
  new Intl.DateTimeFormat(locale === "en" ? "en-GB" : "de-DE", { dateStyle: "long", timeZone: "UTC" }).format(
    date,
  );

const WORDS: Record<Language, (invitation: Invitation) => Omit<Mail, "to">> = {
  en: ({ producerName, invitedBy, role, link, expiresAt }) => ({
    subject: `Invitation to ${producerName} on Assay`,
    text: `Hello,

${invitedBy} invites you to ${producerName} on Assay, as ${ROLE_WORDS.en[role]}.

Accept the invitation here:
${link}

The link works once, until ${dateIn("en", expiresAt)}. If you did not expect this mail, you need do nothing.
`,
  }),
  de: ({ producerName, invitedBy, role, link, expiresAt }) => ({
    subject: `Einladung zu ${producerName} in Assay`,
    text: `Guten Tag,

${invitedBy} lädt Sie zu ${producerName} in Assay ein, als ${ROLE_WORDS.de[role]}.

Hier nehmen Sie die Einladung an:
${link}

Der Link gilt einmal, bis zum ${dateIn("de", expiresAt)}. Falls Sie diese Mail nicht erwartet haben, brauchen Sie nichts zu tun.
`,
  }),
};

/** What an invitation says in a mail, in the given language. */
export const invitationMail = (locale: Language, invitation: Invitation): Omit<Mail, "to"> =>
  WORDS[locale](invitation);
