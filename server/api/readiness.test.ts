import { expect, test, vi } from "vitest";
import { diskFault } from "@/server/platform/free-space";
import { readiness } from "./health";

/** Mocks a healthy database. */
vi.mock("postgres", () => {
  const state = {
    applied: Number.MAX_SAFE_INTEGER,
    minBuild: 0,
    durable: true,
    inRecovery: false,
    readOnly: false,
  };
  const client = Object.assign(async () => [state], { end: async () => {} });
  return { default: Object.assign(() => client, { PostgresError: class extends Error {} }) };
});
vi.mock("@/server/platform/free-space");

async function ask(): Promise<[number, unknown]> {
  const response = await readiness.GET(new Request("https://assay.test/readyz"), {});
  return [response.status, await response.json()];
}

test("503: a full disk with a healthy database; ready once space is free", async () => {
  vi.stubEnv("DATABASE_URL", "postgres://healthy.example/assay");
  const reason = "the disk of /data is full: less than 64 MiB is free";
  vi.mocked(diskFault).mockResolvedValueOnce(reason);
  expect(await ask()).toEqual([503, { status: "not ready", reason }]);
  vi.mocked(diskFault).mockResolvedValueOnce(undefined);
  expect(await ask()).toEqual([200, { status: "ready" }]);
});
