/**
 * What no browser with a person before it says of itself: crawlers, previews of links in chats, checks of links. A small
 * list of our own: each is known for opening links that people send each other.
 */
const MACHINES = new RegExp(
  [
    "(?<!cu)bot\\b", // Googlebot, Twitterbot (iMessage's previews, too), Slackbot; not the phones of Cubot
    "bot[-/;]",
    "crawl",
    "spider",
    "preview", // SkypeUriPreview, BingPreview, Snap URL Preview
    "facebookexternalhit",
    "facebookcatalog",
    "meta-external",
    "whatsapp/",
    "slack-imgproxy",
    "embedly",
    "iframely",
    "vkshare",
    "slurp",
    "ia_archiver",
    "mediapartners-google",
    "apis-google",
    "googleother",
    "google-(?:pagerenderer|read-aloud|inspectiontool|safety|extended|adwords)",
    "chrome-lighthouse",
    "(?:chatgpt|claude|perplexity|mistralai|duckassist)-user",
    "https?://", // Only who crawls names a page about itself.
  ].join("|"),
  "i",
);

/** All browsers call themselves so; programs and most bots do not. */
const BROWSER = /^(?:Mozilla|Opera)\//;

/** Whether a user agent is a browser that a person may sit before. */
export const isBrowser = (userAgent: string | null): boolean =>
  userAgent !== null && BROWSER.test(userAgent) && !MACHINES.test(userAgent);

const AHEAD_OF_TIME = ["sec-purpose", "purpose", "x-purpose", "x-moz"];

/** Whether a page is asked for before anybody wants to see it, or as a small picture of itself. */
const isAheadOfTime = (headers: Headers) =>
  AHEAD_OF_TIME.some((name) => /prefetch|prerender|preview/i.test(headers.get(name) ?? ""));

/** Whether a page of this service leads here: the dashboard, or this page itself. Without secure transport, browsers say less. */
function isFromInside(headers: Headers): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== null) return site === "same-origin";
  const referer = headers.get("referer") ?? "";
  return URL.canParse(referer) && new URL(referer).host === headers.get("host");
}

/** Whether a request for an item's page is somebody who has scanned its code, or followed its link (decision 0027). */
export function isScan({ method, headers }: Pick<Request, "method" | "headers">): boolean {
  const shownAs = headers.get("sec-fetch-dest") ?? "document";
  return (
    method === "GET" &&
    shownAs === "document" &&
    isBrowser(headers.get("user-agent")) &&
    !isAheadOfTime(headers) &&
    !isFromInside(headers)
  );
}

/** The system of a user agent, in the words that apps use; nothing where it is another one. */
export function osOf(userAgent: string | null): string | undefined {
  const agent = userAgent ?? "";
  if (/iPhone|iPad|iPod/.test(agent)) return "ios";
  if (/Android/.test(agent)) return "android";
  if (/Windows NT/.test(agent)) return "windows";
  if (/Mac OS X|Macintosh/.test(agent)) return "macos";
  if (/CrOS/.test(agent)) return "chromeos";
  return /Linux/.test(agent) ? "linux" : undefined;
}
