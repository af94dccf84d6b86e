import { PageByNumber } from "@/server/data/keyset";
import { listAuditEvents } from "@/server/domain/audit-log/list";
import { AuditFilter } from "@/server/domain/audit-log/schema";
import { auditEventView } from "@/server/domain/audit-log/view";
import { router, viewerProcedure } from "@/server/trpc/init";

export const auditEventsRouter = router({
  /** The producer's audit log. Changes of items are in their histories instead. */
  list: viewerProcedure
    .input(PageByNumber.extend({ filter: AuditFilter.default({}) }))
    .query(async ({ ctx, input }) => {
      const { entries, nextCursor } = await listAuditEvents(ctx, input.filter, input);
      return { entries: entries.map(auditEventView), nextCursor };
    }),
});
