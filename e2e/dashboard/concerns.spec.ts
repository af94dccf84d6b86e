import { expect, type Page, test } from "@playwright/test";
import { newProducer } from "../credentials";
import { newUser, signIn } from "./people";

const ROTTERDAM = { latitude: 51.92, longitude: 4.48 };
const BERLIN = { latitude: 52.52, longitude: 13.4 };

/** A producer with fakes in Rotterdam and originals in Berlin, whose member has opened the overview. */
async function openOverview(
  page: Page,
  { fakes, originals, role }: { fakes: number; originals: number; role: "editor" | "viewer" },
) {
  const { producerId, token } = await newProducer("Concerns");
  const identifier = `bag-${crypto.randomUUID()}`;
  const post = async (path: string, data: object) =>
    expect(
      (await page.request.post(`/api/v2${path}`, { headers: { "an-api-token": token }, data })).status(),
    ).toBe(200);
  await post("/items", { identifier, title: "Handbag Luna" });
  const scan = (copyclassification: string, location: object) =>
    post("/scans", { identifier, copyclassification, location });
  for (let i = 0; i < originals; i++) await scan("original", BERLIN);
  for (let i = 0; i < fakes; i++) await scan("fake", ROTTERDAM);
  await signIn(page, await newUser(producerId, role));
  await page.goto("/overview");
  return page.getByRole("region", { name: "Needs attention" });
}

test("the overview says where fakes stand out, and they become a case from there", async ({ page }) => {
  const attention = await openOverview(page, { fakes: 4, originals: 3, role: "editor" });
  const concern = attention.getByRole("listitem", { name: "Netherlands: 4 fakes" });
  await expect(concern).toContainText(/4 of 4 scans, 1 item, since \w+\s\d+\./);

  await concern.getByRole("link", { name: "Show the fakes" }).click();
  await expect(page).toHaveURL(/country=NL/);
  await expect(page.locator("main tbody tr")).toHaveCount(4);
  await page.goBack();

  await concern.getByRole("button", { name: "Add to case" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("Title of the new case")).toHaveValue("Netherlands: 4 fakes");
  await dialog.getByRole("button", { name: "Open case" }).click();
  await expect(concern.getByRole("button", { name: "Add to case" })).toHaveCount(0);
  await concern.getByRole("link", { name: "Continue in case #1" }).click();
  await expect(page.getByRole("tab", { name: "Scans 4" })).toBeVisible();
});

test("a viewer sees what needs attention, and cannot open a case", async ({ page }) => {
  const attention = await openOverview(page, { fakes: 3, originals: 0, role: "viewer" });
  await expect(attention.getByRole("listitem", { name: "Netherlands: 3 fakes" })).toBeVisible();
  await expect(attention.getByRole("button")).toHaveCount(0);
});

test("originals alone need no attention", async ({ page }) => {
  const attention = await openOverview(page, { fakes: 0, originals: 2, role: "viewer" });
  await expect(attention).toContainText("Nothing unusual in the last 7 days.");
});

test("the fake rate has a line of its own, from 30 scans upwards", async ({ page }) => {
  await openOverview(page, { fakes: 3, originals: 26, role: "viewer" });
  await expect(page.getByText("The fake rate is shown from 30 scans upwards.")).toBeVisible();
  const line = page.locator(".recharts-line-dots circle");
  await expect(page.locator(".recharts-surface").last()).toBeVisible();
  await expect(line).toHaveCount(0);
  await page.getByText("Show as table").click();
  const today = page.getByRole("region", { name: "Show as table" }).getByRole("row").last();
  await expect(today.getByRole("cell").last()).toHaveText("–");
});

test("with 30 scans the line has the rate of the day", async ({ page }) => {
  await openOverview(page, { fakes: 3, originals: 27, role: "viewer" });
  await expect(page.locator(".recharts-line-dots circle")).toHaveCount(1);
  await page.getByText("Show as table").click();
  const today = page.getByRole("region", { name: "Show as table" }).getByRole("row").last();
  await expect(today.getByRole("cell").last()).toHaveText("10%");
});
