// Holds decision 0062.
import { createRequire } from "node:module";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { events } from "@/db/schema/events";
import { runOnce } from "./background/runner";
import { openBatcher } from "./data/batcher";
import { createFront, listen } from "./front";
import { newRequestId } from "./http/request-id";
import type { Loop } from "./loops/loop";
import { log } from "./platform/log";
import { beginSpan, closeTraces, openTraces } from "./platform/traces";
import { runtime } from "./runtime/runtime";
import { deliverNothingElse, openDelivering, registerHook } from "./testing/delivering";
import { newItem, newProducer } from "./testing/factories";
import { newGate } from "./testing/gate";

const collector = await vi.hoisted(async () => {
  const { openCollector } = await import("./testing/collector");
  const opened = await openCollector();
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = opened.url;
  return opened;
});

const CALLER = { traceId: "0af7651916cd43dd8448eb211c80319c", spanId: "b7ad6b7169203331" };
const traceparentOf = ({ traceId, spanId }: typeof CALLER, flags = "01") =>
  `00-${traceId}-${spanId}-${flags}`;
const BATCH_SIZE = 512;

beforeEach(async () => {
  collector.spans.length = 0;
  collector.texts.length = 0;
  collector.answer = () => 200;
  await openTraces();
  return closeTraces;
});

/** The spans until now. */
async function sent() {
  await closeTraces();
  return collector.spans;
}

async function openFront() {
  const { server } = createFront((_, response) => response.end(newRequestId()));
  const port = await listen(server, 0, "127.0.0.1");
  onTestFinished(() => void server.close().closeAllConnections());
  return (path: string, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, { ...init, headers: { connection: "close", ...init.headers } });
}

type Call = Awaited<ReturnType<typeof openFront>>;

const scan = (call: Call, identifier: string, headers: Record<string, string> = {}) =>
  call("/api/v2/scans", {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ identifier, copyclassification: "original" }),
  });

async function openWorld() {
  await deliverNothingElse();
  await runtime().database.db.delete(events);
  const delivering = await openDelivering();
  const producer = await newProducer();
  await registerHook(producer, delivering.receiver.url, { events: "itemScanned" });
  return { ...delivering, producer, identifier: await newItem(producer), call: await openFront() };
}

const traceparents = async () =>
  (await runtime().database.db.select({ traceparent: events.traceparent }).from(events)).map(
    (row) => row.traceparent,
  );

test("one trace leads from a caller's POST of a scan over its commit to the delivered webhook", async () => {
  const { receiver, drain, identifier, call } = await openWorld();
  const answer = await scan(call, identifier, { traceparent: traceparentOf(CALLER) });
  await drain();
  const spans = (await sent()).filter(({ traceId }) => traceId === CALLER.traceId);
  const [request, commit, delivery] = ["POST /api/v2/scans", "commit scans", "deliver itemScanned"].map(
    (name) => spans.find((span) => span.name === name),
  );
  expect(spans).toHaveLength(3);
  expect(request).toMatchObject({
    parentSpanId: CALLER.spanId,
    attributes: {
      "http.request.method": "POST",
      "http.route": "/api/v2/scans",
      "http.response.status_code": 200,
    },
  });
  expect(commit).toMatchObject({
    parentSpanId: request?.spanId,
    attributes: { "db.operation.batch.size": 1 },
  });
  expect(delivery).toMatchObject({
    parentSpanId: request?.spanId,
    attributes: {
      "assay.webhook_id": receiver.calls[0]?.headers["webhook-id"],
      "assay.attempt": 1,
      "server.address": "127.0.0.1",
      "http.response.status_code": 200,
    },
  });
  expect(answer.headers.get("x-request-id")).toBe(`${CALLER.traceId}-${request?.spanId}`);
});

test("receivers get no trace of others, and spans name no object, caller or credential", async () => {
  const { receiver, drain, producer, identifier, call } = await openWorld();
  const headers = { "an-api-key-token": producer.token, "x-forwarded-for": "203.0.113.9" };
  await scan(call, identifier, headers);
  await call(`/api/v2/items/${identifier}?lang=de`, { headers });
  await drain();
  await sent();
  expect(receiver.calls).toHaveLength(1);
  expect(Object.keys(receiver.calls[0]?.headers ?? {}).filter((name) => name.startsWith("trace"))).toEqual(
    [],
  );
  const text = collector.texts.join();
  for (const secret of [identifier, producer.token, producer.producerId, "203.0.113.9", "lang=de"])
    expect(text).not.toContain(secret);
});

test("a traced request's id is its trace and span, in problems and for pages too", async () => {
  const call = await openFront();
  const traceparent = traceparentOf(CALLER);
  const answers = await Promise.all(
    ["/api/v2/items/none", "/api/v2/none"].map((path) => call(path, { headers: { traceparent } })),
  );
  const page = await (await call("/", { headers: { traceparent } })).text();
  const problems = await Promise.all(answers.map((answer) => answer.json()));
  const ids = [
    ...problems.map((problem) => z.object({ requestId: z.string() }).parse(problem).requestId),
    page,
  ];
  const spans = await sent();
  expect(ids.sort()).toEqual(spans.map(({ traceId, spanId }) => `${traceId}-${spanId}`).sort());
  expect(spans.map(({ traceId }) => traceId)).toEqual(Array(3).fill(CALLER.traceId));
});

test("a trace that its caller does not sample is not recorded, nor kept with events", async () => {
  const { drain, identifier, call, receiver } = await openWorld();
  const answer = await scan(call, identifier, { traceparent: traceparentOf(CALLER, "00") });
  await drain();
  expect(receiver.calls).toHaveLength(1);
  expect(answer.headers.get("x-request-id")).not.toContain(CALLER.traceId);
  expect(await traceparents()).toEqual([null]);
  expect(await sent()).toEqual([]);
});

test("hostile trace headers are ignored: the request begins a trace of its own", async () => {
  const { identifier, call } = await openWorld();
  const { traceId, spanId } = CALLER;
  const hostile = [
    `ff-${traceId}-${spanId}-01`,
    `00-${"0".repeat(32)}-${spanId}-01`,
    `00-${traceId.toUpperCase()}-${spanId}-01`,
    `00-${traceId}-${spanId}-01-more`,
    `${traceparentOf(CALLER)}, ${traceparentOf(CALLER)}`,
    `00-${"a".repeat(10_000)}`,
    "'; drop table events; --",
  ];
  for (const traceparent of hostile) expect((await scan(call, identifier, { traceparent })).status).toBe(200);
  const spans = (await sent()).filter(({ name }) => name === "POST /api/v2/scans");
  expect(spans.map((span) => span.parentSpanId ?? "")).toEqual(hostile.map(() => ""));
  expect(new Set(spans.map((span) => span.traceId)).size).toBe(hostile.length);
  const ofEvents = spans.map((span) => `00-${span.traceId}-${span.spanId}-01`).sort();
  expect((await traceparents()).sort()).toEqual(ofEvents);
});

test("a statement for several traced calls is a span of the first, with links to the others", async () => {
  const spans = Array.from({ length: 3 }, (_, n) => ({ ...CALLER, spanId: `b7ad6b716920333${n}` }));
  const call = openBatcher<typeof CALLER, number>({
    name: "calls",
    run: async (inputs) => inputs.map(() => 1),
    atOnce: 1,
    most: 10,
    traceOf: (span) => traceparentOf(span),
  });
  await Promise.all(spans.map(call));
  const [first, ...others] = spans;
  expect(await sent()).toMatchObject([{ name: "commit calls", parentSpanId: first?.spanId, links: others }]);
});

test("a pass of a loop is a span if it had work or failed, without the message of its error", async () => {
  const { database, report } = runtime();
  const pass = (pieces: string[], work: () => Promise<undefined>) => {
    const loop: Loop<string> = {
      name: "oldKeys",
      intervalMs: 1_000,
      timeoutMs: 5_000,
      keyOf: (piece) => piece,
      async *batches() {
        if (pieces.length > 0) yield pieces;
      },
      work,
    };
    return runOnce(loop, database, report);
  };
  const outage = Object.assign(new Error("no password of acme"), { code: "57P03" });
  await pass([], async () => undefined);
  await pass(["a", "b"], async () => undefined);
  await pass(["a"], () => Promise.reject(outage));
  const spans = await sent();
  expect(spans.map(({ name, attributes }) => ({ name, attributes }))).toEqual([
    { name: "loop oldKeys", attributes: { "assay.pieces": 2 } },
    { name: "loop oldKeys", attributes: { "error.type": "57P03" } },
  ]);
  expect(collector.texts.join()).not.toContain("acme");
});

/** Ends as many spans as are sent together. */
const endBatch = () => {
  for (let n = 0; n < BATCH_SIZE; n++) beginSpan("work")?.end();
};

test("a collector that refuses is logged once, as is its return", async () => {
  const warnings = vi.spyOn(log, "warn");
  const infos = vi.spyOn(log, "info");
  onTestFinished(() => {
    warnings.mockRestore();
    infos.mockRestore();
  });
  collector.answer = () => 400;
  for (const count of [1, 2]) {
    endBatch();
    await expect.poll(() => collector.texts.length).toBe(count);
  }
  collector.answer = () => 200;
  endBatch();
  await expect.poll(() => infos.mock.calls.length).toBe(1);
  expect(warnings).toHaveBeenCalledTimes(1);
});

test("spans beyond the queue are dropped while a collector is silent, and calls are answered", async () => {
  const { opened, open } = newGate();
  collector.answer = () => opened.then(() => 200);
  for (let n = 0; n < 12; n++) endBatch();
  const call = await openFront();
  expect((await call("/api/v2")).status).toBe(200);
  const closed = closeTraces();
  open();
  await closed;
  expect(collector.spans.length).toBeGreaterThan(0);
  expect(collector.spans.length).toBeLessThanOrEqual(2_048 + BATCH_SIZE);
});

test("a collector that never answers does not hold up the shutdown", async () => {
  collector.answer = () => new Promise(() => {});
  beginSpan("work")?.end();
  await closeTraces();
  expect(collector.texts).toHaveLength(1);
  expect(collector.spans).toEqual([]);
});

test("OpenTelemetry is loaded with a collector", () => {
  const loaded = Object.keys(createRequire(import.meta.url).cache);
  expect(loaded.filter((file) => file.includes("@opentelemetry/sdk-trace/"))).not.toEqual([]);
});
