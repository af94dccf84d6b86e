import { createServer } from "node:http";
import { z } from "zod";
import { Expected, type Received } from "./deliveries-job";

/*
 * A receiver of webhooks in a separate process: answers 200 at once, and reports when the expected number of different
 * webhooks has arrived.
 */

const nowMs = () => Number(process.hrtime.bigint()) / 1e6;

let expected = Number.POSITIVE_INFINITY;
let ids = new Set<string>();
let calls = 0;
let firstAt = 0;

const server = createServer((request, response) => {
  request.resume();
  request.once("end", () => {
    response.writeHead(200, { "content-length": 0 }).end();
    const id = String(request.headers["webhook-id"]);
    if (calls++ === 0) firstAt = nowMs();
    ids.add(id);
    if (ids.size !== expected) return;
    expected = Number.POSITIVE_INFINITY;
    process.send?.({ seconds: (nowMs() - firstAt) / 1000, calls } satisfies Received);
  });
});
server.keepAliveTimeout = 60_000;

process.on("message", (message) => {
  expected = Expected.parse(message).count;
  ids = new Set();
  calls = 0;
  process.send?.("ready");
});
process.on("disconnect", () => process.exit());
server.listen(0, "127.0.0.1", () => {
  process.send?.(z.object({ port: z.number() }).parse(server.address()));
});
