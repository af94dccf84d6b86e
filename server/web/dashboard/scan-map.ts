import { MAP_THEMES } from "@assay/scan-map";
import { z } from "zod";
import { parsed } from "@/server/core/parsed";
import { openScanAsAdmin } from "@/server/domain/producers/open-as-admin";
import { mapOfScan } from "@/server/domain/scans/map";
import { MapSize } from "@/server/domain/scans/schema";
import { fileAnswer } from "@/server/http/file-answer";
import { fileInTime, inTime } from "@/server/http/in-time";
import { pictureFile, turnOf } from "@/server/http/pictures";
import { responseOf } from "@/server/http/respond";
import { adminCtx, memberCtx, membershipAs } from "@/server/identity/visitor";
import { callerNetwork } from "@/server/platform/caller-network";
import { answeringVisitor } from "./answer";

const PageMap = MapSize.extend({ theme: z.enum(MAP_THEMES).default("light") });

/**
 * Serves the map of a scan to a signed-in person, drawn like the API's: `?width=&height=&scale=`, `?locale=` for the
 * caption, `?theme=` for dark pages. `?as=admin` is admin access to a scan of any producer.
 */
export async function showScanMap(
  request: Request,
  { params }: { params: Promise<{ id: string }> },
): Promise<Response> {
  const { id } = await params;
  return answeringVisitor(request, async (visitor, requestId) => {
    const { as, locale = null, ...size } = Object.fromEntries(new URL(request.url).searchParams);
    const ctx =
      as === "admin"
        ? await inTime(openScanAsAdmin(adminCtx(visitor.signedIn, requestId), id))
        : memberCtx(visitor.signedIn, membershipAs("viewer", visitor), requestId);
    const wish = { ...parsed(PageMap, size), locale, turn: turnOf(callerNetwork()) };
    const file = pictureFile(await fileInTime(mapOfScan(ctx, id, wish)), "private");
    const { status, headers, body } = await fileAnswer(file, request.headers);
    return responseOf({
      status,
      // A session must not permit other sites to embed the map.
      headers: {
        ...headers,
        "x-content-type-options": "nosniff",
        "cross-origin-resource-policy": "same-origin",
      },
      body,
    });
  });
}
