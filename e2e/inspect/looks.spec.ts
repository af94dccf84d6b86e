import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { darken, expectAccessible, newUser, signIn } from "../dashboard/people";
import { inspect, installed, newInspected, pictureOf, register } from "./world";

const SHOTS = process.env.SCREENSHOTS;

test("an inspector sees the app alone, in both themes, at 320 px; a finding is on the pages of its case", async ({
  page,
}) => {
  const { producerId, inspector } = await newInspected("Looks");
  const [genuine, unknown] = [`OK-${randomUUID().slice(0, 8)}`, `NO-${randomUUID().slice(0, 8)}`];
  await register(producerId, [genuine]);
  await page.setViewportSize({ width: 320, height: 700 });
  await signIn(page, inspector);
  await page.goto("/overview");
  await expect(page).toHaveURL(new RegExp(`/inspect/${producerId}$`));
  await page.goto(`/p/${producerId}/items`);
  await expect(page).toHaveURL(new RegExp(`/inspect/${producerId}$`));
  await installed(page);
  const look = async (name: string) => {
    for (const scheme of ["light", "dark"] as const) {
      if (scheme === "dark") await darken(page);
      else await page.emulateMedia({ colorScheme: "light" });
      await expectAccessible(page);
      if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name}-${scheme}.png`, fullPage: true });
    }
  };
  await expect(page.getByRole("button", { name: "Scan" })).toBeVisible();
  await look("start-empty");
  await page.getByRole("button", { name: "Scan" }).click();
  await expect(page.getByText("The camera cannot be used")).toBeVisible();
  await look("scan");
  await page.getByLabel("Type the code").fill(genuine);
  await page.getByRole("button", { name: "Continue" }).click();
  await look("form");
  await page.getByRole("button", { name: "Save inspection" }).click();
  await expect(page.getByText("Genuine")).toBeVisible();
  await look("genuine");
  await inspect(page, unknown, { Front: await pictureOf(1) });
  await expect(page.getByText("Unknown")).toBeVisible();
  await expect(page.getByText("Added to a case")).toBeVisible();
  await expect(page.getByText("1 of 1 photos sent")).toBeVisible();
  await look("unknown");
  await page.getByRole("button", { name: "Back" }).click();
  await look("start");
  await page.getByRole("button", { name: "Settings" }).click();
  await look("settings");
  await page.getByText("Deutsch").click();
  await expect(page.getByRole("heading", { name: "Einstellungen" })).toBeVisible();
  await page.goto("/account");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();

  // A page that asks without its cookies goes to the sign-in by itself.
  await page.goto("about:blank");
  await page.context().clearCookies();
  await page.setViewportSize({ width: 1_200, height: 900 });
  await signIn(page, await newUser(producerId, "owner", "Olga"));
  await page.goto(`/p/${producerId}/cases`);
  await page.getByRole("link", { name: unknown }).first().click();
  await expect(page.getByText("Ines Inspector").first()).toBeVisible();
  await expect(page.getByRole("img", { name: "Photo: Front" })).toBeVisible();
  await look("case");
  await page.goto(`/p/${producerId}/settings`);
  await expect(page.getByRole("heading", { name: "Guided photos" })).toBeVisible();
  await page.getByPlaceholder("Add a photo").fill("Zip");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Save photos" }).click();
  await expect(page.getByText("Photos saved.")).toBeVisible();
});
