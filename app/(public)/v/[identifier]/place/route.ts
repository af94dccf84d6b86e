import { tellPlace } from "@/server/web/verify/tell";
import { forVisitor } from "@/server/web/verify/visitor";
import { doneAnswer, failedAnswer } from "../_page/answer";
import { languagesOf } from "../_page/languages";

/** Add a location to the scan that this browser has just recorded. */
export async function POST(request: Request): Promise<Response> {
  const outcome = await forVisitor(request, async (visitor) => ({ isPlaced: await tellPlace(visitor) }));
  return "refused" in outcome
    ? failedAnswer(request, await languagesOf(request), outcome)
    : doneAnswer(request, outcome.isPlaced ? "place" : "late");
}
