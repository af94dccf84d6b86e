import { sql } from "drizzle-orm";
import type { JsonObject } from "@/db/json";
import { type Job, jobs } from "@/db/schema/jobs";
import type { Ctx } from "@/server/core/ctx";
import { isObject } from "@/server/domain/shared/json";

/** A piece that a job left as it was, with the code of the refusal. */
export type Refused = { id: string; code: string };

/** Refused pieces that a job's result lists; further ones are only counted. */
const MAX_LISTED_REFUSALS = 1_000;

/** The input of a job without what it selected: only batches need that, and it may be large. */
export const INPUT_WITHOUT_SELECTION = sql<JsonObject>`${jobs.input} - 'selection'`;

/** What a batch of a job, or a part of it, has done. */
export interface Done {
  /** Pieces that it has done. */
  done: number;
  /** Numbers that the job's result adds up over its batches. */
  counts?: Record<string, number>;
  /** Pieces that were refused, each for its own reason. */
  refusals?: Refused[];
  /** Further values of the job's result. */
  facts?: JsonObject;
}

/** The outcome of one batch of a job. */
export interface Step extends Done {
  /** Where the next batch begins; null after the last one. */
  cursor: JsonObject | null;
  /** Work outside the database, once the batch is committed. It is skipped after a crash. */
  afterCommit?: () => Promise<void>;
}

/** A piece of a batch, done in a transaction of its own. */
export interface Part {
  work(ctx: Ctx): Promise<Done>;
  /** Where the next part begins. */
  cursor: JsonObject;
}

/**
 * A batch in parts that have nothing in common, so that some are done at the same time, while the next one is read. What a part
 * has done must be left out when the batch is repeated: the others may have failed.
 */
export type DividedBatch = AsyncIterable<Part>;

const numberIn = (result: JsonObject, name: string) => {
  const value = Object.hasOwn(result, name) ? result[name] : 0;
  return typeof value === "number" ? value : 0;
};

const added = (result: JsonObject, counts: Record<string, number>): JsonObject => ({
  ...result,
  ...Object.fromEntries(
    Object.entries(counts).map(([name, count]) => [name, numberIn(result, name) + count]),
  ),
});

/** Adds refusals to a result: `refused` counts them by code, `refusals` lists the first ones. */
function withRefusals(result: JsonObject, refusals: Refused[]): JsonObject {
  if (refusals.length === 0) return result;
  const listed = Array.isArray(result.refusals) ? result.refusals : [];
  let refused = isObject(result.refused) ? result.refused : {};
  for (const { code } of refusals) refused = added(refused, { [code]: 1 });
  return { ...result, refused, refusals: [...listed, ...refusals].slice(0, MAX_LISTED_REFUSALS) };
}

/** The columns of a job after a part of its next batch. */
export const afterPart = (
  { done, result }: Pick<Job, "done" | "result">,
  { done: now, counts = {}, refusals = [], facts = {} }: Done,
) => ({
  done: done + now,
  result: { ...withRefusals(added(result, counts), refusals), ...facts },
});

/** The columns of a job after its next batch. */
export const afterBatch = (before: Pick<Job, "done" | "result">, { cursor, ...step }: Step) => ({
  ...afterPart(before, step),
  cursor,
  attempts: 0,
  state: cursor === null ? ("done" as const) : ("running" as const),
  endedAt: cursor === null ? new Date() : null,
  ...(cursor === null ? { input: INPUT_WITHOUT_SELECTION } : {}),
});
