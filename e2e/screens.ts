import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { type Browser, chromium, type Page } from "@playwright/test";
import sharp from "sharp";
import { CHROMIUM_ARGS, findChromium } from "../server/cli/browser.mjs";
import { buildIfStale } from "../server/cli/build.mjs";
import { settled, switchTheme } from "./dashboard/every-page/look";
import { PASSWORD, signIn } from "./dashboard/people";
import { freePort, startOwnService } from "./own-service";

// `npm run -s screens`: pictures of every page, from demo data, into docs/screens.

const FOLDER = "docs/screens";
const THEMES = ["light", "dark"] as const;
/** Pages are cut where a reader has seen enough of them. */
const WINDOWS = [
  { name: "wide", width: 1440, height: 900, most: 1400 },
  { name: "narrow", width: 320, height: 640, most: 1600 },
] as const;
const COLOURS = 96;
const USER = { email: "ada@keller.example", name: "Ada Keller" };
const DEMO = ["--items", "300", "--scans", "6000", "--days", "60"];

interface Screen {
  name: string;
  path: string;
  who: "nobody" | "owner";
  /** Instead of the path: the first link of that page that leads to a thing of its own. */
  first?: true;
  /** What follows the thing's own path. */
  suffix?: string;
}

const screensOf = (setUpPath: string): Screen[] => [
  { name: "landing", path: "/", who: "nobody" },
  { name: "sign-in", path: "/login", who: "nobody" },
  { name: "set-up", path: setUpPath, who: "nobody" },
  { name: "overview", path: "/overview", who: "owner" },
  { name: "items", path: "/items", who: "owner" },
  { name: "new-item", path: "/items/new", who: "owner" },
  { name: "item", path: "/items", first: true, who: "owner" },
  { name: "edit-item", path: "/items", first: true, suffix: "/edit", who: "owner" },
  { name: "groups", path: "/groups", who: "owner" },
  { name: "new-group", path: "/groups/new", who: "owner" },
  { name: "group", path: "/groups", first: true, who: "owner" },
  { name: "edit-group", path: "/groups", first: true, suffix: "/edit", who: "owner" },
  { name: "scans", path: "/scans", who: "owner" },
  { name: "scan", path: "/scans", first: true, who: "owner" },
  { name: "sightings", path: "/sightings", who: "owner" },
  { name: "contents", path: "/contents", who: "owner" },
  { name: "content", path: "/contents", first: true, who: "owner" },
  { name: "hooks", path: "/hooks", who: "owner" },
  { name: "new-hook", path: "/hooks/new", who: "owner" },
  { name: "hook", path: "/hooks", first: true, who: "owner" },
  { name: "tokens", path: "/tokens", who: "owner" },
  { name: "members", path: "/members", who: "owner" },
  { name: "settings", path: "/settings", who: "owner" },
  { name: "no-page", path: "/nowhere", who: "owner" },
];

/** Where a screen is: of a thing, its page is found in its list. */
async function pathOf(page: Page, { path: at, first, suffix = "" }: Screen): Promise<string> {
  if (!first) return at;
  await page.goto(at);
  await settled(page);
  const links = page.locator(`main a[href^="${at}/"]:not([href="${at}/new"])`);
  return `${await links.first().getAttribute("href")}${suffix}`;
}

async function take(page: Page, screen: Screen): Promise<void> {
  await page.goto(await pathOf(page, screen));
  for (const { name, width, height, most } of WINDOWS) {
    await page.setViewportSize({ width, height });
    for (const colorScheme of THEMES) {
      await switchTheme(page, colorScheme);
      const full = await page.evaluate(() => document.documentElement.scrollHeight);
      const clip = { x: 0, y: 0, width, height: Math.max(height, Math.min(most, full)) };
      const picture = await page.screenshot({ fullPage: true, clip });
      await sharp(picture)
        .png({ palette: true, colours: COLOURS, effort: 10 })
        .toFile(path.join(FOLDER, `${screen.name}-${name}-${colorScheme}.png`));
    }
  }
}

/** Runs a command of operators beside the service. */
async function command(dataDir: string, ...args: string[]): Promise<string> {
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: "" };
  return (await promisify(execFile)("npm", ["run", "-s", ...args], { env })).stdout;
}

function index(screens: Screen[]): string {
  const rows = screens.map(({ name }) => {
    const cell = (window: string) =>
      THEMES.map((theme) => `[${theme}](${name}-${window}-${theme}.png)`).join(" ");
    return `| ${name.replaceAll("-", " ")} | ${cell("wide")} | ${cell("narrow")} |`;
  });
  return `# Every page

Made by \`npm run -s screens\` from demo data: 1440 and 320 pixels wide, light and dark.

| page | wide | narrow |
| --- | --- | --- |
${rows.join("\n")}

![The overview](overview-wide-light.png)
`;
}

async function takeAll(browser: Browser, url: string, screens: Screen[]): Promise<void> {
  const options = { baseURL: url, reducedMotion: "reduce", locale: "en-GB" } as const;
  const pages = { nobody: await browser.newPage(options), owner: await browser.newPage(options) };
  for (const screen of screens) {
    if (screen.who === "owner" && (await pages.owner.context().cookies()).length === 0)
      await signIn(pages.owner, USER);
    await take(pages[screen.who], screen);
    console.log(screen.name);
  }
}

async function main() {
  await buildIfStale();
  const executablePath = await findChromium();
  if (!executablePath) throw new Error("This needs a browser.");
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
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
    const setUp = /set it up, once, at (\S+)/.exec(service.said())?.[1] ?? "/setup/none";
    const screens = screensOf(new URL(setUp, service.url).pathname);
    const isForNobody = ({ who }: Screen) => who === "nobody";
    // The set-up is open while there are no people.
    await takeAll(browser, service.url, screens.filter(isForNobody));
    const { producerId }: { producerId: string } = JSON.parse(
      await command(dataDir, "seed", "--", ...DEMO, "--json"),
    );
    const person = ["--email", USER.email, "--password", PASSWORD, "--name", USER.name];
    await command(dataDir, "user", "--", "create", ...person, "--producer", producerId, "--role", "owner");
    await takeAll(
      browser,
      service.url,
      screens.filter((screen) => !isForNobody(screen)),
    );
    await writeFile(path.join(FOLDER, "README.md"), index(screens));
  } finally {
    await browser.close();
    await service.end("SIGTERM");
    await rm(dataDir, { recursive: true, force: true });
  }
  const files = await readdir(FOLDER);
  const sizes = await Promise.all(files.map(async (file) => (await stat(path.join(FOLDER, file))).size));
  const megabytes = sizes.reduce((sum, size) => sum + size, 0) / 1024 ** 2;
  console.log(`${files.length} files, ${megabytes.toFixed(1)} MB, in ${FOLDER}`);
}

await main();
process.exit();
