import { listActs } from "@/server/domain/acts/list";
import { ActFilter } from "@/server/domain/acts/schema";
import { PageByNumber } from "@/server/domain/shared/keyset";
import { router, viewerProcedure } from "./init";

export const actsRouter = router({
  /** What people and tokens did for the producer, other than to items, which have histories of their own. */
  list: viewerProcedure
    .input(PageByNumber.extend({ filter: ActFilter.default({}) }))
    .query(async ({ ctx, input }) => {
      const { entries, nextCursor } = await listActs(ctx, input.filter, input);
      return {
        entries: entries.map(
          ({ id, at, act, actorType, actorName, targetKind, targetId, targetName, changes }) => ({
            id,
            at,
            act,
            actor: { type: actorType, name: actorName },
            target: { kind: targetKind, id: targetId, name: targetName },
            changes,
          }),
        ),
        nextCursor,
      };
    }),
});
