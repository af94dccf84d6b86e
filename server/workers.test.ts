import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { Agent, request } from "undici";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { z } from "zod";

// Holds decision 0063, and decision 0013 for several workers.

interface Instance {
  primary: ChildProcess;
  output: Readable;
  url: string;
}

const started: ChildProcess[] = [];
/** A busy machine takes long to start processes. */
const TIMEOUT_MS = 180_000;
const WAIT = { timeout: TIMEOUT_MS };

vi.setConfig({ testTimeout: TIMEOUT_MS, hookTimeout: TIMEOUT_MS });

/** Starts a primary with two workers of the test's own. */
async function start(): Promise<Instance> {
  const args = ["--import", "tsx", "server/testing/workers/primary.ts"];
  const env = { ...process.env, LOG_LEVEL: "silent", RATE_LIMITS: "on", REDIS_URL: "" };
  const primary = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "inherit"] });
  started.push(primary);
  const [port] = await once(primary.stdout, "data");
  const instance = { primary, output: primary.stdout, url: `http://127.0.0.1:${String(port).trim()}` };
  return instance;
}

const Process = z.object({ number: z.number(), pid: z.number() });

/** Calls on a connection of its own, which any worker may accept. Returns the status, 0 for none. */
async function call({ url }: Instance, path: string, key = ""): Promise<{ status: number; body: unknown }> {
  const dispatcher = new Agent();
  try {
    const { statusCode, body } = await request(`${url}${path}?key=${key}`, { dispatcher });
    return { status: statusCode, body: await body.json().catch(() => undefined) };
  } catch {
    return { status: 0, body: undefined };
  } finally {
    await dispatcher.destroy();
  }
}

/** The process ids of both workers, by number, once both answer. */
async function bothWorkers(instance: Instance): Promise<Map<number, number>> {
  const pids = new Map<number, number>();
  await expect
    .poll(async () => {
      const answers = await Promise.all(Array.from({ length: 8 }, () => call(instance, "/process")));
      for (const { body } of answers) {
        const { success, data } = Process.safeParse(body);
        if (success) pids.set(data.number, data.pid);
      }
      return pids.size;
    }, WAIT)
    .toBe(2);
  return pids;
}

function isRunning(pid: number | undefined): boolean {
  try {
    return pid !== undefined && process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** The statuses of concurrent calls, counted. */
async function statusesOf(instance: Instance, count: number, path: string, key: string) {
  const calls = await Promise.all(Array.from({ length: count }, () => call(instance, path, key)));
  const counts: Record<number, number> = {};
  for (const { status } of calls) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** Started once, by the first test. */
let shared: Instance;
beforeEach(async () => {
  shared ??= await start();
});
afterAll(() => {
  for (const primary of started) primary.kill("SIGKILL");
});

test("a limit of 600 passes exactly 600 calls over both workers", async () => {
  await bothWorkers(shared);
  expect(await statusesOf(shared, 700, "/limit", "item")).toEqual({ 200: 600, 429: 100 });
});

test("a token's own limit of 30 passes exactly 30 calls over both workers", async () => {
  expect(await statusesOf(shared, 40, "/own-limit", "token")).toEqual({ 200: 30, 429: 10 });
});

test("20 unknown identifiers are answered over both workers, however many are tried at once", async () => {
  expect(await statusesOf(shared, 200, "/lookup", "192.0.2.1")).toEqual({ 404: 20, 429: 180 });
});

test("a killed worker is replaced, and the other one serves meanwhile", async () => {
  const before = await bothWorkers(shared);
  const doomed = before.get(2) ?? 0;
  process.kill(doomed, "SIGKILL");
  await expect.poll(() => isRunning(doomed), WAIT).toBe(false);
  expect((await call(shared, "/process")).body).toEqual({ number: 1, pid: before.get(1) });
  const after = await bothWorkers(shared);
  expect(after.get(1)).toBe(before.get(1));
});

test("a worker that hangs is killed and replaced, and takes no calls from the other one", async () => {
  const before = await bothWorkers(shared);
  const hanging = call(shared, "/hang");
  await expect.poll(() => [...before.values()].filter(isRunning).length, WAIT).toBe(1);
  expect((await hanging).status).toBe(0);
  await expect
    .poll(async () => [...(await bothWorkers(shared)).values()].filter(isRunning).length, WAIT)
    .toBe(2);
});

test("SIGTERM finishes accepted calls, and the workers end", async () => {
  const instance = await start();
  const pids = await bothWorkers(instance);
  const slow = Array.from({ length: 8 }, () => call(instance, "/slow"));
  await call(instance, "/process");
  const ended = once(instance.primary, "exit");
  instance.primary.kill("SIGTERM");
  expect((await Promise.all(slow)).map(({ status }) => status)).toEqual(Array(8).fill(200));
  expect(await ended).toEqual([0, null]);
  expect([...pids.values()].filter(isRunning)).toEqual([]);
});

test("kill -9 of the primary leaves no workers behind", async () => {
  const instance = await start();
  const pids = await bothWorkers(instance);
  instance.primary.kill("SIGKILL");
  await expect.poll(() => [...pids.values()].filter(isRunning), WAIT).toEqual([]);
});

test("kill -9 of the primary also ends a worker whose event loop is blocked", async () => {
  const instance = await start();
  const pids = await bothWorkers(instance);
  const said = once(instance.output, "data");
  void call(instance, "/hang");
  expect(String(await said)).toBe("hangs\n");
  instance.primary.kill("SIGKILL");
  await expect.poll(() => [...pids.values()].filter(isRunning), WAIT).toEqual([]);
});
