import { expect, test } from "vitest";
import type { ToldAlerts, ToldRule } from "@/server/domain/alerts/told-alerts";
import { inert, inertForSlack } from "./inert";
import { slackMessage } from "./slack";
import { teamsMessage } from "./teams";

// Holds decision 0081.

const HOSTILE =
  "<!channel> <https://evil.test|Log in> @here [x](https://evil.test) *b* <at>all</at> www.evil.test";
const MAX_TEAMS_BYTES = 28 * 1024;

const ruleOf = (ruleName: string): ToldRule => ({
  ruleName,
  figures: {
    kind: "newCountry",
    countries: Array.from({ length: 40 }, () => ({ country: "GS", scans: 1_000_000 })),
  },
  openedAt: new Date(0),
  state: "acknowledged",
  count: 3,
  since: new Date(0),
  link: "https://assay.test/p/0/alerts/1",
});

const told = (rules: ToldRule[], left = 0): ToldAlerts => ({
  producerName: "Müller & Söhne",
  count: 3,
  rules,
  left,
  link: "https://assay.test/p/0/alerts",
});

test("a rule's name becomes no link, no mention and no markup", () => {
  const text = inertForSlack(HOSTILE);
  expect(text).not.toMatch(/<|>|@\w|\]\(|https:\/\/|www\.\w|\*\w/);
  expect(inert(HOSTILE).replaceAll("\u200b", "")).toBe(HOSTILE);
  const slack = JSON.stringify(slackMessage("en", told([ruleOf(HOSTILE)])));
  const teams = JSON.stringify(teamsMessage("en", told([ruleOf(HOSTILE)])));
  for (const message of [slack, teams]) expect(message).not.toMatch(/<!channel>|@here|evil\.test|<at>/);
});

test("Slack's message says everything as text, and in blocks of plain text with buttons", () => {
  const { text, blocks } = slackMessage("de", told([ruleOf("Erste"), ruleOf("Zweite")], 4));
  expect(text).toContain("3 Alarme für Müller &amp; Söhne");
  expect(text).toContain("Alarme von 4 weiteren Regeln");
  expect(text.match(/alerts\/1$/gm)).toHaveLength(2);
  expect(blocks.map(({ type }) => type)).toEqual(["header", "section", "section", "section"]);
  expect(JSON.stringify(blocks)).not.toContain("mrkdwn");
});

test("a card for Teams has a link for each rule, and with all its rules less bytes than Teams takes", () => {
  const rules = Array.from({ length: 10 }, () => ruleOf("ä".repeat(100)));
  const message = teamsMessage("de", told(rules, 30));
  expect(Buffer.byteLength(JSON.stringify(message))).toBeLessThan(MAX_TEAMS_BYTES);
  expect(message).toMatchObject({
    type: "message",
    attachments: [
      {
        contentType: "application/vnd.microsoft.card.adaptive",
        content: { type: "AdaptiveCard", version: "1.4" },
      },
    ],
  });
  expect(JSON.stringify(message).match(/Action\.OpenUrl/g)).toHaveLength(11);
});
