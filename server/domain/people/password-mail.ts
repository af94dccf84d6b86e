import type { Language } from "@/server/domain/people/schema";
import type { Mail } from "@/server/platform/mail";

type Words = Omit<Mail, "to">;

const LINK: Record<Language, (link: string) => Words> = {
  en: (link) => ({
    subject: "Set a new password for Assay",
    text: `Hello,

A new password was requested for your Assay account.

Set a new password:
${link}

The link works once, within one hour. If you did not request it, you can ignore this e-mail; your password stays as it is.
`,
  }),
  de: (link) => ({
    subject: "Neues Passwort für Assay festlegen",
    text: `Guten Tag,

für Ihr Konto bei Assay wurde ein neues Passwort angefordert.

Neues Passwort festlegen:
${link}

Der Link gilt einmal und eine Stunde lang. Wenn Sie kein neues Passwort angefordert haben, können Sie diese E-Mail ignorieren; Ihr Passwort bleibt unverändert.
`,
  }),
};

const PROVIDER: Record<Language, (provider: string, login: string) => Words> = {
  en: (provider, login) => ({
    subject: "Your Assay account has no password",
    text: `Hello,

A new password was requested for your Assay account. Your account has no password: you sign in with ${provider}.

Sign in:
${login}

If you did not request a password, you can ignore this e-mail.
`,
  }),
  de: (provider, login) => ({
    subject: "Ihr Konto bei Assay hat kein Passwort",
    text: `Guten Tag,

für Ihr Konto bei Assay wurde ein neues Passwort angefordert. Ihr Konto hat kein Passwort: Sie melden sich mit ${provider} an.

Anmelden:
${login}

Wenn Sie kein Passwort angefordert haben, können Sie diese E-Mail ignorieren.
`,
  }),
};

const CHANGED: Record<Language, (forgot: string) => Words> = {
  en: (forgot) => ({
    subject: "Your Assay password was changed",
    text: `Hello,

The password of your Assay account was changed, and all other sessions were ended.

If you did not change it, set a new password now and tell an admin:
${forgot}
`,
  }),
  de: (forgot) => ({
    subject: "Ihr Passwort bei Assay wurde geändert",
    text: `Guten Tag,

das Passwort Ihres Kontos bei Assay wurde geändert, und alle anderen Sitzungen wurden beendet.

Wenn Sie das nicht waren, legen Sie sofort ein neues Passwort fest und informieren Sie einen Admin:
${forgot}
`,
  }),
};

/** The mail with a link that sets a new password. */
export const passwordLinkMail = (locale: Language, link: string) => LINK[locale](link);

/** The mail to a person who signs in at an identity provider and has no password. */
export const noPasswordMail = (locale: Language, provider: string, login: string) =>
  PROVIDER[locale](provider, login);

/** The mail after a password was changed; `forgot` is the page that mails a link. */
export const passwordChangedMail = (locale: Language, forgot: string) => CHANGED[locale](forgot);
