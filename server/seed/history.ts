import type { DemoItem } from "@assay/demo-data";
import type { Change, HistoryEntry } from "@/db/schema/history";
import type { Item } from "@/db/schema/items";
import { changesBetween } from "@/server/domain/history/changes";
import { type Followed, followed } from "@/server/domain/history/record";

/** The final state of an item and its history entries. */
export interface Life {
  item: Followed & Pick<Item, "identifier" | "createdAt" | "updatedAt">;
  entries: { action: HistoryEntry["action"]; at: number; changes: Change[] }[];
}

/** Applies all changes to an item. `groupIds` are those of the catalogue's groups. */
export function lifeOfItem(demo: DemoItem, groupIds: readonly string[]): Life {
  const { title, image, data, verificationinfos } = demo;
  let item: Followed = {
    title,
    image,
    data,
    verificationinfos,
    groupId: null,
    invalidatedAt: null,
  };
  const entries: Life["entries"] = [
    { action: "created", at: demo.createdAt, changes: changesBetween(followed(null), followed(item)) },
  ];
  for (const change of demo.changes) {
    const changed: Followed = {
      ...item,
      ...(change.action === "addedToGroup" ? { groupId: groupIds[change.group] ?? null } : {}),
      ...(change.action === "deletedFromGroup" ? { groupId: null } : {}),
      ...(change.action === "modified" ? { data: change.data } : {}),
      ...(change.action === "invalidated" ? { invalidatedAt: new Date(change.at) } : {}),
    };
    entries.push({
      action: change.action,
      at: change.at,
      changes: changesBetween(followed(item), followed(changed)),
    });
    item = changed;
  }
  const updatedAt = new Date(entries.at(-1)?.at ?? demo.createdAt);
  return {
    item: { ...item, identifier: demo.identifier, createdAt: new Date(demo.createdAt), updatedAt },
    entries,
  };
}
