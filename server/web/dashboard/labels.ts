import { z } from "zod";
import { parsed } from "@/server/core/parsed";
import { openPrint } from "@/server/domain/labels/prints";
import { changingMembershipAs, memberCtx } from "@/server/identity/visitor";
import { download, queryOf } from "./download";
import { fileOfPrint } from "./label-files";

const ById = z.object({ print: z.string() });

/** Sends the file of a print, for editors: `?print=` its id. */
export const downloadLabels = (request: Request): Promise<Response> =>
  download(request, async (visitor, requestId) => {
    const ctx = memberCtx(visitor.signedIn, changingMembershipAs("editor", visitor), requestId);
    return fileOfPrint(ctx, await openPrint(ctx, parsed(ById, queryOf(request)).print));
  });
