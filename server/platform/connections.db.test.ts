// Holds decision 0032 and decision 0034.
import { once } from "node:events";
import net from "node:net";
import { type SQL, sql } from "drizzle-orm";
import postgres from "postgres";
import { expect, onTestFinished, test, vi } from "vitest";
import type { Transaction } from "@/db/client";
import { runtime } from "@/server/runtime/runtime";

const { db } = runtime().database;

test("statements on a lost connection are refused each time, and other connections go on working", async () => {
  const lost = db.transaction(async (tx) => {
    const [own] = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    const isThere = sql`select from pg_stat_activity where pid = ${own?.pid}`;
    await db.execute(sql`select pg_terminate_backend(${own?.pid})`);
    await vi.waitFor(async () => expect(await db.execute(isThere)).toHaveLength(0));
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
    await vi.waitFor(async () =>
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

/** A server that answers each statement with the given number of rows and announces three. Returns its port. */
async function openShortServer(rows: number): Promise<number> {
  const isReady = message("Z", "I");
  const column = [int16(1), "n\0", int32(0), int16(0), int32(23), int16(4), int32(-1), int16(0)];
  const row = message("D", int16(1), int32(1), "1");
  const described = [message("1"), message("t", int16(0)), message("T", ...column), message("2")];
  const answer = Buffer.concat([...described, ...Array(rows).fill(row), message("C", "SELECT 3\0"), isReady]);
  const server = net.createServer((socket) => {
    socket.once("data", () => {
      socket.write(Buffer.concat([message("R", int32(0)), isReady]));
      socket.on("data", (chunk) => chunk.toString("latin1", 0, 1) === "P" && socket.write(answer));
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return address.port;
}

test.each([
  [2, false],
  [3, true],
])("of three announced rows %i arrive: only a complete result is returned", async (rows, isWhole) => {
  const port = await openShortServer(rows);
  const one = postgres({ host: "127.0.0.1", port, max: 1, fetch_types: false, connect_timeout: 5 });
  onTestFinished(() => one.end({ timeout: 0 }));
  const answer = one`select n from numbers`;
  if (isWhole) expect(await answer).toEqual(Array(3).fill({ n: 1 }));
  else await expect(answer).rejects.toMatchObject({ code: "INCOMPLETE_RESULT" });
});
