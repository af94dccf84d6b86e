import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { parseArgs, promisify } from "node:util";
import { type Browser, chromium, type Page } from "@playwright/test";
import sharp from "sharp";
import { CHROMIUM_ARGS, findChromium } from "../server/cli/browser.mjs";
import { buildIfStale } from "../server/cli/build.mjs";
import { readOrExit } from "../server/cli/read-or-exit";
import { settled, switchTheme } from "./dashboard/every-page/look";
import { PASSWORD, signIn } from "./dashboard/people";
import { wordsIn } from "./dashboard/words";
import { freePort, startOwnService } from "./own-service";
import { takeLandingPictures } from "./screens/landing";
import { PEOPLE, type Screen, screensOf } from "./screens/pages";
import { makeWork } from "./screens/work";

// `npm run -s screens` takes screenshots of every page, with demo data, into docs/screens, and those of the landing page into
// public/landing; with `--landing` only the latter.

const FOLDER = "docs/screens";
const LANGUAGES = { en: "en-GB", de: "de-DE" } as const;
type Language = keyof typeof LANGUAGES;
const THEMES = ["light", "dark"] as const;
/** Maximum heights of the screenshots. */
const WINDOWS = [
  { name: "wide", width: 1440, height: 900, most: 1400 },
  { name: "narrow", width: 320, height: 640, most: 1600 },
] as const;
const QUALITY = 82;
const DEMO = ["--items", "300", "--scans", "6000", "--days", "60"];

/** Path of a screen; for an object, its page is found in the list. */
async function pathOf(page: Page, { path: at, first, of = (thing) => thing }: Screen): Promise<string> {
  if (!first) return at;
  await page.goto(at);
  await settled(page);
  const [list] = at.split("?");
  const links = page.locator(`main a[href*="${list}/"]:not([href$="/new"]):not([href$="/verify"])`);
  return of((await links.first().getAttribute("href")) ?? list ?? at);
}

/** The file of a screenshot in the folder of screenshots. */
const fileOf = (language: string, { name }: Pick<Screen, "name">, window: string, theme: string) =>
  `${language}/${name}-${window}-${theme}.webp`;

async function take(page: Page, screen: Screen, language: Language): Promise<void> {
  await page.goto(await pathOf(page, screen));
  const isOfDashboard = (await page.locator("html[data-mantine-color-scheme]").count()) > 0;
  for (const { name, width, height, most } of WINDOWS) {
    await page.setViewportSize({ width, height });
    for (const colorScheme of THEMES) {
      await (isOfDashboard ? switchTheme(page, colorScheme) : page.emulateMedia({ colorScheme }));
      if ((await page.getByText(wordsIn(language)("errors.pageTitle")).count()) > 0)
        throw new Error(`${screen.name} has failed, ${name} and ${colorScheme}.`);
      const full = await page.evaluate(() => document.documentElement.scrollHeight);
      // Lists render the rows near the window.
      await page.setViewportSize({ width, height: Math.max(height, Math.min(most, full)) });
      if (isOfDashboard) await settled(page);
      const picture = await page.screenshot();
      await page.setViewportSize({ width, height });
      await sharp(picture)
        .webp({ quality: QUALITY, effort: 6, smartSubsample: true })
        .toFile(path.join(FOLDER, fileOf(language, screen, name, colorScheme)));
    }
  }
}

/** Run an operator's command beside the service. */
async function command(dataDir: string, ...args: string[]): Promise<string> {
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: "" };
  return (await promisify(execFile)("npm", ["run", "-s", ...args], { env })).stdout;
}

function index(screens: Screen[]): string {
  const columns = Object.keys(LANGUAGES).flatMap((language) =>
    WINDOWS.map((window) => ({ language, window: window.name })),
  );
  const rows = screens.map((screen) => {
    const cells = columns.map(({ language, window }) =>
      THEMES.map((theme) => `[${theme}](${fileOf(language, screen, window, theme)})`).join(" "),
    );
    return `| ${[screen.name.replaceAll("-", " "), ...cells].join(" | ")} |`;
  });
  return `# Every page

Made by \`npm run -s screens\` from demo data: English and German, 1440 and 320 pixels wide, light and dark.

| ${["page", ...columns.map(({ language, window }) => `${language}, ${window}`)].join(" | ")} |
| ${["page", ...columns].map(() => "---").join(" | ")} |
${rows.join("\n")}

![The overview](${fileOf("en", { name: "overview" }, "wide", "light")})
`;
}

/** A page of a new visitor, or of a person who has signed in. */
async function pageOf(
  browser: Browser,
  baseURL: string,
  who: Screen["who"],
  language: Language,
): Promise<Page> {
  const page = await browser.newPage({ baseURL, reducedMotion: "reduce", locale: LANGUAGES[language] });
  page.on("pageerror", (error) => console.error(`${who}: ${error.stack}`));
  if (who !== "visitor") await signIn(page, PEOPLE[who]);
  return page;
}

async function takeAll(browser: Browser, url: string, screens: Screen[]): Promise<void> {
  for (const language of ["en", "de"] as const) {
    await mkdir(path.join(FOLDER, language), { recursive: true });
    const pages = new Map<string, Page>();
    for (const screen of screens) {
      const page = pages.get(screen.who) ?? (await pageOf(browser, url, screen.who, language));
      pages.set(screen.who, page);
      await take(page, screen, language);
      console.log(`${screen.name} (${language})`);
    }
    for (const page of pages.values()) await page.close();
  }
}

async function main() {
  const USAGE =
    "usage: npm run -s screens -- [--landing]   (pictures of every page, or only of the landing page)";
  const { landing: isLandingOnly } = readOrExit(USAGE, (args) => {
    const { values } = parseArgs({ args, options: { landing: { type: "boolean", default: false } } });
    return values;
  });
  await buildIfStale();
  const executablePath = await findChromium();
  if (!executablePath) throw new Error("This needs a browser.");
  if (!isLandingOnly) await rm(FOLDER, { recursive: true, force: true });
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "assay-screens-"));
  const port = await freePort();
  const service = await startOwnService(["dist/main.mjs"], port, {
    DATA_DIR: dataDir,
    DATABASE_URL: "",
    PORT: String(port),
    PUBLIC_BASE_URL: `http://localhost:${port}`,
  });
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGS });
  try {
    const setUp = /set-up link \(works once\): (\S+)/.exec(service.said())?.[1] ?? "/setup/none";
    const screens = screensOf(new URL(setUp, service.url).pathname);
    const isForNoProducer = ({ who }: Screen) => who === "visitor";
    // The set-up is open until the first person exists.
    if (!isLandingOnly) await takeAll(browser, service.url, screens.filter(isForNoProducer));
    const { producerId, token }: { producerId: string; token: string } = JSON.parse(
      await command(dataDir, "seed", "--", ...DEMO, "--json"),
    );
    await makeWork(service.url, token);
    const person = ({ email, name }: { email: string; name: string }) => [
      "user",
      "--",
      "create",
      "--email",
      email,
      "--password",
      PASSWORD,
      "--name",
      name,
    ];
    await command(dataDir, ...person(PEOPLE.owner), "--producer", producerId, "--role", "owner");
    await command(dataDir, ...person(PEOPLE.admin), "--admin");
    if (isLandingOnly) return await takeLandingPictures(browser, service.url);
    await takeAll(
      browser,
      service.url,
      screens.filter((screen) => !isForNoProducer(screen)),
    );
    await writeFile(path.join(FOLDER, "README.md"), index(screens));
    await takeLandingPictures(browser, service.url);
  } finally {
    await browser.close();
    await service.end("SIGTERM");
    await rm(dataDir, { recursive: true, force: true });
  }
  const files = await readdir(FOLDER, { recursive: true });
  const sizes = await Promise.all(files.map(async (file) => (await stat(path.join(FOLDER, file))).size));
  const megabytes = sizes.reduce((sum, size) => sum + size, 0) / 1024 ** 2;
  console.log(`${files.length} files, ${megabytes.toFixed(1)} MB, in ${FOLDER}`);
}

await main();
process.exit();
