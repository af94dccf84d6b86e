// Holds decision 0059.
import { once } from "node:events";
import { readFileSync } from "node:fs";
import net from "node:net";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { directly } from "@/db/address";
import { type Connection, openDatabase } from "@/db/client";
import { observeRequest } from "./api/request-metrics";
import { createFront, listen } from "./front";
import { openMetricsOfProcess, startMetrics } from "./metrics";
import { keepMetrics } from "./platform/metrics-text";
import { runtime } from "./runtime/runtime";

let scrape: () => Promise<string>;

async function scraperOf(db: Connection) {
  const read = openMetricsOfProcess(db);
  const { port, stop } = await startMetrics(() => read(true), 0, "127.0.0.1");
  return { stop, url: `http://127.0.0.1:${port}` };
}

beforeAll(async () => {
  const { url, stop } = await scraperOf(runtime().database.db);
  scrape = async () => (await fetch(`${url}/metrics`)).text();
  return stop;
});

/** The labels of all samples of a metric. */
const labelsOf = (text: string, name: string) =>
  [...text.matchAll(new RegExp(`^${name}\\{(.*)\\} `, "gm"))].map(([, labels = ""]) => labels);

async function openFront() {
  const { server } = createFront((_, response) => response.end("page"), undefined, observeRequest);
  const port = await listen(server, 0, "127.0.0.1");
  onTestFinished(() => void server.close().closeAllConnections());
  return (path: string, init?: RequestInit) =>
    fetch(`http://127.0.0.1:${port}${path}`, init).then((r) => r.text());
}

test("requests are counted by the template of their path, whatever paths callers invent", async () => {
  const call = await openFront();
  for (const path of [
    "/api/v2/items/one",
    "/api/v2/items/two",
    "/api/v2/a",
    "/api/v2/b",
    "/c",
    "/d",
    "/_next/e",
  ])
    await call(path);
  await call("/d", { method: "PROPFIND" });
  await expect
    .poll(async () => labelsOf(await scrape(), "assay_http_request_duration_seconds_count").sort())
    .toEqual([
      'endpoint="/_next",method="GET",status="2xx"',
      'endpoint="/api/v2/items/:id",method="GET",status="4xx"',
      'endpoint="pages",method="GET",status="2xx"',
      'endpoint="pages",method="other",status="2xx"',
      'endpoint="unknown",method="GET",status="4xx"',
    ]);
});

test("metrics are not served beside the API and the pages", async () => {
  const call = await openFront();
  expect(await call("/metrics")).toBe("page");
});

test("pools, batches, backlog and loops are measured", async () => {
  const text = await scrape();
  expect(text).toContain("\nassay_database_up 1\n");
  expect(text).toContain('\nassay_database_connections{pool="assay-own",state="busy",thread="callers"} ');
  expect(text).toContain('\nassay_deliveries{state="due"} 0\n');
  expect(text).toContain("\nprocess_cpu_seconds_total ");
});

test("each metric has one heading, also where several threads send it", async () => {
  const sample = 'assay_event_loop_active_seconds_total{thread="deliveries"} 7';
  const own = await scrape();
  const heading = own.match(/^# HELP assay_event_loop_active_seconds_total .*\n# TYPE .*\n/m)?.[0];
  keepMetrics("deliveries", `${heading}${sample}\n`);
  const text = await scrape();
  expect(text).toContain(`\n${sample}\n`);
  const headings = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name);
  expect(headings).toEqual([...new Set(headings)]);
});

test("a scrape is answered without the database's metrics while the database is silent", async () => {
  const sockets: net.Socket[] = [];
  const silent = net.createServer((socket) => sockets.push(socket)).listen(0, "127.0.0.1");
  await once(silent, "listening");
  const address = silent.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const database = openDatabase(directly(`postgres://postgres@127.0.0.1:${port}/assay`));
  const { url, stop } = await scraperOf(database.db);
  onTestFinished(async () => {
    await stop();
    silent.close();
    for (const socket of sockets) socket.destroy();
    await database.close();
  });
  const text = await (await fetch(`${url}/metrics`)).text();
  expect(text).toContain("\nassay_database_up 0\n");
  expect(text).not.toContain("assay_pending_events");
  expect(text).toContain("assay_database_connections");
});

test("scrapes within 5 s share one reading of the database", async () => {
  const { db } = runtime().database;
  let readings = 0;
  const counting: Connection = new Proxy(db, {
    get(target, name, receiver) {
      if (name === "transaction") readings++;
      return Reflect.get(target, name, receiver);
    },
  });
  const { url, stop } = await scraperOf(counting);
  onTestFinished(stop);
  await Promise.all(Array.from({ length: 5 }, () => fetch(`${url}/metrics`)));
  const first = readings;
  await fetch(`${url}/metrics`);
  expect(first).toBe(2);
  expect(readings).toBe(first);
});

test("alerts, dashboard and documentation use only metrics that the service exports", async () => {
  const exported = new Set([...(await scrape()).matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
  const files = [
    "deploy/prometheus/alerts.yaml",
    "deploy/grafana/assay.json",
    "docs/operations/monitoring.md",
  ];
  const used = files.flatMap(
    (file) => readFileSync(file, "utf8").match(/\b(assay|nodejs|process)_[a-z0-9_]+/g) ?? [],
  );
  expect(used.length).toBeGreaterThan(50);
  const isExported = (name: string) =>
    exported.has(name) || exported.has(name.replace(/_(bucket|sum|count)$/, ""));
  expect(used.filter((name) => !isExported(name))).toEqual([]);
});

test("404: the address of the metrics serves nothing else", async () => {
  const { url, stop } = await scraperOf(runtime().database.db);
  onTestFinished(stop);
  expect((await fetch(`${url}/api/v2`)).status).toBe(404);
  expect((await fetch(`${url}/metrics`, { method: "POST" })).status).toBe(404);
});
