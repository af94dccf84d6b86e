import { randomUUID } from "node:crypto";
import { expect, type Locator, type Page } from "@playwright/test";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { people } from "@/db/schema/people";
import { addMember } from "@/server/domain/members/add";
import { createPerson } from "@/server/domain/people/create";
import { NewPerson } from "@/server/domain/people/schema";
import { inside } from "../inside";
import { overflow, stillness, violations } from "./axe";

export const PASSWORD = "violet kettle under seven bridges";

export interface User {
  email: string;
  name: string;
}

/** Makes somebody who can sign in. */
export async function newPerson(name: string): Promise<User & { personId: string }> {
  const email = `${randomUUID()}@people.test`;
  const person = await createPerson(await inside(), NewPerson.parse({ email, name, password: PASSWORD }));
  return { personId: person.id, email, name };
}

/** Makes somebody who runs the service. */
export async function newAdmin(name = "Ada Admin"): Promise<User & { personId: string }> {
  const admin = await newPerson(name);
  await (await inside()).db.update(people).set({ isAdmin: true }).where(eq(people.id, admin.personId));
  return admin;
}

/** Makes somebody who can sign in, and a member of the producer. */
export async function newUser(
  producerId: string,
  role: "owner" | "editor" | "viewer",
  name = `${role} Example`,
): Promise<User & { personId: string }> {
  const person = await newPerson(name);
  await addMember(await inside(), { producerId, personId: person.personId, role });
  return person;
}

const Csrf = z.object({ csrfToken: z.string() });

/** Signs in as the page for it does; the page stays where it is. */
export async function signIn({ request }: Page, { email }: User, password = PASSWORD): Promise<void> {
  const { csrfToken } = Csrf.parse(await (await request.get("/api/auth/csrf")).json());
  const answer = await request.post("/api/auth/callback/credentials", {
    form: { email, password, csrfToken, callbackUrl: "/overview", json: "true" },
  });
  expect(answer.status()).toBe(200);
}

/** What an element says. */
export const textOf = async (place: Locator) => ((await place.textContent()) ?? "").trim();

/** Looks at the page on a device that is dark, once it is. */
export async function darken(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: "dark" });
  await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
}

/** Nothing that axe finds, and nothing that sticks out of the window. */
export async function expectAccessible(page: Page): Promise<void> {
  await stillness(page);
  expect([...(await violations(page)), ...(await overflow(page))]).toEqual([]);
}
