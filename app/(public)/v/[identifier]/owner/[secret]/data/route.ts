import { seeOwnerData } from "@/server/web/verify/own";
import { forVisitor } from "@/server/web/verify/visitor";
import { failedAnswer } from "../../../_page/answer";
import { languagesOf } from "../../../_page/languages";

/** All data of the item's owner, as a file. */
export async function GET(request: Request): Promise<Response> {
  const seen = await forVisitor(request, async (visitor) => ({ data: await seeOwnerData(visitor) }));
  if ("refused" in seen) return failedAnswer(request, await languagesOf(request), seen, "owner");
  return new Response(JSON.stringify(seen.data, undefined, 2), {
    headers: {
      "content-type": "application/json",
      "content-disposition": 'attachment; filename="ownership.json"',
      "cache-control": "private, no-store",
    },
  });
}
