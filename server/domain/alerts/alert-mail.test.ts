import { expect, test } from "vitest";
import type { AlertCondition } from "@/db/schema/alert-rules";
import type { AlertFigures } from "@/db/schema/alerts";
import { percentIn } from "@/server/core/percent";
import { alertMail } from "./alert-mail";

test.each([
  ["en", "2 of 3 scans were fakes (66.7%)."],
  ["de", "2 von 3 Scans waren Fälschungen (66,7\u00a0%)."],
] as const)("an e-mail in %s formats the fake rate as pages do", (locale, sentence) => {
  const figures: AlertFigures = { kind: "fakeRate", scans: 3, fakes: 2 };
  const condition: AlertCondition = {
    kind: "fakeRate",
    windowHours: 1,
    percent: 5,
    minimumScans: 1,
    of: null,
  };
  const { text } = alertMail(locale, {
    producerName: "Müller & Söhne",
    ruleName: "Fakes",
    condition,
    evidence: { figures, from: 0, before: 1 },
    openedAt: new Date(0),
    link: "https://assay.test/alerts/1",
  });
  expect(text).toContain(sentence);
  expect(text).toContain(percentIn(locale, 2 / 3));
});
