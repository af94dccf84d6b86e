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

/** The program may be a script that starts the browser: all processes of the group end. */
async function kill(browser: ChildProcess): Promise<void> {
  if (browser.pid === undefined || browser.exitCode !== null || browser.signalCode !== null) return;
  const ended = once(browser, "exit");
  process.kill(-browser.pid, "SIGKILL");
  await ended;
}

async function startDevice(folder: string, started: ChildProcess[]): Promise<Device> {
  const port = await freePort();
  const executable = process.env.CHROMIUM_PATH ?? chromium.executablePath();
  const browser = spawn(
    executable,
    [
      "--headless",
      `--remote-debugging-port=${port}`,
      `--user-data-dir=${folder}`,
      ...CHROMIUM_ARGS,
      "about:blank",
    ],
    { stdio: "ignore", detached: true },
  );
  started.push(browser);
  const [context] = (await connected(port)).contexts();
  if (!context) throw new Error("The browser has no context.");
  const page = context.pages()[0] ?? (await context.newPage());
  await page.setViewportSize({ width: 360, height: 740 });
  return { context, page, kill: () => kill(browser) };
}

/** Runs work with a function that starts a browser, each time with the same profile, which is removed in the end. */
export async function withDevice(work: (start: () => Promise<Device>) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "assay-device-"));
  const started: ChildProcess[] = [];
  try {
    await work(() => startDevice(folder, started));
  } finally {
    await Promise.all(started.map(kill));
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}
