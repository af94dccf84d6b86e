// Holds decision 0058.

import { sql } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import { migrationsOfThisBuild } from "@/server/platform/build-info";
import { runtime } from "@/server/runtime/runtime";
import { until } from "@/server/testing/until";
import { isSuperseded, onceSuperseded } from "./superseded";

const db = () => runtime().database.db;
const support = (build: number) => db().execute(sql`update drizzle.schema_release set min_build = ${build}`);

test("a build stops its background work once, when the schema needs more migrations than it knows", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(async () => {
    vi.useRealTimers();
    await support(0);
  });
  const stop = vi.fn(async () => {});
  onTestFinished(onceSuperseded(db(), stop));

  await support(migrationsOfThisBuild());
  expect(await isSuperseded(db())).toBe(false);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await isSuperseded(db())).toBe(false);
  expect(stop).not.toHaveBeenCalled();

  await support(migrationsOfThisBuild() + 1);
  await vi.advanceTimersByTimeAsync(5_000);
  await until(() => expect(stop).toHaveBeenCalledTimes(1));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await isSuperseded(db())).toBe(true);
  expect(stop).toHaveBeenCalledTimes(1);
});
