import type { ToldAlerts, ToldRule } from "@/server/domain/alerts/told-alerts";
import { causeIn, headlineIn, restIn, stateIn, whenIn } from "@/server/domain/alerts/words";
import type { Language } from "@/server/domain/people/schema";
import { inert, inertForSlack } from "./inert";

const VIEW: Record<Language, string> = { en: "View alert", de: "Alarm ansehen" };
const VIEW_ALL: Record<Language, string> = { en: "View alerts", de: "Alarme ansehen" };
/** The most that Slack takes as a header. */
const MAX_HEADER_CHARACTERS = 150;

const plain = (text: string) => ({ type: "plain_text", text, emoji: false }) as const;

/** Where the header names the rule, its part does not repeat it. */
const detailsOf = (locale: Language, rule: ToldRule, isAlone: boolean) =>
  [
    isAlone ? "" : inert(rule.ruleName),
    causeIn(locale, rule.figures),
    whenIn(locale, rule),
    stateIn(locale, rule.state),
  ]
    .filter((line) => line !== "")
    .join("\n");

/**
 * A message as Slack's incoming webhooks take it, and programs compatible with them: `text` alone says everything, blocks show
 * it with buttons. Blocks have plain text only, in which nothing is markup.
 */
export function slackMessage(locale: Language, told: ToldAlerts) {
  const { rules, link } = told;
  const isAlone = rules.length === 1 && told.left === 0;
  const headline = headlineIn(locale, told);
  const rest = restIn(locale, told);
  const text = [
    inertForSlack(headline),
    ...rules.map((rule) => {
      const details = detailsOf(locale, rule, isAlone);
      return `${details.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")}\n${rule.link}`;
    }),
    ...(rest === "" ? [] : [`${rest}\n${link}`]),
  ].join("\n\n");
  const button = (label: string, url: string) => ({ type: "button", text: plain(label), url }) as const;
  return {
    text,
    unfurl_links: false,
    unfurl_media: false,
    blocks: [
      { type: "header", text: plain(inert(headline).slice(0, MAX_HEADER_CHARACTERS).toWellFormed()) },
      ...rules.map((rule) => ({
        type: "section",
        text: plain(detailsOf(locale, rule, isAlone)),
        accessory: button(VIEW[locale], rule.link),
      })),
      ...(rest === ""
        ? []
        : [{ type: "section", text: plain(rest), accessory: button(VIEW_ALL[locale], link) }]),
    ],
  };
}
