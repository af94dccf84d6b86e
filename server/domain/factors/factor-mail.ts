import type { AuditEventName } from "@/db/schema/audit-events";
import type { Person } from "@/db/schema/people";
import { Language } from "@/server/domain/people/schema";
import { afterAnswer } from "@/server/platform/after-answer";
import { publicBaseUrl } from "@/server/platform/env";
import { canMail, sendMail } from "@/server/platform/mail";

const CHANGES: Partial<Record<AuditEventName, Record<Language, string>>> = {
  factorAdded: {
    en: "A second factor was added to your Assay account.",
    de: "Ihrem Konto bei Assay wurde ein zweiter Faktor hinzugefügt.",
  },
  factorRemoved: {
    en: "A second factor was removed from your Assay account.",
    de: "aus Ihrem Konto bei Assay wurde ein zweiter Faktor entfernt.",
  },
  factorsRemoved: {
    en: "All second factors were removed from your Assay account.",
    de: "aus Ihrem Konto bei Assay wurden alle zweiten Faktoren entfernt.",
  },
  recoveryCodesRenewed: {
    en: "New recovery codes were created for your Assay account; the old ones no longer work.",
    de: "für Ihr Konto bei Assay wurden neue Wiederherstellungscodes erstellt; die alten gelten nicht mehr.",
  },
};

const WORDS: Record<Language, (change: string) => { subject: string; text: string }> = {
  en: (change) => ({
    subject: "Your Assay sign-in was changed",
    text: `Hello,

${change}

If you did not expect this, change your password, end your sessions and tell an admin:
${publicBaseUrl}/account
`,
  }),
  de: (change) => ({
    subject: "Ihre Anmeldung bei Assay wurde geändert",
    text: `Guten Tag,

${change}

Wenn Sie das nicht erwartet haben, ändern Sie Ihr Passwort, beenden Sie Ihre Sitzungen und informieren Sie einen Admin:
${publicBaseUrl}/account
`,
  }),
};

/** Tells a person by mail, after the answer, that their second factors changed. */
export function mailAboutFactor({ email, locale }: Pick<Person, "email" | "locale">, action: AuditEventName) {
  const change = CHANGES[action];
  if (!canMail || !change) return;
  const language = Language.safeParse(locale).data ?? "en";
  afterAnswer("mailing about a second factor", () =>
    sendMail({ to: email, ...WORDS[language](change[language]) }),
  );
}
