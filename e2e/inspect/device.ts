import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { type BrowserContext, chromium, type Page } from "@playwright/test";
import { CHROMIUM_ARGS } from "@/server/cli/browser.mjs";
import { freePort } from "../own-service";

const START_TIMEOUT_MS = 30_000;

/** A phone: a browser with a profile that survives its end. */
export interface Device {
  context: BrowserContext;
  page: Page;
  /** Ends the browser at once, as if the battery had run out. */
  kill(): Promise<void>;
}

async function connected(port: number) {
  for (const deadline = Date.now() + START_TIMEOUT_MS; ; await delay(50)) {
    try {
      return await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
    } catch (failed) {
      if (Date.now() > deadline) throw failed;
    }
  }
}

async function kill(browser: ChildProcess): Promise<void> {
  if (browser.exitCode !== null || browser.signalCode !== null) return;
  const ended = once(browser, "exit");
  browser.kill("SIGKILL");
  await ended;
}

/** Starts a browser with the profile of a folder. */
export async function startDevice(folder: string, args: string[] = []): Promise<Device> {
  const port = await freePort();
  const executable = process.env.CHROMIUM_PATH ?? chromium.executablePath();
  const browser = spawn(
    executable,
    [
      "--headless",
      `--remote-debugging-port=${port}`,
      `--user-data-dir=${folder}`,
      ...CHROMIUM_ARGS,
      ...args,
      "about:blank",
    ],
    { stdio: "ignore" },
  );
  const [context] = (await connected(port)).contexts();
  if (!context) throw new Error("The browser has no context.");
  const page = context.pages()[0] ?? (await context.newPage());
  await page.setViewportSize({ width: 360, height: 740 });
  return { context, page, kill: () => kill(browser) };
}

/** A folder for a profile, which is removed after the work. */
export async function withProfile(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "assay-device-"));
  try {
    await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  }
}
