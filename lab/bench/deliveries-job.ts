import { z } from "zod";
import type { Snapshot } from "@/db/schema/events";

/** How webhooks are delivered: without a queue, by ours, or by another. */
export const KINDS = ["undici", "assay", "pg-boss", "pg-boss, one by one", "graphile-worker"] as const;
export type Kind = (typeof KINDS)[number];

/** How many calls of one receiver are under way at once, whoever makes them. */
export const AT_ONCE = 32;

/** What a worker process is started with. */
export const WorkerJob = z.object({
  kind: z.enum(KINDS),
  url: z.string(),
  /** Of the calls that are not ours. */
  secret: z.string(),
  body: z.string(),
  /** What our events are made of. */
  producerId: z.string(),
  snapshot: z.custom<Snapshot>(),
  /** Where the other queues are installed. */
  modules: z.string(),
  /** As the `pg` package reads it. */
  pgUrl: z.string(),
});
export type WorkerJob = z.output<typeof WorkerJob>;

/** What a worker process is told; it answers `"done"`. */
export const Command = z.discriminatedUnion("do", [
  z.object({ do: z.literal("fill"), count: z.number() }),
  z.object({ do: z.literal("start") }),
  z.object({ do: z.literal("finish") }),
]);
export type Command = z.output<typeof Command>;

/** What the receiver is told. */
export const Expected = z.object({ count: z.number() });

/** From the first call to the one that made the number full. */
export const Received = z.object({ seconds: z.number(), calls: z.number() });
export type Received = z.output<typeof Received>;
