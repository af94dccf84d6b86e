import { eq } from "drizzle-orm";
import { type Group, groups } from "@/db/schema/groups";
import { type Ctx, inTransaction, isSession } from "@/server/core/ctx";
import { only } from "@/server/data/only";
import { recordAuditEvent } from "@/server/domain/audit-log/record";
import { changesBetween } from "@/server/domain/history/changes";
import { followed } from "@/server/domain/history/record";
import {
  type DescribableInput,
  described,
  isSameDescription,
  versionOfDescription,
} from "@/server/domain/shared/describable";
import { refuseStale } from "@/server/domain/shared/version";
import { refuseWithoutRecordRoom } from "@/server/domain/storage/room";
import { emit } from "@/server/events/emit";
import { ownedGroup } from "./read";

/** The values of a group that histories follow. */
const valuesOf = (group: Group) => followed({ ...group, groupId: null, invalidatedAt: null });

/**
 * Changes the description of a group; omitted fields are kept. A person who changes nothing writes nothing, as for items.
 * @throws 400 if the quota for records is used up
 * @throws {StaleVersion} if `seen` is given and no longer the group's version
 */
export function updateGroup(ctx: Ctx, id: string, input: DescribableInput, seen?: string): Promise<Group> {
  return inTransaction(ctx, async (ctx) => {
    const group = await ownedGroup(ctx, id, "update");
    refuseStale(seen, versionOfDescription(group));
    const change = described(group, input);
    if (isSession(ctx) && isSameDescription(group, change)) return group;
    await refuseWithoutRecordRoom(ctx, group.producerId);
    const updatedAt = new Date(Math.max(Date.now(), group.updatedAt.getTime()));
    const changed = only(
      await ctx.db
        .update(groups)
        .set({ ...change, updatedAt })
        .where(eq(groups.id, group.id))
        .returning(),
    );
    await emit(ctx, "groupModified", { groupId: group.id });
    const changes = changesBetween(valuesOf(group), valuesOf(changed));
    if (changes.length > 0) {
      const { producerId, id } = group;
      await recordAuditEvent(ctx, "groupChanged", { producerId, id, name: changed.title, changes });
    }
    return changed;
  });
}
