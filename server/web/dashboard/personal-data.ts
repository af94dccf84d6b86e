import { z } from "zod";
import { parsed } from "@/server/core/parsed";
import { exportPerson } from "@/server/domain/privacy/export-person";
import { Subject } from "@/server/domain/privacy/schema";
import { adminCtx, memberCtx, membershipAs, refuseUnlessFresh } from "@/server/identity/visitor";
import { download, queryOf, today } from "./download";

const Everywhere = z.object({ everywhere: z.literal("true").optional() });

/**
 * Exports all data of a scan or a device as JSON, for owners: `?scan=` or `?device=` (the hash that scans show). With
 * `everywhere=true` it covers every producer, for admins.
 */
export const exportPersonalData = (request: Request): Promise<Response> =>
  download(request, async (visitor, requestId) => {
    refuseUnlessFresh(visitor.signedIn);
    const query = queryOf(request);
    const { everywhere } = parsed(Everywhere, query);
    const ctx = everywhere
      ? adminCtx(visitor.signedIn, requestId)
      : memberCtx(visitor.signedIn, membershipAs("owner", visitor), requestId);
    const parts = await exportPerson(ctx, parsed(Subject, query));
    return { parts, type: "application/json; charset=utf-8", name: `personal-data-${today()}.json` };
  });
