import { z } from "zod";
import { PageByNumber } from "@/server/data/keyset";
import { imageUrlOf } from "@/server/domain/contents/named";
import { lastChangeOfItem } from "@/server/domain/history/last-change";
import { listHistory, readEntry } from "@/server/domain/history/read";
import { historyEntryView } from "@/server/domain/history/view";
import { countItems, requestItemChange } from "@/server/domain/item-changes/change";
import { ItemChange } from "@/server/domain/item-changes/schema";
import { createItem } from "@/server/domain/items/create";
import { deleteItem } from "@/server/domain/items/delete";
import { getOwnItem, originsOf } from "@/server/domain/items/explain";
import { ItemFilter } from "@/server/domain/items/filter";
import { groupChangeOf } from "@/server/domain/items/group-change";
import { invalidateItem } from "@/server/domain/items/invalidate";
import { listItems } from "@/server/domain/items/list";
import { placesOfItem } from "@/server/domain/items/places";
import { ownedItem } from "@/server/domain/items/read";
import { Identifier, ItemUpdate, NewItem } from "@/server/domain/items/schema";
import { ItemSort } from "@/server/domain/items/sorted";
import { totalOfItems } from "@/server/domain/items/total";
import { updateItem } from "@/server/domain/items/update";
import { itemView } from "@/server/domain/items/view";
import { shownJob } from "@/server/domain/jobs/view";
import { frozen } from "@/server/domain/shared/count";
import { merged, mergedImage, versionOfDescription } from "@/server/domain/shared/describable";
import { Version } from "@/server/domain/shared/version";
import { descriptionDetail, groupDetail, itemDetail } from "@/server/trpc/details";
import { editorProcedure, router, viewerProcedure } from "@/server/trpc/init";
import { OlderPage, olderPage } from "@/server/trpc/older-page";
import { unlessStale } from "@/server/trpc/unless-stale";

const ByIdentifier = z.object({ identifier: Identifier });

export const itemsRouter = router({
  list: viewerProcedure
    .input(PageByNumber.extend({ filter: ItemFilter.default({}), sort: ItemSort }))
    .query(({ ctx, input }) => listItems(ctx, input.filter, input)),

  /** The number of items that match a filter, for the foot of the list. */
  total: viewerProcedure
    .input(z.object({ filter: ItemFilter.default({}) }))
    .query(({ ctx, input }) => totalOfItems(ctx, input.filter)),

  /** Counts the items that match a filter, and when: later items are not among them. */
  count: viewerProcedure.input(z.object({ filter: ItemFilter.default({}) })).query(async ({ ctx, input }) => {
    const filter = frozen(input.filter);
    return { ...(await countItems(ctx, filter)), createdBefore: filter.createdBefore };
  }),

  /** Changes many items as a job. */
  change: editorProcedure
    .input(ItemChange)
    .mutation(async ({ ctx, input }) => shownJob(await requestItemChange(ctx, input))),

  /**
   * The item, its group and the merged view, with the source of each merged value. Saves pass `version` back to detect
   * stale edits.
   */
  get: viewerProcedure.input(ByIdentifier).query(async ({ ctx, input }) => {
    const { item, group } = await getOwnItem(ctx, input.identifier);
    return {
      item: itemDetail(item),
      version: versionOfDescription(item),
      group: group && groupDetail(group),
      merged: descriptionDetail(merged(item, group)),
      origins: originsOf(item, group),
      groupChange: await groupChangeOf(ctx, { item, group }),
      imageUrl: (await imageUrlOf(ctx, mergedImage(item, group))) ?? null,
    };
  }),

  /** Countries of the item's scans. */
  places: viewerProcedure.input(ByIdentifier).query(({ ctx, input }) => placesOfItem(ctx, input.identifier)),

  create: editorProcedure
    .input(NewItem)
    .mutation(async ({ ctx, input }) => itemView(await createItem(ctx, input), ctx.caller)),

  update: editorProcedure
    .input(ByIdentifier.extend({ changes: ItemUpdate, version: Version }))
    .mutation(({ ctx, input: { identifier, changes, version } }) =>
      unlessStale(
        async () => itemView(await updateItem(ctx, identifier, changes, version), ctx.caller),
        async () => {
          const item = await ownedItem(ctx, identifier);
          const state = descriptionDetail(item);
          return { state, version: versionOfDescription(item), ...(await lastChangeOfItem(ctx, item.id)) };
        },
      ),
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
