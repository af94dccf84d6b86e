import { existsSync } from "node:fs";
import { say } from "../platform/say.mjs";
import { attempt, step } from "./steps.mjs";

/** The headless shell needs half the work of a full browser. */
const PACKAGES = ["chromium-headless-shell", "chromium"];
const KNOWN = [...PACKAGES, "chromium-browser", "google-chrome"].map((name) => `/usr/bin/${name}`);

/** Finds the browser for journeys, pictures and measurements; installs Debian's if possible. */
export async function findChromium() {
  const { chromium } = await import("@playwright/test");
  const candidates = [process.env.CHROMIUM_PATH, ...KNOWN, chromium.executablePath()];
  const find = () => candidates.find((path) => path && existsSync(path));
  if (!find() && process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    await step("installing chromium (apt-get)", async () => {
      await aptGet("update");
      for (const name of PACKAGES)
        if (!find()) await aptGet("install", "-y", "--no-install-recommends", name);
    });
  }
  if (!find()) {
    say("No browser found. Install Debian's chromium package, run npx playwright install chromium,");
    say("or set CHROMIUM_PATH to the path of a browser.");
  }
  return find();
}

/** What the journeys of the guides call as their readers do, by Debian's package. */
const TOOLS = { curl: "/usr/bin/curl", procps: "/usr/bin/pkill" };

/** Installs what is missing of it, if possible. */
export async function installTools() {
  const missing = Object.entries(TOOLS).flatMap(([name, path]) => (existsSync(path) ? [] : [name]));
  if (missing.length === 0 || process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return;
  await step(`installing ${missing.join(" and ")} (apt-get)`, async () => {
    await aptGet("update");
    await aptGet("install", "-y", "--no-install-recommends", ...missing);
  });
}

/** Start arguments, which disable the browser's own network requests. */
export const CHROMIUM_ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** @param {string[]} args */
async function aptGet(...args) {
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  const { code, output } = await attempt("apt-get", ["-q", ...args], { env, capture: true });
  if (code !== 0) say(output.trimEnd());
}
