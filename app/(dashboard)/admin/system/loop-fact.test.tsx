import { renderToStaticMarkup } from "react-dom/server";
import { IntlProvider } from "use-intl";
import { expect, test } from "vitest";
import { loadMessages } from "@/app/messages/load";
import type { AppLocale } from "@/app/messages/locales";
import { HOUR_MS } from "@/server/core/time";
import { LoopFact } from "./loop-fact";

const WELL = { lagMs: 0, isLate: false, failingSince: null, failedAt: null, error: null, setAside: 0 };

/** The text that the page shows for a loop, without markup. */
async function said(loop: Partial<Parameters<typeof LoopFact>[0]["loop"]>, locale: AppLocale = "en") {
  const messages = await loadMessages(locale, ["admin"]);
  const html = renderToStaticMarkup(
    <IntlProvider locale={locale} messages={messages} timeZone="UTC">
      <LoopFact loop={{ ...WELL, ...loop }} span={String} />
    </IntlProvider>,
  );
  return html.replaceAll(/<[^>]*>/g, "|").replaceAll(/\|+/g, "|");
}

test("the last error of a loop stays visible with its time after the loop recovers", async () => {
  const past = { failedAt: new Date(Date.now() - 3 * HOUR_MS), error: "the disk is full" };
  expect(await said(past)).toContain("|last error |3 hours ago|: the disk is full|");
  expect(await said(past, "de")).toContain("|letzter Fehler |vor 3 Stunden|: the disk is full|");
});

test("a failing loop shows its error once; a loop that never failed shows none", async () => {
  const failedAt = new Date("2026-01-31T04:05:06Z");
  const failing = { failingSince: failedAt, failedAt, error: "the disk is full" };
  expect(await said(failing)).toMatch(/^\|failing since \|Jan 31, 2026, 4:05:06\sAM\|: the disk is full\|$/);
  expect(await said(failing, "de")).toBe("|schlägt fehl seit |31.01.2026, 04:05:06|: the disk is full|");
  expect(await said({})).not.toContain("error");
});
