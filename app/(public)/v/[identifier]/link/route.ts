import { submitLinkRequest } from "@/server/web/verify/own";
import { forVisitor } from "@/server/web/verify/visitor";
import { doneAnswer, failedAnswer } from "../_page/answer";
import { languagesOf } from "../_page/languages";

/** Ask for the link to the owner's page. The answer does not tell whose item it is. */
export async function POST(request: Request): Promise<Response> {
  const languages = await languagesOf(request);
  const outcome = await forVisitor(request, async (visitor) => ({
    isSent: await submitLinkRequest(visitor, languages.locale),
  }));
  return "refused" in outcome
    ? failedAnswer(request, languages, outcome, "owner")
    : doneAnswer(request, "link");
}
