import { defineConfig } from "@playwright/test";
import { AGAIN } from "./e2e/again";
import { DATA_DIR, FRONT_PORT, NEXT_PORT } from "./e2e/where";
import { CHROMIUM_ARGS } from "./server/cli/browser.mjs";

/** Both ways to run the app, as two instances on one database: behind its own HTTP front, and on plain Next. */
const instances = [
  { name: "front", port: FRONT_PORT },
  { name: "next", port: NEXT_PORT },
];

const chromium = process.env.CHROMIUM_PATH;

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  fullyParallel: true,
  workers: 2,
  ...(process.env.EVERY_JOURNEY ? {} : { grepInvert: new RegExp(AGAIN) }),
  // A busy machine is slow, not broken; tests with a time limit state it themselves.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: "list",
  webServer: instances.map(({ name, port }) => ({
    command: `node --import tsx e2e/serve.ts ${name} ${port}`,
    url: `http://localhost:${port}/readyz`,
    timeout: 90_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: "SIGTERM", timeout: 15_000 },
    // Nothing of the journeys is worth keeping.
    env: { DATA_DIR, BACKUPS: "off" },
    stderr: "pipe",
  })),
  use: {
    launchOptions: {
      ...(chromium ? { executablePath: chromium } : {}),
      args: CHROMIUM_ARGS,
    },
  },
  projects: [
    // The longest tests, in sequence: they start first, so that no run waits for them alone.
    { name: "prove", testMatch: "prove.spec.ts" },
    ...instances.map(({ name, port }) => ({
      name,
      testMatch: "both/**/*.spec.ts",
      use: { baseURL: `http://localhost:${port}` },
    })),
    {
      name: "only-front",
      testIgnore: ["both/**", "prove.spec.ts"],
      use: { baseURL: `http://localhost:${FRONT_PORT}` },
    },
  ],
});
