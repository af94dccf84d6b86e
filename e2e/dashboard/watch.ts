import { expect, type Page } from "@playwright/test";

/**
 * Watches a page from its first request on. What it returns fails for calls of other hosts, breaches of the policy, and
 * scripts that threw.
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
