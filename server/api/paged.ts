import { JsonText } from "@/server/data/json-text";
import { Answer } from "@/server/http/answer";
import { publicBaseUrl } from "@/server/platform/env";
import type { RequestInfo } from "./endpoint";

/** Where the answer of a feed ends. */
export const CURSOR_HEADER = "assay-cursor";

/** The header that names the next page of a list. */
function linkTo(next: { name: string; value: string }, request: RequestInfo): Record<string, string> {
  const url = new URL(request.target, publicBaseUrl);
  url.searchParams.set(next.name, next.value);
  return { link: `<${publicBaseUrl}${url.pathname}${url.search}>; rel="next"` };
}

/** Answers with one page; `Link` names the next page while older entries exist. */
export function pagedAnswer<T>(body: T, next: number | undefined, request: RequestInfo): Answer<T> {
  if (next === undefined) return new Answer(body);
  return new Answer(body, linkTo({ name: "timestamp", value: String(next) }, request));
}

/** Answers with JSON Lines and the cursor behind them; `Link` names the next page while there are further entries. */
export function feedAnswer(
  lines: string[],
  { cursor, hasMore }: { cursor: string; hasMore: boolean },
  request: RequestInfo,
): Answer<JsonText> {
  return new Answer(new JsonText(lines.map((line) => `${line}\n`).join("")), {
    "content-type": "application/jsonl; charset=utf-8",
    [CURSOR_HEADER]: cursor,
    ...(hasMore ? linkTo({ name: "after", value: cursor }, request) : {}),
  });
}
