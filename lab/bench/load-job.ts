import { z } from "zod";

const HttpRequest = z.object({
  method: z.enum(["GET", "POST"]),
  path: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.string().optional(),
});
export type HttpRequest = z.output<typeof HttpRequest>;

/** A stretch of load: each connection sends one of `requests` at random, and the next once that is answered. */
export const Job = z.object({
  /** Connections are spread over them in turn. */
  ports: z.array(z.number()),
  connections: z.number(),
  seconds: z.number(),
  requests: z.array(HttpRequest),
});
export type Job = z.output<typeof Job>;

/** What came back. */
export const LoadResult = z.object({
  perSecond: z.number(),
  /** Milliseconds. */
  p50: z.number(),
  p99: z.number(),
  /** Every request was answered or counts as broken; what was under way at the end is waited for. */
  ok: z.number(),
  notOk: z.number(),
  broken: z.number(),
});
export type LoadResult = z.output<typeof LoadResult>;
