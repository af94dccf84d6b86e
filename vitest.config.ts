import path from "node:path";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { findTestFiles } from "./server/testing/isolation.mjs";
import { ByProject } from "./server/testing/sequence.mjs";

const BASE_MAP = "server/testing/base-map.mjs";
/** A busy machine is slow, not broken. */
const TIMEOUT_MS = 60_000;
const ENV = { LOG_LEVEL: "silent", SECRET_KEY: "a key for tests, of no worth whatever" };

type Test = NonNullable<TestProjectInlineConfiguration["test"]>;

const project = (test: Test): TestProjectInlineConfiguration => ({
  resolve: {
    alias: [
      { find: /^@\//, replacement: `${path.resolve(".")}/` },
      // As in `next.config.ts`.
      { find: /^use-intl\/format-message$/, replacement: "use-intl/format-message/format-only" },
    ],
  },
  test: { pool: "forks", testTimeout: TIMEOUT_MS, server: { deps: { inline: ["use-intl"] } }, ...test },
});

const unit = findTestFiles(["app", "server", "db", "lab", "packages"], { onPostgres: false });
const integration = findTestFiles(["app", "server", "db", "packages"], { onPostgres: true });

const OF_UNIT: Test = { globalSetup: BASE_MAP, setupFiles: ["server/testing/restore.ts"], env: ENV };
const OF_INTEGRATION: Test = {
  globalSetup: [BASE_MAP, "server/testing/cluster.ts"],
  setupFiles: ["server/testing/restore.ts", "server/testing/data-dir.ts", "server/testing/database.ts"],
  hookTimeout: 60_000,
  env: { ...ENV, RATE_LIMITS: "off", PUBLIC_BASE_URL: "https://assay.test" },
};

export default defineConfig({
  test: {
    // Tests wait for the database about a third of their time: three workers keep two cores busy.
    maxWorkers: 3,
    sequence: { sequencer: ByProject },
    projects: [
      project({ ...OF_INTEGRATION, name: "integration", include: integration.shared, isolate: false }),
      project({ ...OF_INTEGRATION, name: "integration-isolated", include: integration.isolated }),
      project({ ...OF_UNIT, name: "unit", include: unit.shared, isolate: false }),
      project({ ...OF_UNIT, name: "unit-isolated", include: unit.isolated }),
    ],
  },
});
