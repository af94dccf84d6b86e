import { expect, type Page } from "@playwright/test";
import type { AppLocale } from "@/app/messages/locales";
import { AGAIN } from "../again";
import {
  bareKeys,
  faultsOf,
  faultsWhenNarrow,
  isFocusLost,
  OPEN,
  settled,
  textsOf,
  untranslated,
  WIDE,
} from "./every-page/look";
import { LOOKS } from "./every-page/pages";
import type { Look, Panel } from "./every-page/pages/look-at";
import { type Stage, test } from "./every-page/stage";
import { wordsIn } from "./words";

/** The faults of a page, and its texts. */
interface Seen {
  faults: string[];
  texts: string[];
}

async function load(page: Page, { path }: Look, { world }: Stage) {
  await page.goto(path(world));
  await settled(page);
}

/*
 * Every language, theme and width is checked, but not every combination: English in a wide, light window and German,
 * whose words are longer, in a narrow, dark one. Panels are checked on their own.
 */
const FAULTS = { en: faultsOf, de: faultsWhenNarrow };

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
  const faults = await FAULTS[locale](page, OPEN);
  if (panel.close === "reload") {
    // After the last one the page is left.
    if (panel !== look.panels?.at(-1)) await load(page, look, stage);
  } else {
    const open = page.locator(OPEN).filter({ visible: true });
    // A list that is open in a dialog closes first.
    await expect(async () => {
      await page.keyboard.press("Escape");
      await expect(open).toHaveCount(0, { timeout: 1_000 });
    }).toPass();
    // In German the window became wider meanwhile, which can hide the button.
    if (locale === "en" && (await isFocusLost(page))) faults.push("the focus is lost");
  }
  await page.setViewportSize(WIDE);
  return { texts, faults: faults.map((fault) => `${panel.name}: ${fault}`) };
}

async function seenIn(locale: AppLocale, look: Look, stage: Stage): Promise<Seen> {
  const page = await stage.pageOf(look.who ?? "owner", locale);
  await look.prepare?.(page);
  await load(page, look, stage);
  const texts = await textsOf(page);
  const faults = await FAULTS[locale](page);
  for (const panel of look.panels ?? []) {
    const seen = await seenOfPanel(page, panel, look, locale, stage);
    texts.push(...seen.texts);
    faults.push(...seen.faults);
  }
  return { texts, faults: faults.map((fault) => `${locale}: ${fault}`) };
}

for (const look of LOOKS) {
  const tag = look.isAgain ? [AGAIN] : [];
  test(`${look.name}: no faults in both themes, languages and widths`, { tag }, async ({
    stage,
    baseURL,
  }) => {
    const [english, german] = [await seenIn("en", look, stage), await seenIn("de", look, stage)];
    expect.soft([...english.faults, ...german.faults]).toEqual([]);
    expect.soft(untranslated(english.texts, german.texts)).toEqual([]);
    expect.soft(bareKeys([...english.texts, ...german.texts])).toEqual([]);
    const { hosts, problems } = await stage.heard(look.who ?? "owner");
    expect.soft(hosts).toEqual([new URL(baseURL ?? "").host]);
    expect.soft(look.fails ? [] : problems).toEqual([]);
  });
}
