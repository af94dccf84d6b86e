import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { openPostgresProxy } from "@/lab/prove/postgres-proxy";
import { within } from "@/server/core/within";
import { runtime } from "@/server/runtime/runtime";
import { readiness } from "./health";
import { closeReadiness } from "./readiness";

const url = new URL(process.env.DATABASE_URL ?? "");
const [socketFolder = ""] = decodeURIComponent(url.host).split(",");

/** Probes like a load balancer, within a second. */
async function probe(query = ""): Promise<[number, string]> {
  const request = new Request(`https://assay.test/readyz${query}`);
  const response = await within(1_000, readiness.GET(request, {}), "No answer from /readyz");
  const { reason }: { reason: string } = await response.json();
  return [response.status, reason];
}

/** Test databases run without durability, for speed; that is their only fault. */
const ONLY_NOT_DURABLE = [503, expect.stringMatching(/^the database does not keep what it acknowledges/)];
const UNREACHABLE = [503, "the database is not reachable"];

test("a process with all connections in use is still ready", async () => {
  const { db } = runtime().database;
  const calls = Array.from({ length: 24 }, () => db.execute(sql`select pg_sleep(1)`));
  expect(await probe()).toEqual(ONLY_NOT_DURABLE);
  await Promise.all(calls);
});

test("503: a database that refuses writes", async () => {
  const { db } = runtime().database;
  const set = (value: string) =>
    db.execute(
      sql`alter database ${sql.identifier(url.pathname.slice(1))} set default_transaction_read_only = ${sql.raw(value)}`,
    );
  await set("on");
  await closeReadiness();
  onTestFinished(async () => {
    await db.execute(sql`set default_transaction_read_only = off`);
    await set("off");
    await closeReadiness();
  });
  expect(await probe()).toEqual([503, "the database is read-only (default_transaction_read_only is on)"]);
});

test("503: a schema that no longer supports this build", async () => {
  const { db } = runtime().database;
  const set = (build: number) => db.execute(sql`update drizzle.schema_release set min_build = ${build}`);
  await set(10_000);
  onTestFinished(() => set(0).then(() => {}));
  const reason = "the schema needs a newer build (docs/operations/upgrades.md)";
  expect(await probe()).toEqual([503, reason]);
});

// A remote database has no socket folder.
test.runIf(socketFolder.startsWith("/"))(
  "503 within a second while the database hangs, on open and on new connections; ready once it answers",
  async () => {
    const proxy = await openPostgresProxy(socketFolder);
    const direct = process.env.DATABASE_URL;
    onTestFinished(async () => {
      process.env.DATABASE_URL = direct;
      await closeReadiness();
      await proxy.close();
      await runtime().close();
    });
    // Loops are read on connections of the runtime, which must hang as well.
    await runtime().close();
    process.env.DATABASE_URL = Object.assign(new URL(proxy.url), { pathname: url.pathname }).href;
    expect(await probe()).toEqual(ONLY_NOT_DURABLE);
    proxy.hold();
    expect(await probe("?verbose")).toEqual(UNREACHABLE);
    expect(await probe()).toEqual(UNREACHABLE);
    expect(await Promise.all([probe(), probe(), probe()])).toEqual(Array(3).fill(UNREACHABLE));
    await proxy.mend();
    expect(await probe()).toEqual(ONLY_NOT_DURABLE);
    await proxy.cut();
    expect(await probe()).toEqual(UNREACHABLE);
  },
);
