import { setTimeout as delay } from "node:timers/promises";
import {
  type Attributes,
  diag,
  type Link,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from "@opentelemetry/api";
import { ExportResultCode, parseTraceParent } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import { VERSION } from "./build-info";
import { env } from "./env";
import { log } from "./log";

/** A span of a trace that is sampled. */
export interface Span {
  /** `<trace id>-<span id>`, which is the id of a traced request (decision 0062). */
  id: string;
  /** `failure` is a short word for the cause, such as a status; none where the work succeeded. */
  end(result?: { attributes?: Attributes; failure?: string | undefined }): void;
}

export interface NewSpan {
  kind?: "server" | "client";
  /** A value of the header `traceparent`; a malformed one is ignored, and the span begins a trace. */
  parent?: string | undefined;
  /** The other spans that the work was done for, as values of `traceparent`. */
  links?: readonly string[];
  attributes?: Attributes;
  /** Milliseconds since 1970; now by default. */
  startedAt?: number;
}

export interface Traces {
  begin(name: string, span: NewSpan): Span | undefined;
  /** Sends the spans that ended, within 2 s. */
  close(): Promise<void>;
}

const FLUSH_TIMEOUT_MS = 2_000;
const DROPPED_INTERVAL_MS = 60_000;

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT };

function samplerOf(name: typeof env.OTEL_TRACES_SAMPLER): Sampler {
  switch (name) {
    case "always_on":
      return new AlwaysOnSampler();
    case "always_off":
      return new AlwaysOffSampler();
    case "traceidratio":
      return new TraceIdRatioBasedSampler(env.OTEL_TRACES_SAMPLER_ARG);
    case "parentbased_always_on":
      return new ParentBasedSampler({ root: samplerOf("always_on") });
    case "parentbased_always_off":
      return new ParentBasedSampler({ root: samplerOf("always_off") });
    case "parentbased_traceidratio":
      return new ParentBasedSampler({ root: samplerOf("traceidratio") });
  }
}

/** An exporter whose failures are logged once, as is their end. Spans that cannot be queued are logged once a minute. */
function reported(exporter: SpanExporter): SpanExporter {
  let isFailing = false;
  let toldAt = Number.NEGATIVE_INFINITY;
  const ignore = () => {};
  const warn = (message: string) => {
    if (isFailing || performance.now() - toldAt < DROPPED_INTERVAL_MS) return;
    toldAt = performance.now();
    log.warn(`traces: ${message}`);
  };
  diag.setLogger(
    { error: ignore, warn, info: ignore, debug: ignore, verbose: ignore },
    { suppressOverrideMessage: true },
  );
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const hasFailed = result.code !== ExportResultCode.SUCCESS;
        if (hasFailed && !isFailing)
          log.warn({ err: result.error }, "traces cannot be sent; spans are dropped meanwhile");
        if (!hasFailed && isFailing) log.info("traces are sent again");
        isFailing = hasFailed;
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
  };
}

/** The context of a span whose parent is named by a `traceparent`. */
function contextOf(parent: string | undefined) {
  const context = parent === undefined ? null : parseTraceParent(parent);
  return context ? trace.setSpanContext(ROOT_CONTEXT, { ...context, isRemote: true }) : ROOT_CONTEXT;
}

const linkOf = (traceparent: string): Link[] => {
  const context = parseTraceParent(traceparent);
  return context ? [{ context }] : [];
};

/**
 * Opens traces that are sent by OTLP over HTTP. Besides the settings of the service, the packages read OpenTelemetry's
 * variables for headers, certificates, compression, timeouts and the resource. Nothing is registered globally: Next would add spans of its own.
 */
export function openOtlpTraces(): Traces {
  const own = resourceFromAttributes({
    "service.name": "assay",
    "service.version": VERSION,
    "deployment.environment.name": env.ENVIRONMENT,
  });
  const provider = new TracerProvider({
    resource: own.merge(detectResources({ detectors: [envDetector] })),
    sampler: samplerOf(env.OTEL_TRACES_SAMPLER),
    // A batch has at most 500 scans.
    spanLimits: { linkCountLimit: 500 },
    spanProcessors: [new BatchSpanProcessor({ exporter: reported(new OTLPTraceExporter()) })],
  });
  const tracer = provider.getTracer("assay", VERSION);
  return {
    begin(name: string, { kind, parent, links = [], attributes = {}, startedAt }: NewSpan) {
      const span = tracer.startSpan(
        name,
        {
          kind: kind ? KINDS[kind] : SpanKind.INTERNAL,
          links: links.flatMap(linkOf),
          attributes,
          ...(startedAt === undefined ? {} : { startTime: startedAt }),
        },
        contextOf(parent),
      );
      const { traceId, spanId, traceFlags } = span.spanContext();
      if (!(traceFlags & TraceFlags.SAMPLED)) return undefined;
      return {
        id: `${traceId}-${spanId}`,
        end({ attributes, failure } = {}) {
          if (attributes) span.setAttributes(attributes);
          if (failure !== undefined)
            span.setAttribute("error.type", failure).setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    async close() {
      const timeout = new AbortController();
      const flushed = provider.shutdown();
      await Promise.race([flushed, delay(FLUSH_TIMEOUT_MS, undefined, timeout)]).catch(() => {});
      timeout.abort();
    },
  };
}
