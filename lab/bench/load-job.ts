import { z } from "zod";

const HttpRequest = z.object({
  method: z.enum(["GET", "POST"]),
  path: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.string().optional(),
});
export type HttpRequest = z.output<typeof HttpRequest>;

/** Replaced by a different text of the same length whenever a request is sent. */
export const FRESH_KEY = "?".repeat(36);

/** A load for some seconds: each connection sends a random request, and the next one after its response. */
export const Job = z.object({
  /** Connections are spread over the ports in turn. */
  ports: z.array(z.number()),
  connections: z.number(),
  seconds: z.number(),
  requests: z.array(HttpRequest),
});
export type Job = z.output<typeof Job>;

/** The result of a load. */
export const LoadResult = z.object({
  perSecond: z.number(),
  /** Milliseconds. */
  p50: z.number(),
  p99: z.number(),
  /** Each request has a response or counts as broken; requests in flight at the end are awaited. */
  ok: z.number(),
  notOk: z.number(),
  broken: z.number(),
});
export type LoadResult = z.output<typeof LoadResult>;
