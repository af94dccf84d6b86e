import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { openPostgresProxy } from "@/lab/prove/postgres-proxy";
import { within } from "@/server/core/within";
import { runtime } from "@/server/runtime/runtime";
import { readiness } from "./health";
import { closeReadiness } from "./readiness";

const url = new URL(process.env.DATABASE_URL ?? "");
const [socketFolder = ""] = decodeURIComponent(url.host).split(",");

/** What a balancer is told within a second. */
async function ask(query = ""): Promise<[number, string]> {
  const request = new Request(`https://assay.test/readyz${query}`);
  const response = await within(1_000, readiness.GET(request, {}), "No answer from /readyz");
  const { reason }: { reason: string } = await response.json();
  return [response.status, reason];
}

/** The databases of tests forget what they acknowledged, for speed; nothing else is wrong with them. */
const ONLY_NOT_DURABLE = [503, expect.stringMatching(/^the database does not keep what it acknowledges/)];
const UNREACHABLE = [503, "the database is not reachable"];

test("a process whose connections are all in use by calls is still ready", async () => {
  const { db } = runtime().database;
  const calls = Array.from({ length: 24 }, () => db.execute(sql`select pg_sleep(1)`));
  expect(await ask()).toEqual(ONLY_NOT_DURABLE);
  await Promise.all(calls);
});

test("503: a database that takes no writes", async () => {
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
  expect(await ask()).toEqual([503, "the database is read-only (default_transaction_read_only is on)"]);
});

// A database elsewhere listens in no folder.
test.runIf(socketFolder.startsWith("/"))(
  "503 within a second while the database is silent, on open connections and on new ones, and ready once it answers",
  async () => {
    const proxy = await openPostgresProxy(socketFolder);
    const direct = process.env.DATABASE_URL;
    onTestFinished(async () => {
      process.env.DATABASE_URL = direct;
      await closeReadiness();
      await proxy.close();
      await runtime().close();
    });
    // Loops are read on connections of the runtime: these are to be silent, too.
    await runtime().close();
    process.env.DATABASE_URL = Object.assign(new URL(proxy.url), { pathname: url.pathname }).href;
    expect(await ask()).toEqual(ONLY_NOT_DURABLE);
    proxy.hold();
    expect(await ask("?verbose")).toEqual(UNREACHABLE);
    expect(await ask()).toEqual(UNREACHABLE);
    expect(await Promise.all([ask(), ask(), ask()])).toEqual(Array(3).fill(UNREACHABLE));
    await proxy.mend();
    expect(await ask()).toEqual(ONLY_NOT_DURABLE);
    await proxy.cut();
    expect(await ask()).toEqual(UNREACHABLE);
  },
);
