import { renderToStaticMarkup } from "react-dom/server";
import { IntlProvider } from "use-intl";
import { expect, test } from "vitest";
import { loadMessages } from "@/app/messages/load";
import { ImportState } from "./import-state";

type Counts = Record<"rows" | "created" | "changed" | "unchanged" | "refused", number>;

/** The state that is shown of an import whose job has ended. */
async function shown(counts: Counts) {
  const of = { state: "open", kind: "items", mode: "both", id: "1", fileName: "a.csv", job: null } as const;
  const times = { createdAt: new Date(), updatedAt: new Date(), checkedAt: new Date() };
  const others = { actorName: "Ada", corrected: 0 };
  const html = renderToStaticMarkup(
    <IntlProvider locale="en" messages={await loadMessages("en", ["imports"])} timeZone="UTC">
      <ImportState of={{ ...of, ...times, ...others, ...counts }} />
    </IntlProvider>,
  );
  return html.replaceAll(/<[^>]*>/g, "");
}

test("rows that an import stopped before are left, and are not called refused", async () => {
  const counts = { rows: 10, created: 3, changed: 1, unchanged: 1, refused: 2 };
  expect(await shown(counts)).toBe("Stopped, 3 rows left");
});

test("an import that came to its end is done, or names its refused rows", async () => {
  const all = { rows: 10, created: 8, changed: 1, unchanged: 0 };
  expect(await shown({ ...all, refused: 1 })).toBe("1 row refused");
  expect(await shown({ ...all, unchanged: 1, refused: 0 })).toBe("Imported");
});
