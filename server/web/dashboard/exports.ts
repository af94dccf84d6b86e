import { z } from "zod";
import { parsed } from "@/server/core/parsed";
import { exportPerson } from "@/server/domain/privacy/export-person";
import { exportScans, ScansExport } from "@/server/domain/privacy/export-scans";
import { Subject } from "@/server/domain/privacy/schema";
import { adminCtx, memberCtx, membershipAs } from "@/server/identity/visitor";
import { download, queryOf, today } from "./download";

const Everywhere = z.object({ everywhere: z.literal("true").optional() });

/**
 * Exports all data of a scan or a device as JSON, for owners: `?scan=` or `?device=` (the hash that scans show). With
 * `everywhere=true` it covers every producer, for admins.
 */
export const exportPersonalData = (request: Request): Promise<Response> =>
  download(request, async (visitor, requestId) => {
    const query = queryOf(request);
    const { everywhere } = parsed(Everywhere, query);
    const ctx = everywhere
      ? adminCtx(visitor.signedIn, requestId)
      : memberCtx(visitor.signedIn, membershipAs("owner", visitor), requestId);
    const parts = await exportPerson(ctx, parsed(Subject, query));
    return { parts, type: "application/json; charset=utf-8", name: `personal-data-${today()}.json` };
  });

const TYPE = { csv: "text/csv; charset=utf-8", ndjson: "application/x-ndjson; charset=utf-8" };

/** Exports the producer's scans of a range, for owners: `?format=csv|ndjson&from=&before=`, both in milliseconds. */
export const exportScansOfRange = (request: Request): Promise<Response> =>
  download(request, async (visitor, requestId) => {
    const ctx = memberCtx(visitor.signedIn, membershipAs("owner", visitor), requestId);
    const wish = parsed(ScansExport, queryOf(request));
    return {
      parts: await exportScans(ctx, wish),
      type: TYPE[wish.format],
      name: `scans-${today()}.${wish.format}`,
    };
  });
