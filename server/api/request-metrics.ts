import type { IncomingMessage, ServerResponse } from "node:http";
import { performance } from "node:perf_hooks";
import { metrics } from "@/server/platform/metrics";

/** Receives a request and the template or class of its path, before it is served. */
export type ObserveRequest = (request: IncomingMessage, response: ServerResponse, endpoint: string) => void;

/** Methods of which metrics and traces have a series each. */
export const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** Paths that Next serves, apart from pages: metrics have a series for each, not for each path that callers invent. */
const CLASSES = [
  "/_next",
  "/downloads",
  "/map",
  "/api/auth",
  "/api/background",
  "/api/dashboard",
  "/api/live",
  "/api/trpc",
];

/** The class of a path that is no endpoint, for metrics; `malformed` for a target that is not a path. */
export const classOf = (path: string | undefined): string =>
  path === undefined ? "malformed" : (CLASSES.find((start) => path.startsWith(`${start}/`)) ?? "pages");

/** The class of an answer's status; `aborted` where the caller left before its end. */
const statusOf = ({ statusCode, writableFinished }: ServerResponse) =>
  writableFinished ? `${Math.floor(statusCode / 100)}xx` : "aborted";

/** Counts a request and its duration once its answer has ended. */
export const observeRequest: ObserveRequest = ({ method = "" }, response, endpoint) => {
  const startedAt = performance.now();
  response.on("close", () => {
    const labels = {
      endpoint,
      method: METHODS.has(method) ? method : "other",
      status: statusOf(response),
    };
    metrics().callers.requests.observe(labels, (performance.now() - startedAt) / 1000);
  });
};
