import { PageByNumber } from "@/server/data/keyset";
import { listServiceAuditEvents } from "@/server/domain/audit-log/list";
import { ServiceAuditFilter } from "@/server/domain/audit-log/schema";
import { auditEventView } from "@/server/domain/audit-log/view";
import { readSystem } from "@/server/domain/system/read";
import { adminProcedure, router } from "@/server/trpc/init";
import { callsForAdmins } from "./admin-calls";
import { peopleForAdmins } from "./admin-people";
import { phonesForAdmins } from "./admin-phones";
import { producersForAdmins } from "./admin-producers";
import { scansForAdmins } from "./admin-scans";

/** Procedures for admins. */
export const adminRouter = router({
  ...callsForAdmins,
  ...peopleForAdmins,
  ...producersForAdmins,
  ...scansForAdmins,
  ...phonesForAdmins,

  /** The audit log of the service itself. */
  auditEvents: adminProcedure
    .input(PageByNumber.extend(ServiceAuditFilter.shape))
    .query(async ({ ctx, input }) => {
      const { entries, nextCursor } = await listServiceAuditEvents(ctx, input, input);
      return { entries: entries.map(auditEventView), nextCursor };
    }),

  system: adminProcedure.query(({ ctx }) => readSystem(ctx)),
});
