import type { IncomingMessage } from "node:http";

const isPage = (path: string) => path !== "/api" && !path.startsWith("/api/") && !path.startsWith("/_next/");

/** Whether a browser may show the answer as a page: next-auth's answers included. */
export const isShown = (path: string) =>
  isPage(path) || path === "/api/auth" || path.startsWith("/api/auth/");

/** Whether a path decodes to text. */
export function isText(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

const HAS_DOT_SEGMENT = /\/(\.|%2e){1,2}(\/|$)/i;

/**
 * The path of a request; undefined for a target that is not a path. Normalizes absolute targets and dot segments, also in
 * the request, so that later readers see the same path.
 */
export function pathOf(request: IncomingMessage): string | undefined {
  let target = request.url ?? "/";
  if (!target.startsWith("/")) target = target.replace(/^https?:\/\/[^/?#]*(?=\/)/i, "");
  const mark = target.indexOf("?");
  let path = mark === -1 ? target : target.slice(0, mark);
  if (!path.startsWith("/") || path.includes("\\")) return undefined;
  if (HAS_DOT_SEGMENT.test(path)) {
    path = new URL(path, "http://localhost").pathname;
    target = mark === -1 ? path : path + target.slice(mark);
  }
  request.url = target;
  return path;
}
