import { createServer } from "node:http";
import { collectDefaultMetrics, Registry } from "prom-client";
import type { Db } from "@/db/client";
import { openDatabaseMetrics } from "./api/database-metrics";
import { listen } from "./front";
import { metricsText } from "./platform/metrics-text";

const TIMEOUTS = { headersTimeout: 5_000, requestTimeout: 5_000, connectionsCheckingInterval: 1_000 };
const MAX_CONNECTIONS = 20;

/**
 * Serves `GET /metrics` for Prometheus on an address of its own, since it is not meant for the public (decision 0059).
 *
 * @throws a clear error if the port is in use
 */
export async function startMetrics(
  db: Db,
  port: number,
  host: string,
): Promise<{ port: number; stop: () => Promise<void> }> {
  const ofProcess = new Registry();
  collectDefaultMetrics({ register: ofProcess });
  const databaseText = openDatabaseMetrics(db);
  const server = createServer(TIMEOUTS, async ({ method, url }, response) => {
    if (method !== "GET" || url !== "/metrics") {
      response.writeHead(404).end();
      return;
    }
    try {
      const texts = await Promise.all([ofProcess.metrics(), metricsText(), databaseText()]);
      response.setHeader("content-type", Registry.PROMETHEUS_CONTENT_TYPE).end(texts.join("\n"));
    } catch {
      response.writeHead(500).end();
    }
  });
  server.maxConnections = MAX_CONNECTIONS;
  const listening = await listen(server, port, host, "METRICS_PORT");
  return {
    port: listening,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
