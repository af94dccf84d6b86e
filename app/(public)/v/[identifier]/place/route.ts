import { tellPlace } from "@/server/web/verify/tell";
import { forVisitor } from "@/server/web/verify/visitor";
import { doneAnswer, failedAnswer } from "../_page/answer";
import { languagesOf } from "../_page/languages";

/** Add a location to the scan that this browser has just recorded. */
export async function POST(request: Request): Promise<Response> {
  const told = await forVisitor(request, async (visitor) => ({ isPlaced: await tellPlace(visitor) }));
  return "refused" in told
    ? failedAnswer(request, await languagesOf(request), told)
    : doneAnswer(request, told.isPlaced ? "place" : "late");
}
