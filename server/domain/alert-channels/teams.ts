import type { ToldAlerts, ToldRule } from "@/server/domain/alerts/told-alerts";
import { causeIn, headlineIn, restIn, stateIn, whenIn } from "@/server/domain/alerts/words";
import type { Language } from "@/server/domain/people/schema";
import { inert } from "./inert";

const VIEW: Record<Language, string> = { en: "View alert", de: "Alarm ansehen" };
const VIEW_ALL: Record<Language, string> = { en: "View alerts", de: "Alarme ansehen" };

/** Lines of text. Unlike a block of text, runs of text know no markup. */
const paragraph = (text: string, style: Record<string, string> = {}) => ({
  type: "RichTextBlock",
  inlines: [{ type: "TextRun", text, ...style }],
});

const opening = (title: string, url: string) => ({
  type: "ActionSet",
  actions: [{ type: "Action.OpenUrl", title, url }],
});

const partOf = (locale: Language, rule: ToldRule, isAlone: boolean) => ({
  type: "Container",
  separator: true,
  items: [
    ...(isAlone ? [] : [paragraph(inert(rule.ruleName), { weight: "bolder" })]),
    paragraph(causeIn(locale, rule.figures)),
    paragraph(whenIn(locale, rule), { color: "default", size: "small" }),
    ...(stateIn(locale, rule.state) === "" ? [] : [paragraph(stateIn(locale, rule.state))]),
    opening(VIEW[locale], rule.link),
  ],
});

/** A message as workflows of Teams take it: an adaptive card. It has less than 28 KB, the most they take. */
export function teamsMessage(locale: Language, told: ToldAlerts) {
  const rest = restIn(locale, told);
  const isAlone = told.rules.length === 1 && told.left === 0;
  return {
    type: "message",
    attachments: [
      {
        contentType: "application/vnd.microsoft.card.adaptive",
        contentUrl: null,
        content: {
          $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
          type: "AdaptiveCard",
          version: "1.4",
          body: [
            paragraph(inert(headlineIn(locale, told)), { weight: "bolder", size: "large" }),
            ...told.rules.map((rule) => partOf(locale, rule, isAlone)),
            ...(rest === "" ? [] : [paragraph(rest), opening(VIEW_ALL[locale], told.link)]),
          ],
        },
      },
    ],
  };
}
