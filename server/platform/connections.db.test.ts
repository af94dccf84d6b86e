// Holds decision 0032, decision 0034 and decision 0055.

import { once } from "node:events";
import net from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type SQL, sql } from "drizzle-orm";
import postgres from "postgres";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Transaction } from "@/db/client";
import { openPostgresProxy } from "@/lab/prove/postgres-proxy";
import { runtime } from "@/server/runtime/runtime";
import { until } from "@/server/testing/until";

const { db } = runtime().database;

test("statements on a lost connection are refused each time, and other connections go on working", async () => {
  const lost = db.transaction(async (tx) => {
    const [own] = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    const isThere = sql`select from pg_stat_activity where pid = ${own?.pid}`;
    await db.execute(sql`select pg_terminate_backend(${own?.pid})`);
    await until(async () => expect(await db.execute(isThere)).toHaveLength(0));
    await expect(tx.execute(sql`select 1`)).rejects.toThrow();
    await expect(tx.execute(sql`select 2`)).rejects.toThrow();
    await tx.execute(sql`select 3`);
  });
  await expect(lost).rejects.toThrow();
  const answers = await Promise.all(Array.from({ length: 30 }, () => db.execute(sql`select 1 as one`)));
  expect(answers.flat()).toEqual(Array(30).fill({ one: 1 }));
});

test("a transaction that begins while every connection is busy gets its own connection", async () => {
  const { batchClient } = runtime().database;
  const connections = db.$client.options.max;
  const ask = async (what: SQL) => db.execute<{ id: string }>(what);
  const id = sql`select pg_current_xact_id()::text as id`;
  const twice = async (tx: Transaction) => [
    ...(await tx.execute<{ id: string }>(id)),
    ...(await tx.execute<{ id: string }>(id)),
  ];
  const pending = await batchClient.begin(async (holder) => {
    await holder`select pg_advisory_xact_lock(4711)`;
    const busy = Array.from({ length: connections }, () =>
      ask(sql`select pg_advisory_xact_lock_shared(4711)`),
    );
    await until(async () =>
      expect(
        await batchClient`select from pg_stat_activity where query like '%lock_shared(4711)' and state = 'active'`,
      ).toHaveLength(connections),
    );
    const others = busy.flatMap(() => [db.transaction(twice), ask(id)]);
    return { busy, others };
  });
  await Promise.all(pending.busy);
  const seen = (await Promise.all(pending.others)).map((rows) => new Set(rows.map((row) => row.id)));
  expect(seen.map(({ size }) => size)).toEqual(pending.others.map(() => 1));
  expect(new Set(seen.flatMap((one) => [...one])).size).toBe(pending.others.length);
});

test("a connection that the server ended does not hand its error to the next statement", async () => {
  const one = postgres(runtime().database.url, { max: 1, onnotice: () => {} });
  onTestFinished(() => one.end());
  await expect(one`select pg_terminate_backend(pg_backend_pid())`).rejects.toThrow();
  expect(await one`select 1 as one`).toEqual([{ one: 1 }]);
  await expect(
    one.begin(async (tx) => {
      await tx`select pg_terminate_backend(pg_backend_pid())`;
    }),
  ).rejects.toThrow();
  expect(await one`select 2 as two`).toEqual([{ two: 2 }]);
});

test("a result begins with its first row, even after a statement that failed between rows", async () => {
  const one = postgres(runtime().database.url, { max: 1, onnotice: () => {} });
  onTestFinished(() => one.end());
  const wide = one`select repeat('x', 9000), 1 / (40 - n) from generate_series(1, 100) n`;
  const next = one`select 'present' as is`;
  await expect(wide).rejects.toThrow("division by zero");
  expect(await next).toEqual([{ is: "present" }]);
  await expect(one`select 1 / (3 - n) from generate_series(1, 5) n`.values()).rejects.toThrow();
  expect(await one`select n from generate_series(1, 3) n`.values()).toEqual([[1], [2], [3]]);
});

const int16 = (value: number) => {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(value);
  return bytes;
};
const int32 = (value: number) => Buffer.concat([int16(value >> 16), int16((value << 16) >> 16)]);
/** A message of the Postgres protocol. */
const message = (type: string, ...parts: (Buffer | string)[]) => {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part)));
  return Buffer.concat([Buffer.from(type), int32(body.byteLength + 4), body]);
};

/** The answer of a server to a statement: its number of rows, whether they are described, and the command tag. */
interface Answer {
  rows: number;
  tag: string | ((statement: string) => string);
  isDescribed?: boolean;
}

/** A server that gives this answer to each statement, with rows of 1. Returns its port. */
async function openServer({ rows, tag, isDescribed = true }: Answer): Promise<number> {
  const isReady = message("Z", "I");
  const isInTransaction = message("Z", "T");
  const column = [int16(1), "n\0", int32(0), int16(0), int32(23), int16(4), int32(-1), int16(0)];
  const row = message("D", int16(1), int32(1), "1");
  const description = isDescribed ? message("T", ...column) : message("n");
  const described = [message("1"), message("t", int16(0)), description, message("2")];
  const answerTo = (statement: string) => {
    const done = typeof tag === "string" ? tag : tag(statement);
    const state = done === "BEGIN" ? isInTransaction : isReady;
    return Buffer.concat([...described, ...Array(rows).fill(row), message("C", `${done}\0`), state]);
  };
  const server = net.createServer((socket) => {
    socket.once("data", () => {
      socket.write(Buffer.concat([message("R", int32(0)), isReady]));
      socket.on("data", (chunk) => {
        // After the type and the length comes the text of the statement, in a P after its name.
        const [type, texts] = [chunk.toString("latin1", 0, 1), chunk.toString("latin1", 5).split("\0")];
        const statement = { P: texts[1], Q: texts[0] }[type];
        if (statement === undefined) return;
        socket.write(answerTo(statement));
      });
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return address.port;
}

async function connect(answer: Answer) {
  const port = await openServer(answer);
  const one = postgres({ host: "127.0.0.1", port, max: 1, fetch_types: false, connect_timeout: 5 });
  onTestFinished(() => one.end({ timeout: 0 }));
  return one;
}

test.each([
  { rows: 2, tag: "SELECT 3" },
  { rows: 0, tag: "SELECT 3" },
  { rows: 4, tag: "SELECT 3" },
  { rows: 0, tag: "INSERT 0 3" },
  { rows: 1, tag: "UPDATE 3" },
  { rows: 2, tag: "DELETE 3" },
])("an answer of $rows rows with the tag $tag is incomplete and refused", async (answer) => {
  const one = await connect(answer);
  await expect(one`select n from numbers`).rejects.toMatchObject({ code: "INCOMPLETE_RESULT" });
});

test.each([
  { rows: 3, tag: "SELECT 3" },
  { rows: 0, tag: "SELECT 0" },
  { rows: 3, tag: "INSERT 0 3" },
  { rows: 3, tag: "UPDATE 3" },
  { rows: 1, tag: "SHOW" },
  { rows: 0, tag: "INSERT 0 3", isDescribed: false },
  { rows: 0, tag: "SELECT 3", isDescribed: false },
])("an answer of $rows rows with the tag $tag is returned (rows described: $isDescribed)", async (answer) => {
  const one = await connect(answer);
  expect(await one`select n from numbers`).toEqual(Array(answer.rows).fill({ n: 1 }));
});

test("answers that count rows without returning them, or stream them, are returned, also when repeated", async () => {
  const one = postgres(runtime().database.url, { max: 1, onnotice: () => {} });
  onTestFinished(() => one.end());
  await one`create temporary table numbers (n int)`;
  for (let time = 0; time < 2; time++) {
    await one`truncate numbers`;
    expect(await one`insert into numbers select generate_series(1, ${3})`).toMatchObject({
      count: 3,
      length: 0,
    });
    expect(await one`update numbers set n = n + ${0}`).toMatchObject({ count: 3, length: 0 });
    expect(await one`update numbers set n = n + ${0} returning n`).toHaveLength(3);
    expect(await one`update numbers set n = n where n > ${3} returning n`).toHaveLength(0);
    expect(await one`select from numbers where n <= ${3}`).toEqual([{}, {}, {}]);
    expect(await one`select n from numbers`.values()).toHaveLength(3);

    const each: unknown[] = [];
    await one`select n from numbers where n <= ${3}`.forEach((row) => void each.push(row));
    expect(each).toHaveLength(3);
    const pages: number[] = [];
    for await (const page of one`select n from numbers where n <= ${3}`.cursor(2)) pages.push(page.length);
    expect(pages).toEqual([2, 1]);
    const chunks: Buffer[] = [];
    for await (const chunk of await one`copy numbers to stdout`.readable()) chunks.push(chunk);
    expect(Buffer.concat(chunks).toString()).toBe("1\n2\n3\n");
    await pipeline(Readable.from(["4\n", "5\n"]), await one`copy numbers from stdin`.writable());
    expect(await one`delete from numbers where n > ${3}`).toMatchObject({ count: 2, length: 0 });

    await one`create temporary table copies as select n from numbers`;
    await one.unsafe("show work_mem; update numbers set n = n; drop table copies");
    const several = await one.unsafe(
      "update numbers set n = n; select n from numbers; update numbers set n = 1 returning n",
    );
    expect(several.map((result) => result.length)).toEqual([0, 3, 3]);
    const moved = one.begin(async (tx) => {
      await tx`declare numbered cursor for select n from numbers`;
      expect(await tx`move 1 from numbered`).toMatchObject({ length: 0 });
      return tx`fetch 5 from numbered`;
    });
    expect(await moved).toHaveLength(2);
  }
});

const socketFolder = decodeURIComponent(new URL(runtime().database.url).host);

/** Connections to the database through a network that can fail. */
async function throughProxy(options: { max: number }) {
  const proxy = await openPostgresProxy(socketFolder);
  onTestFinished(() => proxy.close());
  const url = Object.assign(new URL(proxy.url), { pathname: new URL(runtime().database.url).pathname }).href;
  const pool = postgres(url, {
    ...options,
    max_pipeline: 1,
    fetch_types: false,
    connect_timeout: 1,
    backoff: () => 0.05,
    onnotice: () => {},
    connection: { statement_timeout: 400 },
  });
  onTestFinished(() => pool.end({ timeout: 0 }));
  return { proxy, pool };
}

// A remote database has no socket folder.
describe.runIf(socketFolder.startsWith("/"))("connections that hang", () => {
  test("a statement without an answer fails soon after its time limit, and its connection is replaced", async () => {
    const { proxy, pool } = await throughProxy({ max: 3 });
    await Promise.all([1, 2, 3].map(() => pool`select pg_sleep(0.05)`));
    proxy.hold();
    const started = performance.now();
    const failed = [pool`select 1`, pool.begin((tx) => tx`select 2`), pool`select 3`];
    const answers = await Promise.allSettled(failed);
    expect(answers.map((answer) => answer.status === "rejected" && answer.reason)).toEqual(
      Array(3).fill(expect.objectContaining({ code: "CONNECTION_CLOSED" })),
    );
    expect(performance.now() - started).toBeGreaterThan(400);
    await proxy.cut();
    await proxy.mend();
    expect(await pool`select 4 as four`).toEqual([{ four: 4 }]);
  });

  test("a transaction that lifts its time limit may take longer, and the next one has the limit again", async () => {
    const { proxy, pool } = await throughProxy({ max: 1 });
    const lifted = await pool.begin(async (tx) => {
      await tx`set local statement_timeout = 0`;
      return tx`select pg_sleep(1.6)::text, 1 as one`;
    });
    expect(lifted).toMatchObject([{ one: 1 }]);
    proxy.hold();
    await expect(pool.begin((tx) => tx`select 1`)).rejects.toMatchObject({ code: "CONNECTION_CLOSED" });
  });

  test("an idle connection stays, and a statement that runs for almost its time limit has its answer", async () => {
    const { pool } = await throughProxy({ max: 1 });
    const [first] = await pool<{ pid: number }[]>`select pg_backend_pid() as pid`;
    await db.execute(sql`select pg_sleep(1.6)`);
    const [second] = await pool<{ pid: number }[]>`select pg_backend_pid() as pid, pg_sleep(0.3)::text`;
    expect(second?.pid).toBe(first?.pid);
  });
});

test("a proxy without a server is asked a few times, and then the statement fails", async () => {
  let connections = 0;
  const proxy = net.createServer((socket) => {
    connections++;
    socket.end();
  });
  await once(proxy.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void proxy.close());
  const address = proxy.address();
  if (!address || typeof address === "string") throw new Error("The proxy has no port.");
  const one = postgres({ ...address, host: "127.0.0.1", max: 1, connect_timeout: 1, backoff: () => 0.1 });
  onTestFinished(() => one.end({ timeout: 0 }));
  await expect(one`select 1`).rejects.toMatchObject({ code: "CONNECTION_CLOSED" });
  expect(connections).toBeGreaterThan(1);
  expect(connections).toBeLessThanOrEqual(11);
});

test("a connection to a server that became a standby is replaced after the refused statement", async () => {
  const one = postgres(runtime().database.url, { max: 1, onnotice: () => {} });
  onTestFinished(() => one.end());
  await one`create temporary table numbers (n int)`;
  const pid = async () => (await one<{ pid: number }[]>`select pg_backend_pid() as pid`)[0]?.pid;
  const first = await pid();
  await one`set default_transaction_read_only = on`;
  await expect(one`create table refused (n int)`).rejects.toMatchObject({ code: "25006" });
  const second = await pid();
  expect(second).not.toBe(first);
  await one`set default_transaction_read_only = on`;
  await expect(one.begin((tx) => tx`create table refused (n int)`)).rejects.toMatchObject({ code: "25006" });
  expect(await pid()).not.toBe(second);
});

test("a transaction whose commit is answered with a rollback is an error, never an acknowledgement", async () => {
  const one = await connect({
    rows: 0,
    isDescribed: false,
    tag: (statement) => (statement.startsWith("begin") ? "BEGIN" : "ROLLBACK"),
  });
  await expect(one.begin(() => "acknowledged")).rejects.toMatchObject({ code: "NOT_COMMITTED" });
});
