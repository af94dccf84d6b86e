/** @jsxImportSource hono/jsx */
import type { OwnerLink } from "@/server/domain/ownership/schema";
import type { Confirmable, OwnerView } from "@/server/web/verify/own";
import { rememberOwner } from "@/server/web/verify/owner-cookie";
import { htmlAnswer } from "./answer";
import { Confirm } from "./confirm";
import { doneIn } from "./done";
import type { Languages } from "./languages";
import { Owner } from "./owner";
import { pageWords } from "./page-words";

/** Path of the requested page itself, without its query. */
const ownPathOf = (request: Request) => new URL(request.url).pathname;

/** Response with what a link confirms. */
export function confirmAnswer(
  request: Request,
  languages: Languages,
  { identifier, of }: { identifier: string; of: Confirmable },
) {
  const words = pageWords(languages.locale);
  const path = ownPathOf(request);
  const content = <Confirm words={words} identifier={identifier} of={of} action={path} />;
  const page = { title: words.t("confirm.tab"), status: 200, path, content };
  return htmlAnswer(words, page, [{ "set-cookie": languages.setCookie }]);
}

/** Response with the owner's page; this browser shows its visitor as the owner from now on. */
export function ownerAnswer(
  request: Request,
  languages: Languages,
  { link, owner }: { link: OwnerLink; owner: OwnerView },
) {
  const words = pageWords(languages.locale);
  const path = ownPathOf(request);
  const isNew = doneIn(request) === "owned";
  const content = (
    <Owner words={words} identifier={link.identifier} owner={owner} action={path} isNew={isNew} />
  );
  const page = { title: words.t("owner.tab"), status: 200, path, content };
  const remembered = rememberOwner(request.headers, link.secret);
  return htmlAnswer(words, page, [{ "set-cookie": languages.setCookie }, { "set-cookie": remembered }]);
}
