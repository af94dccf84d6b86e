import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { promisify } from "node:util";
import AxeBuilder from "@axe-core/playwright";
import { expect, type Locator, type Page } from "@playwright/test";
import { DATA_DIR } from "../where";

/** Journeys that take long and that others lead through already: made with `EVERY_JOURNEY=1 npm test`. */
export const LONG = "@long";

export const PASSWORD = "violet kettle under seven bridges";

export interface User {
  email: string;
  name: string;
}

/** Makes a member of a producer as an operator would, beside the running service. */
export async function newUser(
  producerId: string,
  role: "owner" | "editor" | "viewer",
  name = `${role} Example`,
): Promise<User> {
  const email = `${randomUUID()}@people.test`;
  await promisify(execFile)(
    "npm",
    [
      ...["run", "-s", "user", "--", "create", "--json"],
      ...["--email", email, "--password", PASSWORD, "--name", name],
      ...["--producer", producerId, "--role", role],
    ],
    { env: { ...process.env, DATA_DIR } },
  );
  return { email, name };
}

/** Signs in by the page for it, and waits for the overview. */
export async function signIn(page: Page, { email }: User, password = PASSWORD): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL("**/overview");
}

/** What an element says. */
export const textOf = async (place: Locator) => ((await place.textContent()) ?? "").trim();

/** Nothing that axe finds, and nothing that sticks out of the window. */
export async function expectAccessible(page: Page): Promise<void> {
  // What has just been opened fades in: it is looked at once it has.
  await page.evaluate(() => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    return Promise.all(ending.map(({ finished }) => finished.catch(() => undefined)));
  });
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
}
