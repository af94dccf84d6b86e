import { expect, test } from "@playwright/test";
import { newProducer } from "../credentials";
import { newUser, signIn } from "./people";

test("a refused save shows the faulty field, although another language was being edited", async ({
  page,
}) => {
  const { producerId } = await newProducer("Refused saves");
  await signIn(page, await newUser(producerId, "editor"));
  await page.goto("/items/new");
  await page.getByRole("button", { name: "Add language" }).click();
  await page.getByRole("combobox", { name: "Add language" }).fill("German");
  await page.getByRole("option", { name: "German (de)" }).click();
  await expect(page.getByRole("textbox", { name: "Identifier" })).toHaveCount(0);
  await page.getByRole("button", { name: "Create item" }).click();
  await expect(page.getByRole("textbox", { name: "Identifier" })).toHaveAccessibleDescription(
    /Use 1 to 200 characters\./,
  );
});

test.describe("in German", () => {
  test.use({ locale: "de-DE" });

  test("refusals and faults are shown in German", async ({ page }) => {
    const { producerId, token } = await newProducer("Deutsch");
    const identifier = `vergeben-${Date.now()}`;
    await page.request.post("/api/v2/items", { headers: { "an-api-token": token }, data: { identifier } });
    const { email } = await newUser(producerId, "editor");
    await page.goto("/login");
    await page.locator("[name=email]").fill(email);
    await page.locator("[name=password]").fill("violet kettle under seven bridges");
    await page.getByRole("button", { name: "Anmelden", exact: true }).click();
    await page.waitForURL("**/overview");
    await page.goto("/items/new");
    await page.getByRole("textbox", { name: "Kennung" }).fill(identifier);
    await page.getByRole("button", { name: "Artikel anlegen" }).click();
    await expect(page.getByRole("main").getByRole("alert")).toHaveText(
      "Diese Kennung ist bereits vergeben. Wählen Sie eine andere.",
    );
    await page.getByRole("textbox", { name: "Kennung" }).fill("");
    await page.getByRole("button", { name: "Artikel anlegen" }).click();
    await expect(page.getByText("Verwenden Sie 1 bis 200 Zeichen.")).toBeVisible();
  });
});

test("an id is copied without the clipboard API, as over plain http", async ({ page }) => {
  await page.addInitScript("delete Navigator.prototype.clipboard");
  const { producerId } = await newProducer("Copied");
  await signIn(page, await newUser(producerId, "viewer"));
  await page.goto("/settings");
  const copy = page.getByRole("button", { name: "Copy producer ID" });
  await copy.click();
  await expect(page.getByRole("status").filter({ hasText: "Copied" })).toBeAttached();
  await page.goto("/items");
  await page.getByRole("searchbox").focus();
  await page.keyboard.press("Control+v");
  await expect(page.getByRole("searchbox")).toHaveValue(producerId);
});

test("after a refused save the faulty field is below the top bar, also in a low window", async ({ page }) => {
  const { producerId } = await newProducer("Long forms");
  await signIn(page, await newUser(producerId, "editor"));
  await page.setViewportSize({ width: 1280, height: 640 });
  await page.goto("/items/new");
  const add = page.getByRole("button", { name: "Add entry" });
  for (const count of [1, 2, 3, 4]) {
    await add.click();
    const labels = page.getByRole("textbox", { name: "Label" });
    await expect(labels).toHaveCount(count);
    await labels.last().fill(`Info ${count}`);
  }
  const field = page.getByRole("textbox", { name: "Identifier" });
  // Below the bar, where a browser considers it visible.
  await field.evaluate((node) => window.scrollBy(0, node.getBoundingClientRect().top - 8));
  await page.getByRole("button", { name: "Create item" }).click();
  await expect(field).toHaveAccessibleDescription(/Use 1 to 200 characters\./);
  await expect(field).toBeFocused();
  const bar = await page.getByRole("banner").boundingBox();
  const place = await field.boundingBox();
  expect(place?.y).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? Number.POSITIVE_INFINITY));
});
