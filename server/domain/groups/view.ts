import type { Group } from "@/db/schema/groups";
import { type Caller, isProducer } from "@/server/auth/caller";
import { descriptionFields } from "@/server/domain/shared/describable";

/** A group as its producer sees it, or reduced to what others may see. */
export function groupView(group: Group, caller: Caller) {
  const { image, ...fields } = descriptionFields(group);
  if (!isProducer(caller, group.producerId)) return { id: group.id, data: fields };
  return {
    id: group.id,
    data: {
      ...fields,
      ...(image === undefined ? {} : { image }),
      _created: group.createdAt.getTime(),
      _updated: group.updatedAt.getTime(),
      _owner: group.producerId,
    },
  };
}
