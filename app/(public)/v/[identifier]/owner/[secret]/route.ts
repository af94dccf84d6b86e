import { linkIn, seeOwner, submitOwnerAct } from "@/server/web/verify/own";
import { forgetOwner } from "@/server/web/verify/owner-cookie";
import { forVisitor } from "@/server/web/verify/visitor";
import { doneAnswer, failedAnswer, redirectAnswer } from "../../_page/answer";
import { ownerAnswer } from "../../_page/answer-owner";
import { languagesOf } from "../../_page/languages";
import { pathOf } from "../../_page/paths";

/** Page of the item's owner. */
export async function GET(request: Request): Promise<Response> {
  const languages = await languagesOf(request);
  const seen = await forVisitor(request, async (visitor) => ({
    link: linkIn(visitor),
    owner: await seeOwner(visitor),
  }));
  return "refused" in seen
    ? failedAnswer(request, languages, seen, "owner")
    : ownerAnswer(request, languages, seen);
}

/** Transfer the item, report or withdraw a theft, or end the ownership. */
export async function POST(request: Request): Promise<Response> {
  const languages = await languagesOf(request);
  const outcome = await forVisitor(request, async (visitor) => ({
    act: await submitOwnerAct(visitor, languages.locale),
    secret: linkIn(visitor).secret,
  }));
  if ("refused" in outcome) return failedAnswer(request, languages, outcome, "owner");
  const { act, secret } = outcome;
  return act === "end"
    ? doneAnswer(request, "ended", forgetOwner(request.headers, secret))
    : redirectAnswer(`${pathOf(request)}/owner/${secret}`);
}
