import { env } from "./env";
import { codeOf } from "./error-code";
import type { NewSpan, Span, Traces } from "./otlp-traces";

declare global {
  var assayTraces: Traces | undefined;
}

/** Whether the process has a collector to send traces to. */
export const isTracing =
  (env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? env.OTEL_EXPORTER_OTLP_ENDPOINT) !== undefined;

/** Opens the traces of this thread if the process has a collector. OpenTelemetry is loaded only then. */
export async function openTraces(): Promise<void> {
  if (!isTracing) return;
  const { openOtlpTraces } = await import("./otlp-traces");
  globalThis.assayTraces = openOtlpTraces();
}

/** Sends what is left, within 2 s. */
export async function closeTraces(): Promise<void> {
  const traces = globalThis.assayTraces;
  globalThis.assayTraces = undefined;
  await traces?.close();
}

/** Begins a span; undefined without traces, or where its trace is not sampled. On `globalThis`, as for metrics. */
export const beginSpan = (name: string, span: NewSpan = {}): Span | undefined =>
  globalThis.assayTraces?.begin(name, span);

const TRACED = /^[0-9a-f]{32}-[0-9a-f]{16}$/;

/** The `traceparent` of work for a request; undefined where the request is not traced. */
export const traceparentOf = (requestId: string): string | undefined =>
  globalThis.assayTraces && TRACED.test(requestId) ? `00-${requestId}-01` : undefined;

/** The word for an error in a span: its code or its class, never its message. */
export const failureIn = (reason: unknown): string =>
  codeOf(reason) ?? (reason instanceof Error ? reason.name : "error");
