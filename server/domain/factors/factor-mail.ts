import { eq } from "drizzle-orm";
import type { AuditEventName } from "@/db/schema/audit-events";
import { type Person, people } from "@/db/schema/people";
import type { Ctx } from "@/server/core/ctx";
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

const WRONG_CODES: Record<Language, string> = {
  en: "Ten wrong codes were entered for your Assay account, by a person who had passed the first step of the sign-in.",
  de: "für Ihr Konto bei Assay wurden zehn falsche Codes eingegeben, nachdem der erste Schritt der Anmeldung gelungen war.",
};

const WORDS: Record<Language, (happened: string, isChange: boolean) => { subject: string; text: string }> = {
  en: (happened, isChange) => ({
    subject: isChange ? "Your Assay sign-in was changed" : "Wrong codes for your Assay account",
    text: `Hello,

${happened}

If you did not expect this, change your password, end your sessions and tell an admin:
${publicBaseUrl}/account
`,
  }),
  de: (happened, isChange) => ({
    subject: isChange ? "Ihre Anmeldung bei Assay wurde geändert" : "Falsche Codes für Ihr Konto bei Assay",
    text: `Guten Tag,

${happened}

Wenn Sie das nicht erwartet haben, ändern Sie Ihr Passwort, beenden Sie Ihre Sitzungen und informieren Sie einen Admin:
${publicBaseUrl}/account
`,
  }),
};

type Receiver = Pick<Person, "email" | "locale">;

function mail({ email, locale }: Receiver, happened: Record<Language, string>, isChange: boolean): void {
  const language = Language.safeParse(locale).data ?? "en";
  afterAnswer("mailing about a second factor", () =>
    sendMail({ to: email, ...WORDS[language](happened[language], isChange) }),
  );
}

/** Tells a person by mail, after the answer, that their second factors changed. */
export function mailAboutFactor(receiver: Receiver, action: AuditEventName): void {
  const change = CHANGES[action];
  if (canMail && change) mail(receiver, change, true);
}

/** Tells a person by mail, after the answer, that codes are tried for their account: its first step is known. */
export async function mailAboutWrongCodes({ db }: Pick<Ctx, "db">, personId: string): Promise<void> {
  if (!canMail) return;
  const [person] = await db.select().from(people).where(eq(people.id, personId));
  if (person) mail(person, WRONG_CODES, false);
}
