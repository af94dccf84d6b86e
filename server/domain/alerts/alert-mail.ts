import type { Language } from "@/server/domain/people/schema";
import type { Mail } from "@/server/platform/mail";
import type { ToldAlerts, ToldRule } from "./told-alerts";
import { causeIn, headlineIn, momentIn, restIn, stateIn, whenIn } from "./words";

const lines = (...parts: string[]) => parts.filter((part) => part !== "").join("\n");

const HELLO: Record<Language, string> = { en: "Hello,", de: "Guten Tag," };

const FOOTER: Record<Language, string> = {
  en: "You receive this e-mail because you enabled e-mails for these alert rules. You can disable them in the list of alert rules, and set quiet hours in your account.",
  de: "Sie erhalten diese E-Mail, weil Sie E-Mails für diese Alarmregeln aktiviert haben. In der Liste der Alarmregeln können Sie sie deaktivieren, in Ihrem Konto Ruhezeiten festlegen.",
};

/** The text on the alerts of one rule alone. */
const ONE: Record<Language, (told: ToldAlerts, rule: ToldRule) => string> = {
  en: ({ producerName }, { ruleName, count, since, openedAt, figures, state, link }) => `${
    count === 1
      ? `The alert rule “${ruleName}” of ${producerName} was triggered on ${momentIn("en", openedAt)} (UTC).`
      : `The alert rule “${ruleName}” of ${producerName} opened ${count} alerts since ${momentIn("en", since)} (UTC). The newest:`
  }

${lines(causeIn("en", figures), stateIn("en", state))}

View the scans behind this alert:
${link}`,
  de: ({ producerName }, { ruleName, count, since, openedAt, figures, state, link }) => `${
    count === 1
      ? `die Alarmregel „${ruleName}“ von ${producerName} hat am ${momentIn("de", openedAt)} (UTC) ausgelöst.`
      : `die Alarmregel „${ruleName}“ von ${producerName} hat seit ${momentIn("de", since)} (UTC) ${count} Alarme ausgelöst. Der neueste:`
  }

${lines(causeIn("de", figures), stateIn("de", state))}

Sehen Sie sich die Scans zu diesem Alarm an:
${link}`,
};

/** The text on several rules: a part for each. */
const several = (locale: Language, told: ToldAlerts): string =>
  [
    ...told.rules.map((rule) =>
      lines(
        rule.ruleName,
        whenIn(locale, rule),
        causeIn(locale, rule.figures),
        stateIn(locale, rule.state),
        rule.link,
      ),
    ),
    restIn(locale, told),
  ]
    .filter((part) => part !== "")
    .join("\n\n");

/** Writes the subject and text of an e-mail about alerts in a language. */
export function alertMail(locale: Language, told: ToldAlerts): Omit<Mail, "to"> {
  const [first, ...others] = told.rules;
  const text =
    first && others.length === 0
      ? ONE[locale](told, first)
      : `${headlineIn(locale, told)}:\n\n${several(locale, told)}`;
  return {
    subject: headlineIn(locale, told),
    text: `${HELLO[locale]}\n\n${text}\n\n${FOOTER[locale]}\n`,
  };
}
