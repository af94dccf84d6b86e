import { mkdir } from "node:fs/promises";
import path from "node:path";
import type { Browser, Page } from "@playwright/test";
import sharp from "sharp";
import { PHONE, WIDE } from "../../app/(public)/_landing/sizes";
import { settled, switchTheme } from "../dashboard/every-page/look";
import { signIn } from "../dashboard/people";
import { wordsIn } from "../dashboard/words";
import { PEOPLE } from "./pages";

const FOLDER = "public/landing";
const THEMES = ["light", "dark"] as const;
const LANGUAGES = { en: "en-GB", de: "de-DE" } as const;
type Language = keyof typeof LANGUAGES;
const MAX_BYTES = 80 * 1024;
/** Tried from the first on, until the file is small enough. */
const QUALITIES = [82, 74, 66, 58, 50];
const WINDOW = { width: 1240, height: 775 };
const PHONE_WINDOW = { width: 360, height: 740 };
const SCALE = 1.5;

const PAGES = [
  { name: "overview", path: "/overview" },
  { name: "map", path: "/map" },
  { name: "case", path: "/cases", first: true },
] as const;

async function save(picture: Buffer, size: { width: number; height: number }, file: string): Promise<void> {
  for (const quality of QUALITIES) {
    const webp = await sharp(picture)
      .resize(size.width, size.height, { fit: "cover", position: "top" })
      .webp({ quality, effort: 6, smartSubsample: true })
      .toBuffer();
    if (webp.byteLength > MAX_BYTES) continue;
    await sharp(webp).toFile(path.join(FOLDER, file));
    return;
  }
  throw new Error(`${file} is larger than ${MAX_BYTES} bytes.`);
}

async function takePage(page: Page, language: Language, { name, path: at, ...rest }: (typeof PAGES)[number]) {
  await page.goto(at);
  await settled(page);
  if ("first" in rest) {
    await page.locator(`main a[href*="${at}/"]:not([href$="/new"])`).first().click();
    await page.waitForURL(`**${at}/*`);
  }
  for (const theme of THEMES) {
    await switchTheme(page, theme);
    // Tiles and pictures of the map fade in.
    await page.waitForLoadState("networkidle");
    await save(await page.screenshot(), WIDE, `${language}/${name}-${theme}.webp`);
  }
}

/** Opens the demo as a visitor, and takes the verify page of its genuine code, as a phone shows it. */
async function takeVerifyPage(browser: Browser, baseURL: string, language: Language) {
  const say = wordsIn(language);
  const page = await browser.newPage({
    baseURL,
    locale: LANGUAGES[language],
    reducedMotion: "reduce",
    viewport: PHONE_WINDOW,
    deviceScaleFactor: SCALE,
  });
  await page.goto("/");
  const code = page.getByRole("link", { name: say("landing.check.kinds.genuine") });
  if ((await code.count()) === 0) {
    await page.getByRole("button", { name: say("landing.demo.open") }).click();
    await page.waitForURL("**/p/*/overview", { timeout: 120_000 });
    await page.context().clearCookies();
    await page.goto("/");
  }
  await code.click();
  await page.locator(".card img").waitFor();
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme });
    await page.waitForLoadState("networkidle");
    await save(await page.screenshot(), PHONE, `${language}/verify-${colorScheme}.webp`);
  }
  await page.close();
}

/** Takes the pictures of the landing page into `public/landing`. The owner has demo data. */
export async function takeLandingPictures(browser: Browser, baseURL: string): Promise<void> {
  for (const language of ["en", "de"] as const) {
    await mkdir(path.join(FOLDER, language), { recursive: true });
    const page = await browser.newPage({
      baseURL,
      locale: LANGUAGES[language],
      reducedMotion: "reduce",
      viewport: WINDOW,
      deviceScaleFactor: SCALE,
    });
    await signIn(page, PEOPLE.owner);
    for (const one of PAGES) await takePage(page, language, one);
    await page.close();
    await takeVerifyPage(browser, baseURL, language);
    console.log(`landing page (${language})`);
  }
}
