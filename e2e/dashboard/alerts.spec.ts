import { expect, test } from "@playwright/test";
import { eq } from "drizzle-orm";
import { alerts } from "@/db/schema/alerts";
import { sightings } from "@/db/schema/sightings";
import { DAY_MS, MINUTE_MS } from "@/server/core/time";
import { newId } from "@/server/platform/ids";
import { newProducer } from "../credentials";
import { inside } from "../inside";
import { expectAccessible, newUser, signIn } from "./people";

test("a rule is back-tested, saved and fires, and its alert is closed as a false alarm", async ({ page }) => {
  const { producerId, token } = await newProducer("Alert journey");
  const ctx = await inside();
  const sighting = { identifier: "guessed", copyclassification: "unknown" as const, producerId };
  const timestamp = new Date(Date.now() - 2 * DAY_MS);
  await ctx.db.insert(sightings).values([1, 2, 3].map(() => ({ id: newId(), ...sighting, timestamp })));
  await signIn(page, await newUser(producerId, "editor"));
  await page.goto("/alerts");
  await page.getByRole("link", { name: "Create rule" }).click();

  await page.getByRole("radio", { name: "Unregistered codes" }).check();
  const tested = page.getByRole("region", { name: "Preview of the last 30 days" });
  await expect(tested.getByText("This rule would have opened no alerts.")).toBeVisible();
  await page.getByLabel("Scans of unregistered codes above").fill("2");
  await expect(tested.getByText("This rule would have opened 1 alert.")).toBeVisible();
  await expect(tested.getByRole("list", { name: "Alerts in the last 30 days" })).toContainText(
    "3 scans of unregistered codes",
  );
  await expectAccessible(page);
  await page.getByLabel("Name").fill("Guessed codes");
  await page.getByRole("button", { name: "Save rule" }).click();
  await page.waitForURL("**/alerts/rules");
  await expect(page.getByRole("link", { name: "Guessed codes" })).toBeVisible();

  for (const identifier of ["guessed-1", "guessed-2", "guessed-3"]) {
    await page.request.post("/api/v2/scans", {
      headers: { "an-api-token": token },
      data: { identifier, copyclassification: "unknown" },
    });
  }
  // The service evaluates its rules itself, within a minute.
  await expect
    .poll(() => ctx.db.$count(alerts, eq(alerts.producerId, producerId)), { timeout: MINUTE_MS })
    .toBe(1);

  await page.goto("/alerts");
  await expect(
    page
      .getByRole("navigation")
      .getByRole("link", { name: /^Alerts.*1 open$/ })
      .first(),
  ).toBeVisible();
  await page.getByRole("link", { name: /of unregistered codes in/ }).click();
  await expect(page.getByRole("table", { name: "Scans behind this alert" })).toContainText("guessed-2");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Acknowledge alert" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Note").fill("I ask the fair.");
  await dialog.getByRole("button", { name: "Acknowledge alert" }).click();
  await expect(page.getByRole("list", { name: "Notes" })).toContainText("I ask the fair.");
  await page.getByRole("button", { name: "Mark as false alarm" }).click();
  await dialog.getByRole("button", { name: "Mark as false alarm" }).click();
  await expect(page.getByRole("list", { name: "Notes" })).toContainText("marked the alert as a false alarm");
  await page.getByRole("link", { name: "All alerts" }).click();
  await expect(page.getByText("No open alerts")).toBeVisible();
});
