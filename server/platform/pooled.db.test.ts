// Holds decision 0057.
import { EventEmitter, once } from "node:events";
import net from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { sql } from "drizzle-orm";
import postgres from "postgres";
import { expect, onTestFinished, test } from "vitest";
import { directly, urlOfDatabase } from "@/db/address";
import { openDatabase } from "@/db/client";
import { poolOptions } from "@/db/connect";
import { openPostgresProxy } from "@/lab/prove/postgres-proxy";
import { runtime } from "@/server/runtime/runtime";

const databaseName = new URL(runtime().database.url).pathname.slice(1);
const SIZES = { callers: 2, own: 2, batchClient: 1, copyClient: 1 };

/** The pools of a process behind a pooler. */
function openPooled() {
  const pooled = openDatabase({ ...directly(runtime().database.url), isPooled: true }, SIZES);
  onTestFinished(() => pooled.close());
  return pooled;
}

/** Settings of a session, as a statement sees them, and its named statements. */
const SEEN = sql`
  select current_setting('statement_timeout') as timeout, current_setting('enable_sort') as sort,
    (select count(*)::int from pg_prepared_statements) as named`;
const LIMITED = { timeout: "5s", sort: "on", named: 0 };

test("behind a pooler, statements and transactions have the limits of their pool, and none is named", async () => {
  const { db, callers, batchClient, copyClient } = openPooled();
  for (let time = 0; time < 3; time++) {
    expect(await db.execute(SEEN)).toEqual([LIMITED]);
    // With a parameter, the driver uses the extended protocol.
    expect(await db.execute(sql`${SEEN}, ${time}::int as time`)).toEqual([{ ...LIMITED, time }]);
    expect(await callers.transaction((tx) => tx.execute(SEEN))).toEqual([LIMITED]);
    const seen =
      "select current_setting('statement_timeout') as timeout, $1::int as time," +
      " (select count(*)::int from pg_prepared_statements) as named";
    expect(await batchClient.unsafe(seen, [time], { prepare: true })).toEqual([
      { timeout: "5s", time, named: 0 },
    ]);
    expect(await copyClient`select current_setting('statement_timeout') as timeout`).toEqual([
      { timeout: "30s" },
    ]);
  }
  await expect(
    db.execute(sql`select set_config('statement_timeout', '20', true), pg_sleep(0)`),
  ).resolves.toHaveLength(1);
  expect(await db.execute(SEEN)).toEqual([LIMITED]);
});

test("behind a pooler, a statement that takes too long is cancelled, within a transaction or not", async () => {
  const { url } = runtime().database;
  const pool = postgres(
    url,
    poolOptions({ url, isPooled: true }, "assay-test", 1, { statement_timeout: 50 }),
  );
  onTestFinished(() => pool.end());
  const cancelled = { code: "57014" };
  await expect(pool`select pg_sleep(30)`).rejects.toMatchObject(cancelled);
  await expect(pool`select ${1}::int, pg_sleep(30)`).rejects.toMatchObject(cancelled);
  await expect(pool.unsafe("select pg_sleep(30)")).rejects.toMatchObject(cancelled);
  await expect(pool.begin((tx) => tx`select pg_sleep(30)`)).rejects.toMatchObject(cancelled);
  expect(await pool`select 1 as one`).toEqual([{ one: 1 }]);
});

test("behind a pooler, transactions keep their isolation, and rows are copied", async () => {
  const { callers, copyClient, db } = openPooled();
  const isolation = await callers.transaction((tx) => tx.execute(sql`show transaction_isolation`), {
    isolationLevel: "repeatable read",
  });
  expect(isolation).toEqual([{ transaction_isolation: "repeatable read" }]);
  await db.execute(sql`create table copied (n int)`);
  await pipeline(Readable.from(["1\n", "2\n"]), await copyClient`copy copied (n) from stdin`.writable());
  expect(await db.execute(sql`select n from copied order by n`)).toEqual([{ n: 1 }, { n: 2 }]);
});

test("the types of a statement's parameters are learned anew after an error", async () => {
  const { db } = openPooled();
  const read = () => db.execute(sql`select n from typed where n = ${1}`);
  await db.execute(sql`create table typed (n int)`);
  await db.execute(sql`insert into typed values (1)`);
  for (let time = 0; time < 3; time++) expect(await read()).toEqual([{ n: 1 }]);
  await db.execute(sql`alter table typed alter n type text`);
  await expect(read()).rejects.toThrow();
  expect(await read()).toEqual([{ n: "1" }]);
});

/** A server on a free port. Returns its host and port. */
async function openServer(serve: (socket: net.Socket) => void): Promise<string> {
  const server = net.createServer((socket) => serve(socket.on("error", () => {})));
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return `127.0.0.1:${address.port}`;
}

test("the first bytes of a connection hold no setting that a pooler refuses", async () => {
  const begun = new EventEmitter();
  const host = await openServer((socket) =>
    socket.once("data", (bytes) => {
      begun.emit("begun", bytes);
      socket.destroy();
    }),
  );
  const url = `postgres://ann@${host}/assay`;
  const pool = postgres(url, poolOptions({ url, isPooled: true }, "assay-test", 1, { enable_sort: "off" }));
  onTestFinished(() => pool.end({ timeout: 0 }));
  const first = once(begun, "begun");
  pool`select 1`.catch(() => {});
  const [bytes] = await first;
  const names = bytes
    .subarray(8)
    .toString()
    .split("\0")
    .filter((_: string, n: number) => n % 2 === 0);
  expect(names.filter(Boolean)).toEqual(["user", "database", "client_encoding", "application_name"]);
});

const int32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
};
/** A message of the Postgres protocol. */
const message = (type: string, body: Buffer | string) =>
  Buffer.concat([Buffer.from(type), int32(Buffer.byteLength(body) + 4), Buffer.from(body)]);

/** A server that accepts connections and reports itself as a standby. Returns its host and port. */
async function openStandby(): Promise<string> {
  const settings = ["in_hot_standby\0on\0", "default_transaction_read_only\0off\0"];
  const greeting = [message("R", int32(0)), ...settings.map((one) => message("S", one)), message("Z", "I")];
  return openServer((socket) => socket.once("data", () => socket.write(Buffer.concat(greeting))));
}

const socketFolder = decodeURIComponent(new URL(runtime().database.url).host).split(",")[0] ?? "";

// A remote database has no socket folder.
test.runIf(socketFolder.startsWith("/"))(
  "of several hosts, a pool uses the primary, whichever are down or standbys, also while all are down",
  async () => {
    const proxy = await openPostgresProxy(socketFolder);
    onTestFinished(() => proxy.close());
    const { host, pathname } = new URL(proxy.url);
    const hosts = ["127.0.0.1:1", await openStandby(), host].join(",");
    const url = urlOfDatabase(`postgres://postgres@${hosts}${pathname}`, databaseName);
    const pool = postgres(url, poolOptions({ url, isPooled: false }, "assay-test", 2));
    onTestFinished(() => pool.end({ timeout: 0 }));
    const read = () => pool`select pg_is_in_recovery() as standby`;
    expect(await Promise.all([read(), read(), read()])).toEqual(Array(3).fill([{ standby: false }]));
    await proxy.cut();
    await expect(read()).rejects.toThrow();
    await expect(read()).rejects.toThrow();
    await proxy.mend();
    expect(await read()).toEqual([{ standby: false }]);
  },
);
