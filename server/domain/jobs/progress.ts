import type { JsonObject } from "@/db/json";
import type { Job } from "@/db/schema/jobs";

/** The outcome of one batch of a job. */
export interface Step {
  /** Where the next batch begins; null after the last one. */
  cursor: JsonObject | null;
  /** Pieces that this batch has done. */
  done: number;
  /** Numbers that the job's result adds up over its batches. */
  counts?: Record<string, number>;
  /** Further values of the job's result. */
  facts?: JsonObject;
}

const added = (result: JsonObject, counts: Record<string, number>): JsonObject => ({
  ...result,
  ...Object.fromEntries(
    Object.entries(counts).map(([name, count]) => [name, Number(result[name] ?? 0) + count]),
  ),
});

/** The columns of a job after its next batch. */
export const afterBatch = (
  { done, result }: Pick<Job, "done" | "result">,
  { cursor, done: now, counts = {}, facts = {} }: Step,
) => ({
  cursor,
  done: done + now,
  result: { ...added(result, counts), ...facts },
  attempts: 0,
  state: cursor === null ? ("done" as const) : ("running" as const),
  endedAt: cursor === null ? new Date() : null,
});
