import { expect, type Page, test } from "@playwright/test";
import { z } from "zod";
import { newProducer } from "../credentials";
import { settled } from "./every-page/look";
import { expectAccessible, newUser, signIn } from "./people";

const Recorded = z.object({ scan: z.object({ id: z.string() }) });

/** A producer with an editor who is signed in, and a call of the API with its token. */
async function start(page: Page, name: string) {
  const { producerId, token } = await newProducer(name);
  const call = async (path: string, data: object) => {
    const answer = await page.request.post(`/api/v2${path}`, { headers: { "an-api-token": token }, data });
    expect(answer.ok()).toBe(true);
    return answer.json();
  };
  const colleague = await newUser(producerId, "editor", "Grace Hopper");
  await signIn(page, await newUser(producerId, "editor", "Ada Lovelace"));
  return { call, colleague };
}

const bag = (n: number) => `BAG-${n}-${crypto.randomUUID().slice(0, 8)}`;

test("a fake that was scanned becomes a case, which grows by what is suggested and is confirmed", async ({
  page,
}) => {
  const { call } = await start(page, "Cases journey");
  const identifier = bag(1);
  const data = { retailPrice: "1290.00 EUR" };
  await call("/items", { identifier, title: "Handbag Luna", data });
  const scan = async (latitude: number, longitude: number) =>
    Recorded.parse(
      await call("/scans", { identifier, copyclassification: "fake", location: { latitude, longitude } }),
    ).scan.id;
  const first = await scan(51.92, 4.48);
  await scan(51.93, 4.5);
  await scan(52.37, 4.9);

  await page.goto(`/scans/${first}`);
  await page.getByRole("button", { name: "Add to case" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Title of the new case").fill("Rotterdam handbags");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Open case" }).click();
  await page.getByRole("link", { name: "View case" }).click();
  await expect(page.getByRole("heading", { name: "#1 Rotterdam handbags" })).toBeVisible();
  await expect(page.getByText("€1,290")).toBeVisible();

  const suggested = page.getByRole("region", { name: "Probably part of this case" });
  await suggested.getByRole("button", { name: "Add all 2" }).click();
  await expect(page.getByRole("tab", { name: "Scans 3" })).toBeVisible();
  await expect(suggested).toContainText("Nothing else shares");

  const note = page.getByLabel("New note");
  await note.fill("Please look at the seams, ");
  await note.pressSequentially("@gra");
  await page.getByRole("option", { name: "Grace Hopper" }).click();
  await page.getByRole("button", { name: "Add note" }).click();
  const timeline = page.getByRole("list", { name: "Timeline" });
  await expect(timeline).toContainText("@Grace Hopper");
  await expect(timeline).toContainText("Mentions Grace Hopper");

  await page.getByRole("button", { name: "Add person" }).click();
  await dialog.getByLabel("Name").fill("Sam Sellers");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("region", { name: "People" })).toContainText("Sam Sellers");

  await page.getByRole("button", { name: "Confirm", exact: true }).click();
  await dialog.getByLabel("Reason").fill("Seams and zip are wrong.");
  await dialog.getByRole("button", { name: "Confirm", exact: true }).click();
  await expect(timeline).toContainText("set the status to Confirmed");
  await expect(timeline).toContainText("Seams and zip are wrong.");
  await settled(page);
  await expectAccessible(page);

  await page.getByRole("link", { name: "All cases" }).click();
  const figures = page.locator("dl").filter({ hasText: "Median time to decision" });
  await expect(figures).toContainText("€1,290");
  await page.goto(`/scans/${first}`);
  await expect(page.getByRole("link", { name: "#1 Rotterdam handbags" })).toBeVisible();
});

test("cases are opened, filtered and changed together; a conflicting edit loses nothing", async ({
  page,
  browser,
}) => {
  const { colleague } = await start(page, "Many cases");
  for (const title of ["Handbags", "Watches"]) {
    await page.goto("/cases/new");
    await page.getByLabel("Title", { exact: false }).first().fill(title);
    await page.getByRole("button", { name: "Open case" }).click();
    await expect(page.getByRole("heading", { name: title })).toBeVisible();
  }
  await page.goto("/cases");
  const list = page.getByRole("table", { name: "Cases" });
  await expect(list.getByRole("link", { name: "Watches" })).toBeVisible();
  await page.getByRole("checkbox", { name: "#1 Handbags" }).check();
  await page.getByRole("checkbox", { name: "#2 Watches" }).check();
  await page.getByRole("button", { name: "Set owner" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("New owner").click();
  await page.getByRole("option", { name: "Grace Hopper" }).click();
  await dialog.getByRole("button", { name: "Apply to 2 cases" }).click();
  await expect(list.getByRole("row").filter({ hasText: "Grace Hopper" })).toHaveCount(2);
  await expectAccessible(page);

  await list.getByRole("link", { name: "Handbags" }).click();
  await page.getByRole("link", { name: "Edit" }).click();
  await page.getByLabel("Title").fill("Handbags of Rotterdam");
  const other = await (await browser.newContext({ baseURL: new URL(page.url()).origin })).newPage();
  await signIn(other, colleague);
  await other.goto(page.url());
  await other.getByLabel("Summary").fill("Seen at the market.");
  await other.getByRole("button", { name: "Save" }).click();
  await expect(other.getByRole("region", { name: "Summary" })).toContainText("Seen at the market.");
  await page.getByRole("button", { name: "Save" }).click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { name: "#1 Handbags of Rotterdam" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Summary" })).toContainText("Seen at the market.");
});
