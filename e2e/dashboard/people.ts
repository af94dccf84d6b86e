import { randomUUID } from "node:crypto";
import { expect, type Locator, type Page } from "@playwright/test";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { people } from "@/db/schema/people";
import { addMember } from "@/server/domain/members/add";
import { insertPerson } from "@/server/domain/people/create";
import { hashOfPassword } from "@/server/domain/people/passwords";
import { inside } from "../inside";
import { overflow, stillness, violations } from "./axe";

export const PASSWORD = "violet kettle under seven bridges";

export interface User {
  email: string;
  name: string;
}

/** Made once for all people, since it takes longer than most calls. */
let passwordHash: Promise<string> | undefined;

/** Create a person who can sign in. */
export async function newPerson(name: string): Promise<User & { personId: string }> {
  passwordHash ??= hashOfPassword(PASSWORD);
  const email = `${randomUUID()}@people.test`;
  const person = await insertPerson(await inside(), {
    email,
    emailProvenAt: new Date(),
    name,
    passwordHash: await passwordHash,
    isAdmin: false,
    locale: null,
  });
  return { personId: person.id, email, name };
}

/** Create an admin of the service. */
export async function newAdmin(name = "Ada Admin"): Promise<User & { personId: string }> {
  const admin = await newPerson(name);
  await (await inside()).db.update(people).set({ isAdmin: true }).where(eq(people.id, admin.personId));
  return admin;
}

/** Create a person who can sign in and is a member of the producer. */
export async function newUser(
  producerId: string,
  role: "owner" | "editor" | "viewer" | "inspector",
  name = `${role} Example`,
): Promise<User & { personId: string }> {
  const person = await newPerson(name);
  await addMember(await inside(), { producerId, personId: person.personId, role });
  return person;
}

const Csrf = z.object({ csrfToken: z.string() });

/** Sign in with the requests of the sign-in page; the page itself does not navigate. */
export async function signIn({ request }: Page, { email }: User, password = PASSWORD): Promise<void> {
  const { csrfToken } = Csrf.parse(await (await request.get("/api/auth/csrf")).json());
  const answer = await request.post("/api/auth/callback/credentials", {
    form: { email, password, csrfToken, callbackUrl: "/overview", json: "true" },
  });
  expect(answer.status()).toBe(200);
}

/** Sign in as another user. An open page would notice that its session has ended, and go to the sign-in page. */
export async function switchTo(page: Page, user: User): Promise<void> {
  await page.goto("about:blank");
  await page.context().clearCookies();
  await signIn(page, user);
}

/** Trimmed text of an element. */
export const textOf = async (place: Locator) => ((await place.textContent()) ?? "").trim();

/** Emulate a dark device, and wait until the page is dark. */
export async function darken(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: "dark" });
  await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
}

/** Expect no violations by axe and no overflow. */
export async function expectAccessible(page: Page): Promise<void> {
  // After a click, the title arrives after the content.
  await expect(page).toHaveTitle(/./);
  await stillness(page);
  expect([...(await violations(page)), ...(await overflow(page))]).toEqual([]);
}
