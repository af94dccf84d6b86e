import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { eq } from "drizzle-orm";
import { identifiers } from "@/db/schema/identifiers";
import { items } from "@/db/schema/items";
import { jobs } from "@/db/schema/jobs";
import { newId } from "@/server/platform/ids";
import { newProducer } from "../credentials";
import { inside } from "../inside";
import { expectAccessible, newUser, signIn } from "./people";

/** Adds items to a group, without the API. */
async function fill(producerId: string, groupId: string, count: number) {
  const { db } = await inside();
  const names = Array.from({ length: count }, () => `of-job-${randomUUID()}`);
  const times = { createdAt: new Date(), updatedAt: new Date() };
  await db.insert(identifiers).values(names.map((identifier) => ({ identifier, producerId })));
  await db.insert(items).values(names.map((identifier) => ({ identifier, producerId, groupId, ...times })));
}

/** A job that no process claims for an hour. */
async function newJob(producerId: string): Promise<string> {
  const { db } = await inside();
  const id = newId();
  const now = new Date();
  await db.insert(jobs).values({
    id,
    producerId,
    kind: "replay",
    input: { hookId: newId(), since: 0 },
    name: "https://receiver.example/",
    actorType: "user",
    actorId: newId(),
    actorName: "Ada",
    state: "running",
    done: 500,
    total: 2_000,
    result: { replayed: 20 },
    requestedAt: now,
    turnAt: now,
    lease: newId(),
    leasedUntil: new Date(now.getTime() + 3_600_000),
  });
  return id;
}

test("a large group is deleted as a job: its page shows the progress, and the end", async ({
  page,
  baseURL,
}) => {
  const { producerId, token } = await newProducer("Jobs of a group");
  const made = await fetch(`${baseURL}/api/v2/groups`, {
    method: "POST",
    headers: { "content-type": "application/json", "an-api-token": token },
    body: JSON.stringify({ title: "Autumn series" }),
  });
  const { id }: { id: string } = await made.json();
  await fill(producerId, id, 2_600);
  await signIn(page, await newUser(producerId, "editor", "Ada"));
  await page.goto(`/groups/${id}`);
  await page.getByRole("button", { name: "Delete group" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").fill("DELETE");
  await dialog.getByRole("button", { name: "Delete group" }).click();
  await expect(page.getByText("The group is being deleted.")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Delete group");
  await expect(page.getByRole("progressbar", { name: "Progress: Autumn series" })).toBeVisible();
  await expect(page.getByRole("link", { name: "1 job is running" })).toBeVisible();
  await expect(page.getByText("Done", { exact: true })).toBeVisible();
  await expect(page.getByText("2,600 items removed from the group")).toBeVisible();
  await expect(page.getByRole("link", { name: "1 job is running" })).toHaveCount(0);
  await page.getByRole("link", { name: "Jobs", exact: true }).first().click();
  await expect(page.getByRole("table", { name: "Jobs" }).getByText("Autumn series")).toBeVisible();
});

test("a job is stopped, and a failed one shows its reason and is retried", async ({ page }) => {
  const { producerId } = await newProducer("Jobs that fail");
  await signIn(page, await newUser(producerId, "editor"));
  const stopped = await newJob(producerId);
  await page.goto(`/jobs/${stopped}`);
  await expect(page.getByText("500 of 2,000")).toBeVisible();
  await page.getByRole("button", { name: "Stop job" }).click();
  const dialog = page.getByRole("dialog", { name: "Stop this job?" });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Stop job" }).click();
  await expect(page.getByText("Stopped", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Stop job" })).toHaveCount(0);

  const failing = await newJob(producerId);
  await (await inside()).db.update(jobs).set({ lease: null, leasedUntil: null }).where(eq(jobs.id, failing));
  await page.goto(`/jobs/${failing}`);
  const reason = page.getByRole("alert").filter({ hasText: "This webhook does not exist" });
  await expect(reason).toBeVisible();
  // The job fails again at once; what it says then is what its page shows after the answer.
  const retried = page.waitForResponse((response) => response.url().includes("jobs.retry"));
  await page.getByRole("button", { name: "Retry job" }).click();
  expect((await retried).ok()).toBe(true);
  await expect(reason).toBeVisible();
});

test("viewers see jobs and cannot stop them", async ({ page }) => {
  const { producerId } = await newProducer("Jobs for viewers");
  const id = await newJob(producerId);
  await signIn(page, await newUser(producerId, "viewer"));
  await page.goto("/jobs");
  await page.getByRole("link", { name: /Resend deliveries/ }).click();
  await expect(page).toHaveURL(new RegExp(`/jobs/${id}$`));
  await expect(page.getByText("500 of 2,000")).toBeVisible();
  await expect(page.getByRole("button", { name: "Stop job" })).toHaveCount(0);
});
