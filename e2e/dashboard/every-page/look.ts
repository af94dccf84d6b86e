import type { Page } from "@playwright/test";
import { type AppLocale, LOCALES } from "@/app/messages/locales";
import { overflow, stillness, violations } from "../axe";
import { messagesIn, NAMESPACES } from "../words";
import { MARK } from "./world";

/** Selector of open panels. */
export const OPEN = "[role=dialog], [role=menu], [role=listbox]";

export const WIDE = { width: 1440, height: 900 };
export const NARROW = { width: 320, height: 640 };

/** Wait until nothing loads or moves any more (skeletons, pictures, animations) and the page is interactive. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const heading = document.querySelector("h1, h2, main [role=alert]");
    // Parts of a page come alive one after the other.
    const parts = [heading, ...document.querySelectorAll("main table, main select, main input")];
    const isAlive = parts.every(
      (part) => part !== null && Object.keys(part).some((key) => key.startsWith("__reactFiber")),
    );
    const isWaiting = document.querySelector("[aria-busy=true], .mantine-Skeleton-root, [data-loading=true]");
    const pictures = [...document.images].filter(({ loading }) => loading !== "lazy");
    return isAlive && isWaiting === null && pictures.every(({ complete }) => complete);
  });
  await stillness(page);
}

const FOCUS_TIMEOUT_MS = 5_000;

/** Whether no element of the page has the focus, so that the keyboard begins again at its top. */
export const isFocusLost = (page: Page): Promise<boolean> =>
  page
    .waitForFunction(() => document.activeElement !== document.body, undefined, { timeout: FOCUS_TIMEOUT_MS })
    .then(
      () => false,
      () => true,
    );

export type Theme = "light" | "dark";

/** Emulate a light or dark device, and wait until the page has changed. */
export async function switchTheme(page: Page, theme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await page.waitForFunction((theme) => document.documentElement.dataset.mantineColorScheme === theme, theme);
  await settled(page);
}

const MOVE_TIMEOUT_MS = 5_000;

/** Overflow that remains after floating elements had time to move. */
async function lastingOverflow(page: Page): Promise<string[]> {
  const fits = () => document.documentElement.scrollWidth <= innerWidth;
  await page.waitForFunction(fits, undefined, { timeout: MOVE_TIMEOUT_MS }).catch(() => undefined);
  return overflow(page);
}

const faultsNow = async (page: Page, within?: string): Promise<string[]> => [
  ...(await lastingOverflow(page)),
  ...(await violations(page, within)),
];

/** Faults of the whole page, or only of the panel that matches `within`. */
export async function faultsOf(page: Page, within?: string): Promise<string[]> {
  if ((await faultsNow(page, within)).length === 0) return [];
  // The first check can hit a refetch after a change of the width or of the map's view, which dims the page.
  await settled(page);
  return faultsNow(page, within);
}

/** Faults in the narrowest window. */
export async function faultsWhenNarrow(page: Page, within?: string): Promise<string[]> {
  await page.setViewportSize(NARROW);
  await settled(page);
  const faults = await faultsOf(page, within);
  await page.setViewportSize(WIDE);
  return faults;
}

/** Visible and accessible texts of the page, without code, key caps and texts in another language. */
export const textsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const SAID = ["aria-label", "aria-description", "aria-roledescription", "alt", "title", "placeholder"];
    const texts = new Set([document.title.replace(/ · Assay$/, "")]);
    const isCode = (element: Element | null) =>
      element?.closest("script, style, code, pre, kbd, [lang]:not(html), [translate=no]") !== null;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!isCode(node.parentElement)) texts.add((node.nodeValue ?? "").trim());
    }
    for (const element of document.body.querySelectorAll("*")) {
      if (!isCode(element) && element.ariaHidden !== "true")
        for (const name of SAID) texts.add(element.getAttribute(name)?.trim() ?? "");
    }
    return [...texts];
  });

const BARE_KEY = new RegExp(`^(${NAMESPACES.join("|")})\\.\\w[\\w.-]+$`);

/** Message keys shown in place of missing texts. */
export const bareKeys = (texts: string[]): string[] => texts.filter((text) => BARE_KEY.test(text));

const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
const COUNTRIES = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));

/** All texts of a language: messages and country names. */
function vocabularyOf(locale: AppLocale): Map<string, string> {
  const names = new Intl.DisplayNames([locale], { type: "region" });
  const countries = COUNTRIES.map((code): [string, string] => [code, names.of(code) ?? code]);
  return new Map([...messagesIn(locale), ...countries]);
}

/** Texts that are legitimately equal in all languages. */
const SAME = (() => {
  const [first, ...others] = LOCALES.map(vocabularyOf);
  const same = [...(first ?? [])].filter(([key, text]) => others.every((other) => other.get(key) === text));
  return new Set(same.map(([, text]) => text));
})();

/** Names and symbols: addresses, secrets, ids, events, formats, systems, language tags, and texts without a word. */
const NO_WORDS =
  /^[^\p{L}]*$|^[A-Z]{2,5}$|^[\d.,]+\s\p{L}{1,3}$|^\p{L}{1,2}\W*$|:\/\/|@people\.test$|^(?:an[to]|whsec)_|^webhook-\w+$|^\{|[\da-f]{8}|^[a-z]+[A-Z]\w+$|^\w+(?:\/[\w.+…-]+)+$|^\/|^(?:ios|android|linux|harmony|Assay|OpenAPI 3\.1|English|Deutsch|Ctrl K|First token|Owner key|Standard Webhooks|app|environment|model|Node\.js|PostgreSQL|fsync|full_page_writes|synchronous_commit|iPhone\d+,\d|Python(?:, standardwebhooks)?|Java)$|\([a-z]{2}(?:-\w+)?\)$/u;

/** Texts that are equal in both languages without being data: untranslated words. */
export function untranslated(english: string[], german: string[]): string[] {
  const inEnglish = new Set(english);
  return german.filter(
    (text) => inEnglish.has(text) && !SAME.has(text) && !MARK.test(text) && !NO_WORDS.test(text),
  );
}
