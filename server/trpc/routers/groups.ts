import { z } from "zod";
import { PageByNumber, PageByUuid } from "@/server/data/keyset";
import { Fragment } from "@/server/data/text-search";
import { lastChangeOf } from "@/server/domain/audit-log/last-change";
import { addItemToGroup } from "@/server/domain/groups/add-item";
import { createGroup } from "@/server/domain/groups/create";
import { requestGroupDeletion } from "@/server/domain/groups/delete";
import { countGroups, requestGroupsDeletion } from "@/server/domain/groups/delete-many";
import { figuresOf } from "@/server/domain/groups/figures";
import { GroupSort, listGroups, totalOfGroups } from "@/server/domain/groups/list";
import { ownedGroup } from "@/server/domain/groups/read";
import { removeItemFromGroup } from "@/server/domain/groups/remove-item";
import { GroupFilter, GroupInput, GroupsDeletion } from "@/server/domain/groups/schema";
import { updateGroup } from "@/server/domain/groups/update";
import { groupView } from "@/server/domain/groups/view";
import { listItems } from "@/server/domain/items/list";
import { Identifier } from "@/server/domain/items/schema";
import { ItemSort } from "@/server/domain/items/sorted";
import { itemView } from "@/server/domain/items/view";
import { shownJob } from "@/server/domain/jobs/view";
import { frozen } from "@/server/domain/shared/count";
import { versionOfDescription } from "@/server/domain/shared/describable";
import { Version } from "@/server/domain/shared/version";
import { descriptionDetail, groupDetail } from "@/server/trpc/details";
import { editorProcedure, router, viewerProcedure } from "@/server/trpc/init";
import { unlessStale } from "@/server/trpc/unless-stale";

const ById = z.object({ id: z.string() });
const Membership = ById.extend({ identifier: Identifier });

export const groupsRouter = router({
  list: viewerProcedure
    .input(PageByUuid.extend({ search: Fragment.optional(), sort: GroupSort }))
    .query(async ({ ctx, input }) => {
      const { entries, nextCursor } = await listGroups(ctx, input, input);
      const figures = await figuresOf(
        ctx,
        entries.map(({ id }) => id),
      );
      return { entries: entries.map((group) => ({ ...group, ...figures(group.id) })), nextCursor };
    }),

  total: viewerProcedure
    .input(z.object({ filter: GroupFilter.default({}) }))
    .query(({ ctx, input }) => totalOfGroups(ctx, input.filter)),

  /** Counts the groups that match a filter, and when: later groups are not among them. */
  count: viewerProcedure
    .input(z.object({ filter: GroupFilter.default({}) }))
    .query(async ({ ctx, input }) => {
      const filter = frozen(input.filter);
      return { ...(await countGroups(ctx, filter)), createdBefore: filter.createdBefore };
    }),

  /** Saves pass `version` back to detect stale edits. */
  get: viewerProcedure.input(ById).query(async ({ ctx, input }) => {
    const group = await ownedGroup(ctx, input.id);
    const figures = await figuresOf(ctx, [group.id]);
    return { ...groupDetail(group), version: versionOfDescription(group), figures: figures(group.id) };
  }),

  members: viewerProcedure
    .input(PageByNumber.extend({ ...ById.shape, search: Fragment.optional(), sort: ItemSort }))
    .query(async ({ ctx, input }) => {
      const group = await ownedGroup(ctx, input.id);
      return listItems(ctx, { group: group.id, search: input.search }, input);
    }),

  create: editorProcedure
    .input(GroupInput)
    .mutation(async ({ ctx, input }) => groupView(await createGroup(ctx, input), ctx.caller)),

  update: editorProcedure
    .input(ById.extend({ changes: GroupInput, version: Version }))
    .mutation(({ ctx, input: { id, changes, version } }) =>
      unlessStale(
        async () => groupView(await updateGroup(ctx, id, changes, version), ctx.caller),
        async () => {
          const group = await ownedGroup(ctx, id);
          const of = { producerId: group.producerId, kind: "group", id, changes: "groupChanged" } as const;
          const state = descriptionDetail(group);
          return { state, version: versionOfDescription(group), ...(await lastChangeOf(ctx, of)) };
        },
      ),
    ),

  /** Deletes a group as a job. */
  delete: editorProcedure
    .input(ById)
    .mutation(async ({ ctx, input }) => shownJob(await requestGroupDeletion(ctx, { groupId: input.id }))),

  /** Deletes many groups as a job. */
  deleteMany: editorProcedure
    .input(GroupsDeletion)
    .mutation(async ({ ctx, input }) => shownJob(await requestGroupsDeletion(ctx, input))),

  addItem: editorProcedure
    .input(Membership)
    .mutation(async ({ ctx, input }) =>
      itemView(await addItemToGroup(ctx, input.id, input.identifier), ctx.caller),
    ),

  removeItem: editorProcedure
    .input(Membership)
    .mutation(async ({ ctx, input }) =>
      itemView(await removeItemFromGroup(ctx, input.id, input.identifier), ctx.caller),
    ),
});
