import { openTable, ROLE_FOR } from "@/server/exports/open";
import { ExportedList } from "@/server/exports/schema";
import { membershipAs } from "@/server/identity/visitor";
import { router, viewerProcedure } from "@/server/trpc/init";

export const exportsRouter = router({
  /**
   * The columns that an export of a list has, and the number of its rows as far as one page tells it. Places and devices
   * are for owners.
   */
  describe: viewerProcedure.input(ExportedList).query(async ({ ctx, input }) => {
    membershipAs(ROLE_FOR[input.list], ctx.visitor);
    const { columns, firstRows, hasMore } = await openTable(ctx, input);
    return { columns, rows: firstRows, hasMore };
  }),
});
