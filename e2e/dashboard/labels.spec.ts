import { readFile } from "node:fs/promises";
import { decode, pagesOf } from "@assay/labels/testing";
import { expect, type Locator, test } from "@playwright/test";
import sharp from "sharp";
import { newProducer } from "../credentials";
import { byKeyboard, tabTo } from "./hands";
import { expectAccessible, newUser, signIn } from "./people";

/** The texts of the symbols in the picture of a page of A4. */
async function decodedPreview(preview: Locator): Promise<string[]> {
  const url = await preview.evaluate((image) => {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [1240, 1754];
    if (!(image instanceof HTMLImageElement)) throw new Error("The preview is no picture.");
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return canvas.toDataURL();
  });
  const picture = sharp(Buffer.from(url.split(",")[1] ?? "", "base64"))
    .ensureAlpha()
    .raw();
  const { data, info } = await picture.toBuffer({ resolveWithObject: true });
  return decode({ data, width: info.width, height: info.height });
}

test("codes are generated and printed: preview and PDF decode to the verify pages, and the print is remembered", async ({
  page,
}) => {
  const { producerId } = await newProducer("Codes and labels");
  await signIn(page, await newUser(producerId, "editor", "Ada"));
  await page.goto("/items");
  await page.getByRole("button", { name: "Codes and labels" }).click();
  await page.getByRole("menuitem", { name: "Generate codes" }).click();
  const pattern = page.getByLabel("Pattern", { exact: true });
  await pattern.fill("{random:2}");
  await expect(page.getByText("At least 13 random characters are needed")).toBeVisible();
  const prefix = `E${Date.now().toString(36).toUpperCase()}`;
  await pattern.fill(`${prefix}-{number:4}-{random:13}{check}`);
  await expect(page.getByText(new RegExp(`^${prefix}-0001-`))).toBeVisible();
  await expect(page.getByText(/1,000 guesses a second, an attacker needs about .* years/)).toBeVisible();
  await page.getByLabel("Number of codes").fill("50");
  await page.getByLabel("Title").fill("Tote");
  await page.getByRole("button", { name: "Generate codes" }).click();
  await expect(page.getByText("50 codes generated.")).toBeVisible();
  await expect(page.getByText("50 of 50")).toBeVisible();

  await page.getByRole("link", { name: "Print labels" }).click();
  const preview = page.getByRole("img", { name: "Page 1 of the labels" });
  const shown = await decodedPreview(preview);
  expect(shown).toHaveLength(21);
  expect(shown[0]).toContain(`/v/${prefix}-`);
  await expectAccessible(page);
  const from = page.getByLabel("From no.");
  await from.fill("51");
  await from.blur();
  await expect(from).toHaveValue("50");
  await expect(page.getByText(/^1 label as/)).toBeVisible();
  await from.fill("1");
  await from.blur();
  await expect(page.getByText(/^50 labels as/)).toBeVisible();
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download labels" }).click();
  const pdf = await readFile(await (await downloading).path());
  const decoded: string[] = [];
  for await (const picture of pagesOf(pdf, 150)) decoded.push(...(await decode(picture)));
  expect(new Set(decoded).size).toBe(50);
  expect(decoded.filter((text) => !text.includes(`/v/${prefix}-`))).toEqual([]);

  await page.goto("/labels/prints");
  await expect(page.getByRole("table", { name: "Print history" }).getByText("PDF")).toBeVisible();
});

test("keyboard: codes are reserved and their labels opened; the pages fit 320 px", async ({ page }) => {
  const { producerId } = await newProducer("Codes by keyboard");
  await signIn(page, await newUser(producerId, "editor"));
  const hands = byKeyboard(page);
  await page.goto("/items/generate");
  await tabTo(page, "radio", "Items");
  await page.keyboard.press("ArrowDown");
  await hands.press("button", "Generate codes");
  await expect(page.getByText("100 codes generated.")).toBeVisible();
  await expect(page.getByText("Reserved", { exact: true }).first()).toBeVisible();
  await hands.press("link", "Print labels");
  await expect(page.getByRole("img", { name: "Page 1 of the labels" })).toBeVisible();
  await page.setViewportSize({ width: 320, height: 720 });
  for (const path of [page.url(), "/items/generate", "/code-batches"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  }
});
