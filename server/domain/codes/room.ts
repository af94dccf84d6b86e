import { and, eq, isNull, sql } from "drizzle-orm";
import { codeBatches } from "@/db/schema/code-batches";
import { jobs } from "@/db/schema/jobs";
import { type Ctx, callingProducer } from "@/server/core/ctx";
import { conflict } from "@/server/core/errors";
import { changesBetween } from "@/server/domain/history/changes";
import { followed } from "@/server/domain/history/record";
import type { JobInput } from "@/server/domain/jobs/schema";
import { described, NO_DESCRIPTION } from "@/server/domain/shared/describable";
import { refuseWithoutRecordRoom } from "@/server/domain/storage/room";

/** Reserved codes of one producer: they count in no quota. */
const MAX_RESERVED_CODES = 10_000_000;

const sizeOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

/** Bytes of an item of a generation with its history, as quotas measure them. */
function bytesOfItem(input: JobInput<"codeGeneration">): number {
  const description = described(NO_DESCRIPTION, input);
  const groupId = input.groupId ?? null;
  const item = { ...description, groupId, invalidatedAt: null };
  return sizeOf(description) + sizeOf(changesBetween({}, followed(item)));
}

/**
 * Refuses a generation whose items would exceed the quota for records.
 * @throws 400 `record-quota-exceeded`
 */
export const refuseWithoutRoomFor = (ctx: Ctx, input: JobInput<"codeGeneration">): Promise<void> =>
  refuseWithoutRecordRoom(ctx, callingProducer(ctx).producerId, input.count * bytesOfItem(input));

/**
 * Refuses reserved codes beyond their number: codes that exist, and those that open jobs have not generated yet.
 * @throws 409 `too-many-reserved-codes`
 */
export async function refuseTooManyReserved(ctx: Ctx): Promise<void> {
  const { db } = ctx;
  const { producerId } = callingProducer(ctx);
  const [existing] = await db
    .select({ codes: sql<number>`coalesce(sum(${codeBatches.generated}), 0)::float8` })
    .from(codeBatches)
    .where(and(eq(codeBatches.producerId, producerId), eq(codeBatches.isReserved, true)));
  const [coming] = await db
    .select({
      codes: sql<number>`coalesce(sum((${jobs.input} ->> 'count')::int - ${jobs.done}), 0)::float8`,
    })
    .from(jobs)
    .where(
      and(
        eq(jobs.producerId, producerId),
        isNull(jobs.endedAt),
        eq(jobs.kind, "codeGeneration"),
        sql`${jobs.input} ->> 'reserved' = 'true'`,
      ),
    );
  if ((existing?.codes ?? 0) + (coming?.codes ?? 0) > MAX_RESERVED_CODES)
    throw conflict("too-many-reserved-codes", `A producer reserves at most ${MAX_RESERVED_CODES} codes.`);
}
