import { type BrowserContext, test as base, type Page } from "@playwright/test";
import { type AppLocale, LOCALE_COOKIE } from "@/app/messages/locales";
import { signIn } from "../people";
import { WIDE } from "./look";
import type { Who } from "./pages/look-at";
import { makeWorld, type World } from "./world";

/** The fixtures and one signed-in browser for each person. */
export interface Stage {
  world: World;
  /** The person's page in a language. */
  pageOf(who: Who, locale: AppLocale): Promise<Page>;
  /** Problems and requested hosts since the last call. The person leaves the page, so that all of its problems have arrived. */
  heard(who: Who): Promise<{ hosts: string[]; problems: string[] }>;
}

async function openStage(newContext: () => Promise<BrowserContext>, baseURL: string): Promise<Stage> {
  const world = await makeWorld(baseURL);
  const pages = new Map<Who, Page>();
  const hosts = new Set<string>();
  let problems: string[] = [];

  const open = async (who: Who) => {
    const context = await newContext();
    context.on("request", (request) => {
      const { host, protocol } = new URL(request.url());
      if (protocol.startsWith("http")) hosts.add(host);
    });
    context.on("weberror", (error) => problems.push(String(error.error())));
    context.on("console", (message) => {
      if (message.type() === "error") problems.push(message.text());
    });
    const page = await context.newPage();
    if (who !== "visitor") await signIn(page, world[who]);
    pages.set(who, page);
    return page;
  };

  return {
    world,
    async pageOf(who, locale) {
      const page = pages.get(who) ?? (await open(who));
      await page.unrouteAll({ behavior: "ignoreErrors" });
      await page.setViewportSize(WIDE);
      await page.emulateMedia({ colorScheme: locale === "en" ? "light" : "dark" });
      await page.context().addCookies([{ name: LOCALE_COOKIE, value: locale, url: baseURL }]);
      return page;
    },
    async heard(who) {
      await pages.get(who)?.goto("about:blank");
      const heard = { hosts: [...hosts], problems };
      problems = [];
      return heard;
    },
  };
}

export const test = base.extend<object, { stage: Stage }>({
  stage: [
    async ({ browser }, use, { project }) => {
      const baseURL = project.use.baseURL ?? "";
      const contexts: BrowserContext[] = [];
      const newContext = async () => {
        const context = await browser.newContext({ baseURL, viewport: WIDE, reducedMotion: "reduce" });
        contexts.push(context);
        return context;
      };
      await use(await openStage(newContext, baseURL));
      for (const context of contexts) await context.close();
    },
    { scope: "worker" },
  ],
});
