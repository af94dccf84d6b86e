/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";
import { currentNonce } from "@/app/request/request";
import type { Visit } from "@/server/web/verify/visit";
import type { Refused } from "@/server/web/verify/visitor";
import { CodeScript } from "./code-script";
import { Document, type Preview } from "./document";
import type { Done } from "./done";
import { Failed, type FailedPage } from "./failed";
import { Item } from "./item";
import type { Languages } from "./languages";
import { Missing } from "./missing";
import { type PageWords, pageWords } from "./page-words";
import { absolute, pagePath, pathOf, thumbnailOf } from "./paths";
import { ShareScript } from "./share-script";

const PREVIEW_WIDTH = 1200;

/** A page in words. */
export interface Page {
  title: string;
  preview?: Preview;
  status: number;
  path: string;
  content: Child;
}

/** Response with a page. */
export async function htmlAnswer(
  words: PageWords,
  page: Page,
  more: Record<string, string | undefined>[] = [],
) {
  const { title, preview, status, path, content } = page;
  const html = (
    <Document words={words} title={title} preview={preview} nonce={await currentNonce()} path={path}>
      {content}
    </Document>
  );
  const headers = new Headers({
    "content-type": "text/html; charset=utf-8",
    "cache-control": "private, no-store",
    "content-language": words.locale,
    "x-robots-tag": "noindex, nofollow",
  });
  for (const [name, value] of more.flatMap(Object.entries)) if (value) headers.append(name, value);
  return new Response(`<!doctype html>${html}`, { status, headers });
}

/** Response for a refusal. */
export function failedAnswer(
  request: Request,
  languages: Languages,
  refusal: Refused,
  of: FailedPage = request.method === "GET" ? "visit" : "form",
) {
  const words = pageWords(languages.locale);
  const path = pathOf(request);
  const content = <Failed words={words} refusal={refusal} of={of} path={path} />;
  const page = { title: words.t("failed.tab"), status: refusal.status, path, content };
  return htmlAnswer(words, page, [{ "retry-after": refusal.retryAfter }]);
}

async function pageOf(words: PageWords, visit: Visit, done: Done | undefined): Promise<Page> {
  const { t } = words;
  const { identifier, item, mayBePlaced } = visit;
  const path = pagePath(identifier);
  if (!item)
    return {
      title: t("missing.tab"),
      status: 404,
      path,
      content: <Missing words={words} visit={visit} isReported={done === "report"} />,
    };
  const brand = item.past.producerName;
  return {
    title: item.title ?? t("untitled", { brand }),
    preview: {
      description: item.isInvalidated ? t("invalidated") : t("registered", { brand }),
      url: absolute(path),
      image: item.hasImage ? absolute(thumbnailOf(identifier, PREVIEW_WIDTH)) : undefined,
    },
    status: 200,
    path,
    content: (
      <>
        <Item words={words} item={item} visit={visit} done={done} />
        {mayBePlaced && <ShareScript nonce={await currentNonce()} />}
        {visit.ownership && <CodeScript nonce={await currentNonce()} />}
      </>
    ),
  };
}

/** Response for a visit. */
export async function visitAnswer(languages: Languages, visit: Visit, done: Done | undefined) {
  const words = pageWords(languages.locale);
  const page = await pageOf(words, visit, done);
  return htmlAnswer(words, page, [{ "set-cookie": visit.setCookie }, { "set-cookie": languages.setCookie }]);
}

/** Redirect to the page after a form, so that a reload does not send it again. */
export const doneAnswer = (request: Request, done: Done, setCookie?: string) =>
  redirectAnswer(`${pathOf(request)}?done=${done}#done`, setCookie);

/** Redirect to a page of an item. */
export const redirectAnswer = (location: string, setCookie?: string) =>
  new Response(null, {
    status: 303,
    headers: {
      location,
      "cache-control": "private, no-store",
      ...(setCookie ? { "set-cookie": setCookie } : {}),
    },
  });
