import type { Group } from "@/db/schema/groups";
import { type Ctx, callingProducer } from "@/server/core/ctx";
import type { Description } from "@/server/domain/shared/description";
import { byPos } from "@/server/domain/shared/verification-info";
import { getItem, type ItemInGroup, ownedItem } from "./read";

export type Origin = "item" | "group";

/** The origin of each value of the merged view. */
export interface Origins {
  /** Null if neither side sets it. */
  title: Origin | null;
  image: Origin | null;
  /** By key of the merged `data`. */
  data: Record<string, Origin>;
  /** One for each of the merged `verificationinfos`, in their order. */
  verificationinfos: Origin[];
}

const winner = (item: unknown, group: unknown): Origin | null =>
  group != null ? "group" : item != null ? "item" : null;

/** Finds the origin of each value of the merged view, by the rules of `merged`. */
export function originsOf(item: Description, group: Description | null): Origins {
  const of = (origin: Origin, { verificationinfos }: Description) =>
    verificationinfos.map((info) => ({ ...info, origin }));
  const infos = [...(group ? of("group", group) : []), ...of("item", item)].toSorted(byPos);
  const keysOf = (side: Description | null, origin: Origin) =>
    Object.keys(side?.data ?? {}).map((key): [string, Origin] => [key, origin]);
  return {
    title: winner(item.title, group?.title),
    image: winner(item.image, group?.image),
    data: Object.fromEntries([...keysOf(item, "item"), ...keysOf(group, "group")]),
    verificationinfos: infos.map(({ origin }) => origin),
  };
}

/**
 * The caller's own item with its group.
 * @throws 404 if absent, 403 if another producer's
 */
export async function getOwnItem(
  ctx: Ctx,
  identifier: string,
): Promise<ItemInGroup & { group: Group | null }> {
  const found = await getItem(ctx, identifier);
  if (found.item.producerId !== callingProducer(ctx).producerId) await ownedItem(ctx, identifier);
  return found;
}
