import { visit } from "@/server/web/verify/visit";
import { forVisitor } from "@/server/web/verify/visitor";
import { failedAnswer, visitAnswer } from "./_page/answer";
import { doneIn } from "./_page/done";
import { languagesOf } from "./_page/languages";

/**
 * Verify page, the target of an item's QR code. A route handler and not a Next page: it records a scan, sets a cookie,
 * sends the right status and needs no script (decision 0027).
 */
export async function GET(request: Request): Promise<Response> {
  const languages = await languagesOf(request);
  const seen = await forVisitor(request, (visitor) => visit(visitor, languages.wanted));
  return "refused" in seen
    ? failedAnswer(request, languages, seen)
    : visitAnswer(languages, seen, doneIn(request));
}
