import { MantineProvider } from "@mantine/core";
import { renderToStaticMarkup } from "react-dom/server";
import { IntlProvider } from "use-intl";
import { expect, test } from "vitest";
import type { AppLocale } from "@/app/messages/locales";
import { NumberField } from "./number-field";

const valueIn = (locale: AppLocale, value: number, whole: boolean) =>
  / value="([^"]*)"/.exec(
    renderToStaticMarkup(
      <MantineProvider env="test">
        <IntlProvider locale={locale} messages={{}} timeZone="UTC">
          <NumberField value={value} whole={whole} />
        </IntlProvider>
      </MantineProvider>,
    ),
  )?.[1];

test("numbers have the separators of the page's language", () => {
  expect([valueIn("en", 1_000_000, true), valueIn("de", 1_000_000, true)]).toEqual([
    "1,000,000",
    "1.000.000",
  ]);
  expect([valueIn("en", 0.5, false), valueIn("de", 0.5, false)]).toEqual(["0.5", "0,5"]);
});
