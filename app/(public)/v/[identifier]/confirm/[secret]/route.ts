import { seeConfirmation, submitConfirmation } from "@/server/web/verify/own";
import { rememberOwner } from "@/server/web/verify/owner-cookie";
import { forVisitor } from "@/server/web/verify/visitor";
import { failedAnswer, redirectAnswer } from "../../_page/answer";
import { confirmAnswer } from "../../_page/answer-owner";
import { languagesOf } from "../../_page/languages";
import { pathOf } from "../../_page/paths";

/** Page of a link in an e-mail, which changes nothing. */
export async function GET(request: Request): Promise<Response> {
  const languages = await languagesOf(request);
  const seen = await forVisitor(request, async (visitor) => ({
    identifier: visitor.identifier,
    of: await seeConfirmation(visitor),
  }));
  return "refused" in seen
    ? failedAnswer(request, languages, seen, "owner")
    : confirmAnswer(request, languages, seen);
}

/** Confirm an activation or a transfer. */
export async function POST(request: Request): Promise<Response> {
  const outcome = await forVisitor(request, async (visitor) => ({
    secret: await submitConfirmation(visitor),
  }));
  if ("refused" in outcome) return failedAnswer(request, await languagesOf(request), outcome, "owner");
  const { secret } = outcome;
  const page = `${pathOf(request)}/owner/${secret}?done=owned#done`;
  return redirectAnswer(page, rememberOwner(request.headers, secret));
}
