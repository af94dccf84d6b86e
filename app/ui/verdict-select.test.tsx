import { MantineProvider } from "@mantine/core";
import { renderToStaticMarkup } from "react-dom/server";
import { IntlProvider } from "use-intl";
import { expect, test } from "vitest";
import { loadMessages } from "@/app/messages/load";
import { VerdictSelect } from "./verdict-select";

const COUNTS = { original: 12_345, fake: 7, unknown: 0, error: 1 };

/** Options of the opened field, each with its count. */
async function choices(counts: typeof COUNTS | undefined, value?: string) {
  const html = renderToStaticMarkup(
    <MantineProvider env="test">
      <IntlProvider locale="en" messages={await loadMessages("en", ["common"])} timeZone="UTC">
        <VerdictSelect
          label="Verdict"
          counts={counts}
          value={null}
          searchValue={value ?? ""}
          dropdownOpened
          comboboxProps={{ withinPortal: false }}
        />
      </IntlProvider>
    </MantineProvider>,
  );
  const options = html.split('role="option"').slice(1);
  return options.map((option) =>
    option
      .slice(option.indexOf(">") + 1)
      .split("</div>")[0]
      ?.replaceAll(/<[^>]*>/g, "|")
      .split("|")
      .filter(Boolean),
  );
}

test("each verdict has its number of scans beside it", async () => {
  expect(await choices(COUNTS)).toEqual([
    ["Original", "12,345"],
    ["Fake", "7"],
    ["Unknown", "0"],
    ["Error", "1"],
  ]);
});

test("before the numbers are loaded, verdicts can be selected without them", async () => {
  expect(await choices(undefined)).toEqual([["Original"], ["Fake"], ["Unknown"], ["Error"]]);
});

test("a verdict is found by a fragment of its name", async () => {
  expect(await choices(COUNTS, "fak")).toEqual([["Fake", "7"]]);
});
