import { renderToStaticMarkup } from "react-dom/server";
import { IntlProvider } from "use-intl";
import { expect, test } from "vitest";
import type { AppLocale } from "@/app/messages/locales";
import { DAY_MS, HOUR_MS } from "@/server/core/time";
import { Moment } from "./moment";

const NOW = Date.UTC(2026, 10, 25, 12);

const shown = (at: number, locale: AppLocale) =>
  renderToStaticMarkup(
    <IntlProvider locale={locale} messages={{}} timeZone="UTC" now={new Date(NOW)}>
      <Moment at={at} />
    </IntlProvider>,
  );

test("within a week a time is relative, before and after the present", () => {
  expect(shown(NOW - 3 * HOUR_MS, "en")).toContain(">3 hours ago<");
  expect(shown(NOW - 7 * DAY_MS + 1, "de")).toContain(">vor 7 Tagen<");
  expect(shown(NOW + 2 * DAY_MS, "en")).toContain(">in 2 days<");
});

test("beyond a week a time is its date, with the exact time as its title", () => {
  expect(shown(NOW - 7 * DAY_MS, "de")).toContain('title="18.11.2026, 12:00:00">18.11.2026<');
  expect(shown(NOW + 90 * DAY_MS, "en")).toContain(">Feb 23, 2027<");
});
