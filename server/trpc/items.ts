import { z } from "zod";
import { imageUrlOf } from "@/server/domain/contents/named";
import { groupView } from "@/server/domain/groups/view";
import { listHistory, readEntry } from "@/server/domain/history/read";
import { historyEntryView } from "@/server/domain/history/view";
import { createItem } from "@/server/domain/items/create";
import { deleteItem } from "@/server/domain/items/delete";
import { getOwnItem, originsOf } from "@/server/domain/items/explain";
import { ItemFilter } from "@/server/domain/items/filter";
import { invalidateItem } from "@/server/domain/items/invalidate";
import { listItems } from "@/server/domain/items/list";
import { placesOfItem } from "@/server/domain/items/places";
import { Identifier, ItemUpdate, NewItem } from "@/server/domain/items/schema";
import { updateItem } from "@/server/domain/items/update";
import { itemView, mergedView } from "@/server/domain/items/view";
import { mergedImage } from "@/server/domain/shared/describable";
import { PageByNumber } from "@/server/domain/shared/keyset";
import { editorProcedure, router, viewerProcedure } from "./init";
import { OlderPage, olderPage } from "./older-page";

const ByIdentifier = z.object({ identifier: Identifier });

export const itemsRouter = router({
  list: viewerProcedure
    .input(PageByNumber.extend({ filter: ItemFilter.default({}) }))
    .query(({ ctx, input }) => listItems(ctx, input.filter, input)),

  /** The item, its group and what scanners see of both, and which side each value of that is from. */
  get: viewerProcedure.input(ByIdentifier).query(async ({ ctx, input }) => {
    const { item, group } = await getOwnItem(ctx, input.identifier);
    return {
      item: itemView(item, ctx.caller),
      group: group && groupView(group, ctx.caller),
      merged: mergedView(item, group, ctx.caller),
      origins: originsOf(item, group),
      imageUrl: (await imageUrlOf(ctx, mergedImage(item, group))) ?? null,
    };
  }),

  /** The countries that it was scanned in. */
  places: viewerProcedure.input(ByIdentifier).query(({ ctx, input }) => placesOfItem(ctx, input.identifier)),

  create: editorProcedure
    .input(NewItem)
    .mutation(async ({ ctx, input }) => itemView(await createItem(ctx, input), ctx.caller)),

  update: editorProcedure
    .input(ByIdentifier.extend({ changes: ItemUpdate }))
    .mutation(async ({ ctx, input }) =>
      itemView(await updateItem(ctx, input.identifier, input.changes), ctx.caller),
    ),

  invalidate: editorProcedure
    .input(ByIdentifier)
    .mutation(async ({ ctx, input }) => itemView(await invalidateItem(ctx, input.identifier), ctx.caller)),

  delete: editorProcedure.input(ByIdentifier).mutation(({ ctx, input }) => deleteItem(ctx, input.identifier)),

  history: viewerProcedure.input(OlderPage.extend(ByIdentifier.shape)).query(async ({ ctx, input }) => {
    const { item, entries } = await listHistory(ctx, input.identifier, olderPage(input));
    return {
      entries: entries.entries.map((entry) => historyEntryView(readEntry(entry), item.identifier)),
      nextCursor: entries.next ?? null,
    };
  }),
});
