import { submitActivation } from "@/server/web/verify/own";
import { forVisitor } from "@/server/web/verify/visitor";
import { doneAnswer, failedAnswer } from "../_page/answer";
import { languagesOf } from "../_page/languages";

/** Ask to activate the item by its second code. */
export async function POST(request: Request): Promise<Response> {
  const languages = await languagesOf(request);
  const outcome = await forVisitor(request, async (visitor) => ({
    isSent: await submitActivation(visitor, languages.locale),
  }));
  return "refused" in outcome
    ? failedAnswer(request, languages, outcome, "owner")
    : doneAnswer(request, "activation");
}
