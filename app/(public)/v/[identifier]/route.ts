import { visit } from "@/server/web/verify/visit";
import { forVisitor } from "@/server/web/verify/visitor";
import { failedAnswer, visitAnswer } from "./_page/answer";
import { doneIn } from "./_page/done";
import { languagesOf } from "./_page/languages";

/**
 * The page that an item's QR code leads to. A route rather than a page of Next: opening it records a scan and remembers
 * it by a cookie, its status tells whether there is an item, and it needs no script (decision 0027).
 */
export async function GET(request: Request): Promise<Response> {
  const languages = await languagesOf(request);
  const seen = await forVisitor(request, (visitor) => visit(visitor, languages.wanted));
  return "refused" in seen
    ? failedAnswer(request, languages, seen)
    : visitAnswer(languages, seen, doneIn(request));
}
