import { expect, test } from "@playwright/test";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { auditEvents } from "@/db/schema/audit-events";
import { assessScans } from "@/server/domain/assessments/assess-scans";
import { newProducer } from "../credentials";
import { inside } from "../inside";
import { settled } from "./every-page/look";
import { darken, expectAccessible, newAdmin, signIn } from "./people";

const Answer = z.object({ scan: z.object({ id: z.string() }).optional() });

test("an admin creates a producer, saves its secrets and invites its first owner on its page", async ({
  page,
  request,
  browser,
}) => {
  const admin = await newAdmin();
  const name = `Made here ${Date.now()}`;
  await signIn(page, admin);
  await page.goto("/admin/producers");
  await page.getByRole("button", { name: "Create producer" }).click();
  const dialog = page.getByRole("dialog");
  const field = dialog.getByRole("textbox", { name: "Name" });
  await expect(field).toBeFocused();
  await expectAccessible(page);
  await field.fill("  ");
  await field.press("Enter");
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await field.fill(`  ${name} `);
  await field.press("Enter");

  await expect(dialog.getByRole("heading", { name: `Producer ${name} created` })).toBeVisible();
  const [token = "", ownerKey = ""] = await dialog.locator("[data-secret]").allTextContents();
  expect(ownerKey).toMatch(/^ano_/);
  const headers = { "an-api-token": token };
  expect((await request.get("/api/v2/scans", { headers })).status()).toBe(200);
  await page.keyboard.press("Escape");
  await page.setViewportSize({ width: 320, height: 640 });
  await darken(page);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "I have saved both" }).click();

  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(page.getByText("No members yet.")).toBeVisible();
  expect(await page.content()).not.toContain(token);
  await page.getByRole("button", { name: "Invite member" }).click();
  await expect(dialog.getByRole("radio", { name: "Owner" })).toBeChecked();
  await dialog.getByRole("textbox", { name: "E-mail" }).fill(`first-${Date.now()}@people.test`);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Send invitation" }).click();
  const link = (await dialog.locator("[data-link]").textContent()) ?? "";
  await dialog.getByRole("button", { name: "Done" }).click();
  const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  const { db } = await inside();
  const kept = await db.select().from(auditEvents).where(eq(auditEvents.producerId, id));
  expect(kept.find(({ action }) => action === "producerCreated")).toMatchObject({
    actorId: admin.personId,
    targetName: name,
  });
  expect(kept.find(({ action }) => action === "memberInvited")).toMatchObject({ actorId: admin.personId });
  await page.goBack();
  await page.getByRole("searchbox", { name: "Name" }).fill(name);
  await expect(page.getByRole("link", { name })).toBeVisible();

  const elsewhere = await browser.newContext();
  const invited = await elsewhere.newPage();
  await invited.goto(new URL(link).pathname);
  await expect(invited.getByText(name).first()).toBeVisible();
  await elsewhere.close();
});

test("an admin without a producer starts at the overview of all producers", async ({ page }) => {
  await signIn(page, await newAdmin());
  await page.goto("/");
  await expect(page).toHaveURL("/admin/overview");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

test("every link on the start page of an admin without a producer works", async ({ page }) => {
  await signIn(page, await newAdmin());
  await page.goto("/admin/overview");
  await settled(page);
  const paths = await page
    .locator("a[href]")
    .evaluateAll((links) =>
      links.map((link) => (link instanceof HTMLAnchorElement ? new URL(link.href).pathname : "")),
    );
  const answers = [];
  for (const path of new Set(paths)) {
    const answer = await page.request.get(path);
    // A redirect to the sign-in page ends with status 200.
    const isRefused = answer.status() >= 400 || new URL(answer.url()).pathname === "/login";
    answers.push({ path, isRefused });
  }
  expect(answers.length).toBeGreaterThanOrEqual(10);
  expect(answers.filter(({ isRefused }) => isRefused)).toEqual([]);
});

test("an admin sees the assessment of a suspicious scan of any producer, with its findings", async ({
  page,
  baseURL,
}) => {
  const { token } = await newProducer("Far apart");
  const identifier = `far-${Date.now()}`;
  const headers = { "an-api-token": token };
  const post = async (path: string, data: object) => {
    const answer = await page.request.post(`${baseURL}/api/v2${path}`, { headers, data });
    return Answer.parse(await answer.json()).scan?.id ?? "";
  };
  const scan = (latitude: number, longitude: number) =>
    post("/scans", { identifier, copyclassification: "original", location: { latitude, longitude } });
  await post("/items", { identifier });
  const before = await scan(52.52, 13.405);
  const scanId = await scan(35.68, 139.76);
  // The service's own loop needs seconds.
  await assessScans((await inside()).db, [scanId]);

  await signIn(page, await newAdmin());
  await page.goto(`/admin/scans/${scanId}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Scan of ${identifier}`);
  const assessment = page.getByRole("region", { name: "Assessment" });
  await expect(assessment.locator("p[data-tone]")).toHaveAttribute("data-tone", "attention");
  await expect(assessment.getByRole("listitem")).toContainText([
    /^Impossible journey.+ the item was scanned .+ away/,
    /^Contradicts the verdict.*The scanner reported an original/,
  ]);
  await assessment.getByRole("link", { name: "View other scan" }).click();
  await expect(page).toHaveURL(`/admin/scans/${before}`);
});
