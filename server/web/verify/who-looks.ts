import { createIsbotFromList, list } from "isbot";

/** Browsers without a window count as browsers: deployments are tested with them. */
const HEADLESS = "HeadlessChrome";
const isBot = createIsbotFromList(list.filter((pattern) => !new RegExp(pattern, "i").test(HEADLESS)));

/** The prefix of every browser's user agent; programs and most bots have another. */
const BROWSER = /^(?:Mozilla|Opera)\//;

/** Whether a user agent is a browser used by a person. */
const isBrowser = (userAgent: string | null): boolean =>
  userAgent !== null && BROWSER.test(userAgent) && !isBot(userAgent);

const PREFETCH_HEADERS = ["sec-purpose", "purpose", "x-purpose", "x-moz"];

/** Whether the request is a prefetch, a prerender or a preview. */
const isPrefetch = (headers: Headers) =>
  PREFETCH_HEADERS.some((name) => /prefetch|prerender|preview/i.test(headers.get(name) ?? ""));

/** Whether a page of this service links here. Browsers send `sec-fetch-site` only over secure transport. */
function isInternalLink(headers: Headers): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== null) return site === "same-origin";
  const referer = headers.get("referer") ?? "";
  return URL.canParse(referer) && new URL(referer).host === headers.get("host");
}

/** Whether a request for the verify page counts as a scan: a person scanned the code or followed its link (decision 0027). */
export function isScan({ method, headers }: Pick<Request, "method" | "headers">): boolean {
  const shownAs = headers.get("sec-fetch-dest") ?? "document";
  return (
    method === "GET" &&
    shownAs === "document" &&
    isBrowser(headers.get("user-agent")) &&
    !isPrefetch(headers) &&
    !isInternalLink(headers)
  );
}

/** Returns the operating system of a user agent, named as apps name it; undefined if unknown. */
export function osOf(userAgent: string | null): string | undefined {
  const agent = userAgent ?? "";
  if (/iPhone|iPad|iPod/.test(agent)) return "ios";
  if (/Android/.test(agent)) return "android";
  if (/Windows NT/.test(agent)) return "windows";
  if (/Mac OS X|Macintosh/.test(agent)) return "macos";
  if (/CrOS/.test(agent)) return "chromeos";
  return /Linux/.test(agent) ? "linux" : undefined;
}
