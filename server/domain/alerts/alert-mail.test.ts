import { expect, test } from "vitest";
import type { AlertFigures } from "@/db/schema/alerts";
import { percentIn } from "@/server/core/percent";
import { alertMail } from "./alert-mail";
import type { ToldRule } from "./told-alerts";

test.each([
  ["en", "2 of 3 scans were fakes (66.7%)."],
  ["de", "2 von 3 Scans waren Fälschungen (66,7\u00a0%)."],
] as const)("an e-mail in %s formats the fake rate as pages do", (locale, sentence) => {
  const figures: AlertFigures = { kind: "fakeRate", scans: 3, fakes: 2 };
  const rule: ToldRule = {
    ruleName: "Fakes",
    figures,
    openedAt: new Date(0),
    state: "open",
    count: 1,
    since: new Date(0),
    link: "https://assay.test/alerts/1",
  };
  const told = {
    producerName: "Müller & Söhne",
    count: 1,
    rules: [rule],
    left: 0,
    link: "https://assay.test/alerts",
  };
  const { text } = alertMail(locale, told);
  expect(text).toContain(sentence);
  expect(text).toContain(percentIn(locale, 2 / 3));
});
