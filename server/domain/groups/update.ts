import { eq } from "drizzle-orm";
import { type Group, groups } from "@/db/schema/groups";
import { type Ctx, inTransaction } from "@/server/ctx";
import { recordAct } from "@/server/domain/acts/record";
import { changesBetween } from "@/server/domain/history/changes";
import { followed } from "@/server/domain/history/record";
import { type DescribableInput, described } from "@/server/domain/shared/describable";
import { only } from "@/server/domain/shared/only";
import { refuseWithoutRecordRoom } from "@/server/domain/storage/room";
import { emit } from "@/server/events/emit";
import { ownedGroup } from "./read";

/** What a group says, as histories follow it. */
const saidOf = (group: Group) => followed({ ...group, groupId: null, invalidatedAt: null });

/** Changes what is said of a group; omitted fields are kept. 400 where the quota for records is used up. */
export function updateGroup(ctx: Ctx, id: string, input: DescribableInput): Promise<Group> {
  return inTransaction(ctx, async (ctx) => {
    const group = await ownedGroup(ctx, id, "update");
    await refuseWithoutRecordRoom(ctx, group.producerId);
    const updatedAt = new Date(Math.max(Date.now(), group.updatedAt.getTime()));
    const changed = only(
      await ctx.db
        .update(groups)
        .set({ ...described(group, input), updatedAt })
        .where(eq(groups.id, group.id))
        .returning(),
    );
    await emit(ctx, "groupModified", { groupId: group.id });
    const changes = changesBetween(saidOf(group), saidOf(changed));
    await recordAct(ctx, "groupChanged", {
      producerId: group.producerId,
      id: group.id,
      name: changed.title,
      changes,
    });
    return changed;
  });
}
