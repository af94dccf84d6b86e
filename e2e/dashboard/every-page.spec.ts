import { expect, type Page } from "@playwright/test";
import type { AppLocale } from "@/app/messages/locales";
import { violations } from "./axe";
import {
  bareKeys,
  faultsInBothThemes,
  lastingOverflow,
  OPEN,
  settled,
  textsOf,
  untranslated,
  WIDE,
  whenNarrow,
} from "./every-page/look";
import { LOOKS, type Look, type Panel } from "./every-page/pages";
import { type Stage, test } from "./every-page/stage";
import { wordsIn } from "./words";

/** What is wrong, and what was said meanwhile. */
interface Seen {
  faults: string[];
  texts: string[];
}

async function load(page: Page, { path }: Look, { world }: Stage) {
  await page.goto(path(world));
  await settled(page);
}

/*
 * Each language, theme and width is looked at, but not in all of their combinations: English most closely, in the wide window
 * and both themes, and German, whose words are longer, in the dark and narrow one. What opens over a page is looked at alone.
 */
const LOOKED_AT = {
  en: {
    page: async (page: Page) => [
      ...(await lastingOverflow(page)),
      ...(await faultsInBothThemes(page)),
      ...(await whenNarrow(page)),
    ],
    panel: async (page: Page) => [
      ...(await faultsInBothThemes(page, { within: OPEN })),
      ...(await whenNarrow(page)),
    ],
  },
  de: {
    page: async (page: Page) => [...(await lastingOverflow(page)), ...(await whenNarrow(page, violations))],
    panel: whenNarrow,
  },
};

async function seenOfPanel(
  page: Page,
  panel: Panel,
  look: Look,
  locale: AppLocale,
  stage: Stage,
): Promise<Seen> {
  await panel.open(page, wordsIn(locale), stage.world);
  await settled(page);
  const texts = await textsOf(page);
  const faults = await LOOKED_AT[locale].panel(page);
  if (panel.close === "reload") await load(page, look, stage);
  else {
    const open = page.locator(OPEN).filter({ visible: true });
    // A list that is open in a dialog goes first.
    await expect(async () => {
      await page.keyboard.press("Escape");
      await expect(open).toHaveCount(0, { timeout: 1_000 });
    }).toPass();
  }
  await page.setViewportSize(WIDE);
  return { texts, faults: faults.map((fault) => `${panel.name}: ${fault}`) };
}

async function seenIn(locale: AppLocale, look: Look, stage: Stage): Promise<Seen> {
  const page = await stage.pageOf(look.who ?? "owner", locale);
  await look.prepare?.(page);
  await load(page, look, stage);
  const texts = await textsOf(page);
  const faults = await LOOKED_AT[locale].page(page);
  for (const panel of look.panels ?? []) {
    const seen = await seenOfPanel(page, panel, look, locale, stage);
    texts.push(...seen.texts);
    faults.push(...seen.faults);
  }
  return { texts, faults: faults.map((fault) => `${locale}: ${fault}`) };
}

for (const look of LOOKS) {
  test(`${look.name}: no faults in both themes, languages and widths`, async ({ stage, baseURL }) => {
    const [english, german] = [await seenIn("en", look, stage), await seenIn("de", look, stage)];
    expect.soft([...english.faults, ...german.faults]).toEqual([]);
    expect.soft(untranslated(english.texts, german.texts)).toEqual([]);
    expect.soft(bareKeys([...english.texts, ...german.texts])).toEqual([]);
    const { hosts, problems } = stage.heard();
    expect.soft(hosts).toEqual([new URL(baseURL ?? "").host]);
    expect.soft(look.fails ? [] : problems).toEqual([]);
  });
}
