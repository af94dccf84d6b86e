import { and, asc, eq, inArray } from "drizzle-orm";
import { z } from "zod";
import type { JsonObject } from "@/db/json";
import { type Content, contents } from "@/db/schema/contents";
import type { Job } from "@/db/schema/jobs";
import { type Ctx, callingProducer } from "@/server/core/ctx";
import { PageByUuid } from "@/server/data/keyset";
import { restorePlanning } from "@/server/data/restore-planning";
import type { Refused, Step } from "@/server/domain/jobs/progress";
import { requestJob } from "@/server/domain/jobs/request";
import { type Count, countAll, freezeSelection } from "@/server/domain/shared/count";
import { deleteRows, removeBytes } from "./delete";
import { listContentsWith } from "./list";
import type { ContentFilter, FileDeletion } from "./schema";
import { usesOf } from "./uses";

const BATCH_SIZE = 200;

/** Counts the caller's files that match a filter. */
export const countContents = (ctx: Ctx, filter: ContentFilter): Promise<Count> =>
  countAll(ctx, PageByUuid, (page) => listContentsWith(ctx, filter, page));

/** The caller's contents among the given ones, locked. */
const lockContents = (ctx: Ctx, ids: string[]): Promise<Content[]> =>
  ctx.db
    .select()
    .from(contents)
    .where(and(inArray(contents.id, ids), eq(contents.producerId, callingProducer(ctx).producerId)))
    .orderBy(asc(contents.id))
    .for("update");

const Position = z.object({ at: z.number() }).nullable();
const Reached = z.object({ after: PageByUuid.shape.cursor }).nullable();

async function nextIds(
  ctx: Ctx,
  selection: FileDeletion["selection"],
  cursor: unknown,
): Promise<{ ids: string[]; next: JsonObject | null }> {
  if ("ids" in selection) {
    const all = [...new Set(selection.ids)];
    const at = Position.parse(cursor)?.at ?? 0;
    const end = at + BATCH_SIZE;
    return { ids: all.slice(at, end), next: end < all.length ? { at: end } : null };
  }
  const page = { cursor: Reached.parse(cursor)?.after, limit: BATCH_SIZE };
  const { entries, nextCursor } = await listContentsWith(ctx, selection.filter, page);
  await restorePlanning(ctx);
  return { ids: entries.map(({ id }) => id), next: nextCursor === null ? null : { after: nextCursor } };
}

/** Deletes the next selected files of a job. Files that items or groups use are left, and counted. */
export async function fileDeletionBatch(
  ctx: Ctx,
  { selection }: FileDeletion,
  cursor: unknown,
): Promise<Step> {
  const { ids, next } = await nextIds(ctx, selection, cursor);
  const found = await lockContents(ctx, ids);
  const uses = await usesOf(ctx, found);
  const isUsed = ({ id }: Content) => uses(id).items.length + uses(id).groups.length > 0;
  const deleted = found.filter((content) => !isUsed(content));
  await deleteRows(ctx, deleted);
  const there = new Set(found.map(({ id }) => id));
  const refusals: Refused[] = [
    ...found.filter(isUsed).map(({ id }) => ({ id, code: "content-in-use" })),
    ...("ids" in selection ? ids.filter((id) => !there.has(id)) : []).map((id) => ({
      id,
      code: "content-not-found",
    })),
  ];
  return {
    cursor: next,
    done: ids.length,
    counts: { deleted: deleted.length },
    refusals,
    afterCommit: () => removeBytes(deleted.map(({ id }) => id)),
  };
}

/** Deletes files as a job: few at once, many in the background. */
export async function requestFileDeletion(ctx: Ctx, asked: FileDeletion): Promise<Job> {
  const { selection, name, total } = await freezeSelection(asked.selection, (filter) =>
    countContents(ctx, filter),
  );
  const job = { kind: "fileDeletion", input: { selection }, name, total } as const;
  return requestJob(ctx, job, (ctx) => fileDeletionBatch(ctx, { selection }, null));
}
