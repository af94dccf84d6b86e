import { existsSync } from "node:fs";
import { say } from "../platform/say.mjs";
import { attempt, step } from "./steps.mjs";

/** A browser without windows takes half the work. */
const PACKAGES = ["chromium-headless-shell", "chromium"];
const KNOWN = [...PACKAGES, "chromium-browser", "google-chrome"].map((name) => `/usr/bin/${name}`);

/** The browser for journeys, pictures and measurements; installs Debian's where that is possible. */
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

/** How it is started: it asks nothing of anyone by itself. */
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
