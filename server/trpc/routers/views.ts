import { z } from "zod";
import { deleteView } from "@/server/domain/saved-views/delete";
import { listViews } from "@/server/domain/saved-views/list";
import { saveView } from "@/server/domain/saved-views/save";
import { LISTS, NewView, ViewChanges } from "@/server/domain/saved-views/schema";
import { updateView } from "@/server/domain/saved-views/update";
import { Version } from "@/server/domain/shared/version";
import { router, viewerProcedure } from "@/server/trpc/init";

const ById = z.object({ id: z.string() });

/** Viewers save views for themselves; the verbs require more of those who share. */
export const viewsRouter = router({
  /** The caller's views of a list and those of all members, by name. */
  list: viewerProcedure
    .input(z.object({ list: z.enum(LISTS) }))
    .query(({ ctx, input }) => listViews(ctx, input.list)),

  save: viewerProcedure.input(NewView).mutation(({ ctx, input }) => saveView(ctx, input)),

  update: viewerProcedure
    .input(ViewChanges.extend({ ...ById.shape, version: Version }))
    .mutation(({ ctx, input: { id, version, ...changes } }) => updateView(ctx, id, changes, version)),

  delete: viewerProcedure.input(ById).mutation(({ ctx, input }) => deleteView(ctx, input.id)),
});
