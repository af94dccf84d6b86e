import { createServer } from "node:http";
import { collectDefaultMetrics, Registry } from "prom-client";
import type { Db } from "@/db/client";
import { openDatabaseMetrics } from "./api/database-metrics";
import { listen } from "./front";
import { labelsOfProcess } from "./platform/metrics";
import { joined, metricsText } from "./platform/metrics-text";
import { say } from "./platform/say.mjs";

const TIMEOUTS = { headersTimeout: 5_000, requestTimeout: 5_000, connectionsCheckingInterval: 1_000 };
const MAX_CONNECTIONS = 20;

/** Reads metrics as texts, those of the database on request. */
export type ReadMetrics = (withDatabase: boolean) => Promise<string[]>;

/** Opens Node's metrics of this process. The returned function reads them as a text. */
export function openNodeMetrics(labels = labelsOfProcess): () => Promise<string> {
  const registry = new Registry();
  registry.setDefaultLabels(labels);
  collectDefaultMetrics({ register: registry });
  return () => registry.metrics();
}

/** Opens the metrics of a process that answers callers, and of its database. */
export function openMetricsOfProcess(db: Db): ReadMetrics {
  const nodeText = openNodeMetrics();
  const databaseText = openDatabaseMetrics(db);
  return (withDatabase) =>
    Promise.all([nodeText(), metricsText(), ...(withDatabase ? [databaseText()] : [])]);
}

/**
 * Serves `GET /metrics` for Prometheus on an address of its own, since it is not meant for the public (decision 0059).
 *
 * @throws a clear error if the port is in use
 */
export async function startMetrics(
  readTexts: () => Promise<string[]>,
  port: number,
  host: string,
): Promise<{ port: number; stop: () => Promise<void> }> {
  const server = createServer(TIMEOUTS, async ({ method, url }, response) => {
    if (method !== "GET" || url !== "/metrics") {
      response.writeHead(404).end();
      return;
    }
    try {
      const text = joined(await readTexts());
      response.setHeader("content-type", Registry.PROMETHEUS_CONTENT_TYPE).end(text);
    } catch {
      response.writeHead(500).end();
    }
  });
  server.maxConnections = MAX_CONNECTIONS;
  const listening = await listen(server, port, host, "METRICS_PORT");
  say(`metrics on ${host}, port ${listening}`);
  return {
    port: listening,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
