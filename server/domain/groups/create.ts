import { type Group, groups } from "@/db/schema/groups";
import { type Ctx, callingProducer, inTransaction } from "@/server/core/ctx";
import { only } from "@/server/data/only";
import { recordAuditEvent } from "@/server/domain/audit-log/record";
import { type DescribableInput, described, NO_DESCRIPTION } from "@/server/domain/shared/describable";
import { refuseWithoutRecordRoom } from "@/server/domain/storage/room";
import { emit } from "@/server/events/emit";
import { newId } from "@/server/platform/ids";

/**
 * Creates a group of the calling producer.
 * @throws 400 if its quota for records is used up
 */
export function createGroup(ctx: Ctx, input: DescribableInput): Promise<Group> {
  return inTransaction(ctx, async (ctx) => {
    const { producerId } = callingProducer(ctx);
    await refuseWithoutRecordRoom(ctx, producerId);
    const now = new Date();
    const group = only(
      await ctx.db
        .insert(groups)
        .values({
          ...described(NO_DESCRIPTION, input),
          id: newId(),
          producerId,
          createdAt: now,
          updatedAt: now,
        })
        .returning(),
    );
    await emit(ctx, "groupCreated", { groupId: group.id });
    await recordAuditEvent(ctx, "groupCreated", { producerId, id: group.id, name: group.title });
    return group;
  });
}
