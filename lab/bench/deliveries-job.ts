import { z } from "zod";
import type { Snapshot } from "@/db/schema/events";

/** The ways to deliver webhooks: without a queue, by the service, or by another queue. */
export const KINDS = ["undici", "assay", "pg-boss", "pg-boss, one by one", "graphile-worker"] as const;
export type Kind = (typeof KINDS)[number];

/** Concurrent calls to one receiver, the same for all kinds. */
export const AT_ONCE = 32;

/** The arguments of a worker process. */
export const WorkerJob = z.object({
  kind: z.enum(KINDS),
  url: z.string(),
  /** The secret of calls outside the service. */
  secret: z.string(),
  body: z.string(),
  /** The parts of the service's events. */
  producerId: z.string(),
  snapshot: z.custom<Snapshot>(),
  /** The folder with the other queues. */
  modules: z.string(),
  /** For the `pg` package. */
  pgUrl: z.string(),
});
export type WorkerJob = z.output<typeof WorkerJob>;

/** A command for a worker process; it answers `"done"`. */
export const Command = z.discriminatedUnion("do", [
  z.object({ do: z.literal("fill"), count: z.number() }),
  z.object({ do: z.literal("start") }),
  z.object({ do: z.literal("finish") }),
]);
export type Command = z.output<typeof Command>;

/** A command for the receiver. */
export const Expected = z.object({ count: z.number() });

/** The time from the first call to the last expected one. */
export const Received = z.object({ seconds: z.number(), calls: z.number() });
export type Received = z.output<typeof Received>;

/** A way to deliver, as a worker process runs it. */
export interface Queue {
  /** Empties the queue and adds webhooks. */
  fill(count: number): Promise<void>;
  /** Starts their delivery. */
  start(): Promise<void>;
  /** Resolves once all are delivered and completed. */
  finish(): Promise<void>;
}
