import { expect, type Page } from "@playwright/test";

/**
 * Watch a page from its first request on. The returned function fails for requests to other hosts, policy violations
 * and uncaught script errors.
 */
export function watchPage(page: Page, baseURL: string | undefined): () => void {
  const hosts = new Set<string>();
  const problems: string[] = [];
  page.on("request", (request) => {
    const { host, protocol } = new URL(request.url());
    if (protocol.startsWith("http")) hosts.add(host);
  });
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("console", (message) => {
    if (/Content Security Policy|hydrat/i.test(message.text())) problems.push(message.text());
  });
  return () => {
    expect(problems).toEqual([]);
    expect([...hosts]).toEqual([new URL(baseURL ?? "").host]);
  };
}
