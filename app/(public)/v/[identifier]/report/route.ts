import { receiveReport, submitReport } from "@/server/web/verify/tell";
import { forUpload } from "@/server/web/verify/visitor";
import { doneAnswer, failedAnswer } from "../_page/answer";
import { languagesOf } from "../_page/languages";

/** Store a visitor's report about the item. */
export async function POST(request: Request): Promise<Response> {
  const outcome = await forUpload(request, receiveReport, async (visitor, form) => ({
    isKept: await submitReport(visitor, form),
  }));
  return "refused" in outcome
    ? failedAnswer(request, await languagesOf(request), outcome)
    : doneAnswer(request, "report");
}
