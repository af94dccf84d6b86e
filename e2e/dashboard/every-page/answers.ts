import type { Page } from "@playwright/test";
import { z } from "zod";

const Batch = z.array(z.unknown());
const BASE = "/api/trpc/";

/** Replace the response of a procedure, for states that take long to reach. */
async function answerWith(page: Page, procedure: string, answer: object): Promise<void> {
  const names = (url: URL) => url.pathname.slice(BASE.length).split(",");
  await page.route(
    (url) => url.pathname.startsWith(BASE) && names(url).includes(procedure),
    async (route) => {
      const called = names(new URL(route.request().url()));
      if (called.length === 1) return route.fulfill({ json: [answer] });
      const response = await route.fetch();
      const answers = Batch.parse(await response.json());
      answers[called.indexOf(procedure)] = answer;
      await route.fulfill({ status: 200, json: answers });
    },
  );
}

export const answered = (page: Page, procedure: string, json: unknown) =>
  answerWith(page, procedure, { result: { data: { json } } });

export const refused = (page: Page, procedure: string) =>
  answerWith(page, procedure, {
    error: {
      json: {
        message: "Your role is too low.",
        code: -32003,
        data: { appCode: "role-too-low", code: "FORBIDDEN", httpStatus: 403, errors: [] },
      },
    },
  });
