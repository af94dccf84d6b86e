import { describe, expect, test } from "vitest";
import { isScan, osOf } from "./who-looks";

// Holds decision 0027.

const SAFARI =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1";
const CHROME =
  "Mozilla/5.0 (Linux; Android 14; CUBOT KINGKONG) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36";

const isCounted = (headers: Record<string, string>, method = "GET") =>
  isScan({ method, headers: new Headers({ host: "assay.test", ...headers }) });

test.each([
  ["a phone's camera", { "user-agent": SAFARI }],
  ["a phone of a maker whose name ends in bot", { "user-agent": CHROME }],
  ["a browser without a window", { "user-agent": CHROME.replace("Chrome", "HeadlessChrome") }],
  ["an app's own browser", { "user-agent": `${SAFARI} [FBAN/FBIOS;FBAV/480.0.0.0]` }],
  [
    "a link on another site",
    { "user-agent": CHROME, "sec-fetch-site": "cross-site", referer: "https://shop.test/x" },
  ],
  ["a typed address", { "user-agent": CHROME, "sec-fetch-site": "none", "sec-fetch-dest": "document" }],
])("%s is a scan", (_, headers) => {
  expect(isCounted(headers)).toBe(true);
});

describe("not a scan", () => {
  test.each([
    "WhatsApp/2.24.20.0 A",
    "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0",
    "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)",
    "TelegramBot (like TwitterBot)",
    "Twitterbot/1.0",
    "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)",
    "Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X) AppleWebKit/537.36 Chrome/130.0.0.0 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
    "Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5",
    "LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)",
    "curl/8.5.0",
    "",
  ])("for %s", (agent) => {
    expect(isCounted({ "user-agent": agent })).toBe(false);
  });

  test.each([
    ["HEAD", {}, "HEAD"],
    ["a prefetch", { "sec-purpose": "prefetch;prerender" }],
    ["an older prefetch", { purpose: "prefetch" }],
    ["a small picture of the page", { "x-purpose": "preview" }],
    ["a subresource", { "sec-fetch-dest": "image" }],
    ["a link of our own pages", { "sec-fetch-site": "same-origin" }],
    ["a link of our own pages by plain http", { referer: "http://assay.test/items/x" }],
  ])("for %s", (_, headers, method = "GET") => {
    expect(isCounted({ "user-agent": SAFARI, ...headers }, method)).toBe(false);
  });
});

test("operating systems are named as apps name them, and never guessed", () => {
  expect(
    [SAFARI, CHROME, "Mozilla/5.0 (Windows NT 10.0; Win64; x64)", "Mozilla/5.0 (PlayStation 5)", null].map(
      osOf,
    ),
  ).toEqual(["ios", "android", "windows", undefined, undefined]);
});
