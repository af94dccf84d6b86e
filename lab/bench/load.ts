import net from "node:net";
import { createHistogram, performance, type RecordableHistogram } from "node:perf_hooks";
import { FRESH_KEY, type HttpRequest, Job, type LoadResult } from "./load-job";

/*
 * The load generator, a separate process: it does as little work for a request as Node allows, since it shares the cores
 * with the measured service. Requests are prepared bytes; responses are read only for their status and end.
 */

const RESPONSE_TIMEOUT_MS = 10_000;
const READ_BUFFER_BYTES = 65_536;

function bytesOf({ method, path, headers, body = "" }: HttpRequest): Buffer {
  const length = method === "POST" ? { "content-length": String(Buffer.byteLength(body)) } : {};
  const lines = Object.entries({ host: "localhost", ...headers, ...length }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n${body}`);
}

let freshKeys = 0;

/** The bytes of a request, with a key of its own where it has a place for one. */
function nextOf(request: Buffer): Buffer {
  const place = request.indexOf(FRESH_KEY);
  if (place === -1) return request;
  const key = `${process.pid}-${process.hrtime.bigint()}-${freshKeys++}`;
  const copy = Buffer.from(request);
  copy.write(key.padStart(FRESH_KEY.length, "0").slice(-FRESH_KEY.length), place, "latin1");
  return copy;
}

/** Whether the bytes are a complete response. */
function isComplete(bytes: Buffer): boolean {
  const headEnd = bytes.indexOf("\r\n\r\n");
  if (headEnd === -1) return false;
  const length = /\r\ncontent-length: (\d+)/i.exec(bytes.toString("latin1", 0, headEnd))?.[1];
  return length === undefined
    ? bytes.toString("latin1", bytes.length - 5) === "0\r\n\r\n"
    : bytes.length >= headEnd + 4 + Number(length);
}

interface Tally {
  ok: number;
  notOk: number;
  broken: number;
  /** Latencies in microseconds of responses in time. */
  inTime: RecordableHistogram;
}

/** Runs one connection from its first request to its last response. */
function runConnection(port: number, requests: Buffer[], deadline: number, tally: Tally): Promise<void> {
  return new Promise((resolve) => {
    let pending: Buffer | undefined;
    let sentAt = 0;
    let finished = false;

    const finish = () => {
      if (finished) return;
      finished = true;
      clearTimeout(timeout);
      socket.destroy();
      resolve();
    };
    const breakOff = () => {
      if (!finished) tally.broken++;
      finish();
    };
    const send = () => {
      const request = requests[Math.floor(Math.random() * requests.length)];
      if (!request) return;
      sentAt = performance.now();
      socket.write(nextOf(request));
    };
    const receive = (bytesRead: number, buffer: Uint8Array): boolean => {
      const chunk = Buffer.from(buffer.buffer, buffer.byteOffset, bytesRead);
      const bytes = pending ? Buffer.concat([pending, chunk]) : chunk;
      if (!isComplete(bytes)) {
        // A copy, since the buffer is reused.
        pending = Buffer.from(bytes);
        return true;
      }
      pending = undefined;
      const now = performance.now();
      if (bytes.toString("latin1", 9, 12) === "200") tally.ok++;
      else tally.notOk++;
      if (now <= deadline) tally.inTime.record(Math.max(1, Math.round((now - sentAt) * 1000)));
      if (now < deadline) send();
      else finish();
      return true;
    };

    const timeout = setTimeout(breakOff, deadline - performance.now() + RESPONSE_TIMEOUT_MS);
    const socket = net.connect({
      port,
      host: "127.0.0.1",
      noDelay: true,
      onread: { buffer: Buffer.allocUnsafe(READ_BUFFER_BYTES), callback: receive },
    });
    socket.once("connect", send);
    socket.once("error", breakOff);
    socket.once("close", breakOff);
  });
}

async function run({ ports, connections, seconds, requests }: Job): Promise<LoadResult> {
  const ready = requests.map(bytesOf);
  const tally: Tally = { ok: 0, notOk: 0, broken: 0, inTime: createHistogram({ figures: 3 }) };
  const deadline = performance.now() + seconds * 1000;
  await Promise.all(
    Array.from({ length: connections }, (_, i) =>
      runConnection(ports[i % ports.length] ?? 0, ready, deadline, tally),
    ),
  );
  const { ok, notOk, broken, inTime } = tally;
  return {
    perSecond: inTime.count / seconds,
    p50: inTime.percentile(50) / 1000,
    p99: inTime.percentile(99) / 1000,
    ok,
    notOk,
    broken,
  };
}

process.on("message", async (message) => process.send?.(await run(Job.parse(message))));
process.on("disconnect", () => process.exit());
