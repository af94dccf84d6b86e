import { expect, type Page } from "@playwright/test";
import sharp from "sharp";
import { createItem } from "@/server/domain/items/create";
import { NewItem } from "@/server/domain/items/schema";
import { newProducer } from "../credentials";
import { newUser } from "../dashboard/people";
import { inside } from "../inside";

/** A producer with an inspector. */
export async function newInspected(
  name: string,
): Promise<{ producerId: string; inspector: Awaited<ReturnType<typeof newUser>> }> {
  const { producerId } = await newProducer(name);
  return { producerId, inspector: await newUser(producerId, "inspector", "Ines Inspector") };
}

/** Registers items of the producer. */
export async function register(producerId: string, identifiers: string[]): Promise<void> {
  const actor = { type: "token", id: producerId, name: "First token" } as const;
  const caller = { kind: "producer", producerId, sandbox: 0, credential: "token", actor } as const;
  const ctx = { ...(await inside()), caller };
  for (const identifier of identifiers) await createItem(ctx, NewItem.parse({ identifier }));
}

/** A picture that differs for each number. */
export const pictureOf = (number: number): Promise<Buffer> =>
  sharp({
    create: {
      width: 320 + number,
      height: 240,
      channels: 3,
      background: { r: (number * 37) % 256, g: (number * 91) % 256, b: 120 },
    },
  })
    .png()
    .toBuffer();

/** Waits until the service worker controls the page, so that the app works offline. */
export async function installed(page: Page): Promise<void> {
  const isControlled = await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    return navigator.serviceWorker.controller !== null;
  });
  // A page that was loaded just before is controlled from its next load on.
  if (!isControlled) await page.reload();
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
}

/** Inspects a code by the form, with photos: types it, takes them, saves. */
export async function inspect(
  page: Page,
  code: string,
  photos: Record<string, Buffer>,
  { isAnswered = true } = {},
): Promise<void> {
  await page.getByRole("button", { name: /^Scan( next)?$/ }).click();
  await page.getByLabel("Type the code").fill(code);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { name: "New inspection" })).toBeVisible();
  for (const [name, buffer] of Object.entries(photos)) {
    const file = { name: "photo.png", mimeType: "image/png", buffer };
    await page.getByLabel(`Take photo: ${name}`).setInputFiles(file);
    await expect(page.getByLabel(`Take again: ${name}`)).toBeAttached();
  }
  await page.getByRole("button", { name: "Save inspection" }).click();
  if (isAnswered) await expect(page.locator("[data-state] strong")).toBeVisible();
}
