import type { SessionOrigin } from "@/server/domain/people/sessions";
import { seenAddress } from "@/server/platform/caller-network";
import { placeOfAddress } from "@/server/platform/ip-place";

/** The first that matches: browsers also name those that they derive from. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:A|iOS)?\//, "Edge"],
  [/\b(?:OPR|OPiOS)\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, "Chrome"],
  [/\bVersion\/.*\bSafari\//, "Safari"],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPad|iPod/, "iOS"],
  [/Android/, "Android"],
  [/Windows NT/, "Windows"],
  [/Mac OS X|Macintosh/, "macOS"],
  [/CrOS/, "ChromeOS"],
  [/Linux/, "Linux"],
];

const nameIn = (list: typeof BROWSERS, agent: string) =>
  list.find(([pattern]) => pattern.test(agent))?.[1] ?? null;

/** What is stored of the browser of a sign-in: its name, its system and the country of its address. */
export function sessionOrigin(headers: Headers): SessionOrigin {
  const agent = (headers.get("user-agent") ?? "").slice(0, 500);
  return {
    browser: nameIn(BROWSERS, agent),
    os: nameIn(SYSTEMS, agent),
    country: placeOfAddress(seenAddress()).country ?? null,
  };
}
