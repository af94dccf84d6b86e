import { Answer } from "@/server/http/answer";
import { publicBaseUrl } from "@/server/platform/env";
import type { RequestInfo } from "./endpoint";

/** A page as an answer: while older entries exist, `Link` leads to the next page. */
export function pagedAnswer<T>(body: T, next: number | undefined, request: RequestInfo): Answer<T> {
  if (next === undefined) return new Answer(body);
  const url = new URL(request.target, publicBaseUrl);
  url.searchParams.set("timestamp", String(next));
  return new Answer(body, { link: `<${publicBaseUrl}${url.pathname}${url.search}>; rel="next"` });
}
