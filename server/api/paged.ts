import { Answer } from "@/server/http/answer";
import { publicBaseUrl } from "@/server/platform/env";
import type { RequestInfo } from "./endpoint";

/** Answers with one page; `Link` names the next page while older entries exist. */
export function pagedAnswer<T>(body: T, next: number | undefined, request: RequestInfo): Answer<T> {
  if (next === undefined) return new Answer(body);
  const url = new URL(request.target, publicBaseUrl);
  url.searchParams.set("timestamp", String(next));
  return new Answer(body, { link: `<${publicBaseUrl}${url.pathname}${url.search}>; rel="next"` });
}
