import path from "node:path";
import { defineConfig } from "vitest/config";

const alias = { "@": path.resolve(".") };
const BASE_MAP = "server/testing/base-map.mjs";
const NEEDS_DATABASE = "**/*.db.test.ts";
/** One retry, as for end-to-end tests; the summary reports it. */
const RETRIES = 1;
/** A busy machine is slow, not broken. */
const TIMEOUT_MS = 20_000;

export default defineConfig({
  test: {
    // Most tests wait for the database; vitest's default would occupy all cores.
    maxWorkers: 2,
    projects: [
      {
        resolve: { alias },
        test: {
          name: "unit",
          retry: RETRIES,
          testTimeout: TIMEOUT_MS,
          include: ["{app,server,db,lab,packages}/**/*.test.{ts,tsx}"],
          exclude: [NEEDS_DATABASE],
          globalSetup: BASE_MAP,
          env: { LOG_LEVEL: "silent", SECRET_KEY: "a key for tests, of no worth whatever" },
        },
      },
      {
        resolve: { alias },
        test: {
          name: "integration",
          retry: RETRIES,
          include: [`{app,server,db,packages}/${NEEDS_DATABASE}`],
          globalSetup: [BASE_MAP, "server/testing/cluster.ts"],
          setupFiles: ["server/testing/data-dir.ts", "server/testing/database.ts"],
          pool: "forks",
          testTimeout: TIMEOUT_MS,
          hookTimeout: 60_000,
          env: {
            LOG_LEVEL: "silent",
            SECRET_KEY: "a key for tests, of no worth whatever",
            RATE_LIMITS: "off",
            PUBLIC_BASE_URL: "https://assay.test",
          },
        },
      },
    ],
  },
});
