import { type Ctx, callingProducer } from "@/server/core/ctx";
import { changesBetween } from "@/server/domain/history/changes";
import { followed } from "@/server/domain/history/record";
import type { JobInput } from "@/server/domain/jobs/schema";
import { described, NO_DESCRIPTION } from "@/server/domain/shared/describable";
import { refuseWithoutRecordRoom } from "@/server/domain/storage/room";

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
