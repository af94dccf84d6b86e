import { createHash, randomUUID } from "node:crypto";
import { expect, type Page, test } from "@playwright/test";
import { eq } from "drizzle-orm";
import { producers } from "@/db/schema/producers";
import { PASSWORD, signIn, switchTo, type User } from "../dashboard/people";
import { inside } from "../inside";
import { withDevice } from "./device";
import { stored } from "./stored";
import { inspect, installed, newInspected, pictureOf, register } from "./world";

// Holds decision 0084.

const INSPECTIONS = 50;
const PHOTOS = ["Front", "Seam", "Label"];

/** The hashes of the photos on the device, made of their bytes. */
const queuedHashes = (page: Page): Promise<string[]> =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open("assay-inspect");
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const all = opening.result.transaction("photos").objectStore("photos").getAll();
          all.onsuccess = async () => {
            const hashes: string[] = [];
            for (const { bytes } of all.result) {
              const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
              hashes.push(Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join(""));
            }
            opening.result.close();
            resolve(hashes);
          };
        };
      }),
  );

/** Signs in by the page of the sign-in, which opens the app for an inspector. */
async function typeSignIn(page: Page, { email }: User): Promise<void> {
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

test("50 inspections of a day without network, in a browser that is killed, arrive once and whole", async ({
  baseURL,
}) => {
  const { producerId, inspector } = await newInspected("Offline");
  const prefix = randomUUID().slice(0, 8);
  const codes = Array.from({ length: INSPECTIONS }, (_, i) => `${prefix}-${String(i).padStart(2, "0")}`);
  await register(
    producerId,
    codes.filter((_, i) => i % 2 === 0),
  );
  await withDevice(async (start) => {
    const first = await start();
    await first.page.goto(`${baseURL}/login`);
    await typeSignIn(first.page, inspector);
    await expect(first.page).toHaveURL(`${baseURL}/inspect/${producerId}`);
    await installed(first.page);
    await first.context.setOffline(true);

    for (const [i, code] of codes.entries()) {
      // The app starts without a network as well.
      if (i === INSPECTIONS / 2) await first.page.goto(`${baseURL}/inspect/${producerId}`);
      const names = i < 3 ? PHOTOS : ["Front"];
      const photos: Record<string, Buffer> = {};
      for (const [n, name] of names.entries()) photos[name] = await pictureOf(3 * i + n);
      await inspect(first.page, code, photos);
      await expect(first.page.getByText("Saved, not yet checked")).toBeVisible();
      if (i === INSPECTIONS / 2) await first.page.goto(`${baseURL}/inspect/${producerId}`);
    }
    const queued = (await queuedHashes(first.page)).toSorted();
    expect(queued).toHaveLength(INSPECTIONS + 6);
    expect(await stored(codes)).toEqual({ inspections: [], scans: [], photos: [] });
    await first.kill();

    const again = await start();
    await again.context.setOffline(true);
    await again.page.goto(`${baseURL}/inspect/${producerId}`);
    await expect(again.page.getByText("50 inspections not sent yet")).toBeVisible();
    expect((await queuedHashes(again.page)).toSorted()).toEqual(queued);

    await again.context.setOffline(false);
    await expect(again.page.getByText(/Everything is sent|Your session has ended/)).toBeVisible();
    if (await again.page.getByText("Your session has ended").isVisible()) {
      await again.page.getByRole("link", { name: "Sign in" }).click();
      await typeSignIn(again.page, inspector);
    }
    await expect(again.page.getByText("Everything is sent")).toBeVisible();

    const there = await stored(codes);
    expect(there.inspections).toEqual(codes);
    expect(there.scans).toEqual(codes);
    expect(there.photos.map(({ sha256 }) => sha256?.toString("hex")).toSorted()).toEqual(queued);
    for (const { id, sha256 } of there.photos.slice(0, 5)) {
      const bytes = Buffer.from(await (await fetch(`${baseURL}/api/v2/contents/${id}`)).arrayBuffer());
      expect(createHash("sha256").update(bytes).digest("hex")).toBe(sha256?.toString("hex"));
    }
    await expect(again.page.getByText("Genuine").first()).toBeVisible();
    await expect(again.page.getByText("Unknown").first()).toBeVisible();
  });
});

test("a person without the session sees and sends nothing of the person before", async ({
  page,
  context,
}) => {
  const { producerId, inspector } = await newInspected("Shared device");
  const other = await newInspected("Other producer");
  await signIn(page, inspector);
  await page.goto("/inspect");
  await expect(page).toHaveURL(new RegExp(`/inspect/${producerId}$`));
  await installed(page);
  await context.setOffline(true);
  const code = randomUUID();
  await inspect(page, code, {});
  // Once the network is back, an open app would send it in the name of the person before, and rightly so.
  await page.goto("about:blank");
  await context.setOffline(false);
  await switchTo(page, other.inspector);
  await page.goto("/inspect");
  await expect(page.getByText("Another person is signed in")).toBeVisible();
  await expect(page.getByText("1 unsent inspection of another person")).toBeVisible();
  await expect(page.getByText(code)).toHaveCount(0);
  await page.getByRole("button", { name: "Continue as Ines Inspector" }).click();
  await expect(page.getByText("Everything is sent")).toBeVisible();
  await expect(page.getByText(code)).toHaveCount(0);
  expect((await stored([code])).inspections).toEqual([]);
  await switchTo(page, inspector);
  await page.goto("/inspect");
  await expect.poll(async () => (await stored([code])).inspections).toEqual([code]);
});

test("a refused photo is kept with its reason, holds up no other inspection, and can be sent again", async ({
  page,
}) => {
  const { producerId, inspector } = await newInspected("Without room");
  const { db } = await inside();
  const setQuota = (quota: number) => db.update(producers).set({ quota }).where(eq(producers.id, producerId));
  await signIn(page, inspector);
  await page.goto("/inspect");
  await installed(page);
  await setQuota(0);
  const [refused, next] = [randomUUID(), randomUUID()];
  await inspect(page, refused, { Front: await pictureOf(1) });
  await expect(page.getByText("Refused")).toBeVisible();
  await expect(page.getByText(/The service did not take it: .*(quota|space|room)/i)).toBeVisible();
  await inspect(page, next, {});
  await expect(page.getByText("Unknown")).toBeVisible();
  await page.getByRole("button", { name: "Back" }).click();
  await expect(page.getByText("1 inspection not sent yet")).toBeVisible();

  await page.getByRole("button", { name: new RegExp(refused) }).click();
  await setQuota(1_000_000);
  await page.getByRole("button", { name: "Send again" }).click();
  await expect(page.getByText("1 of 1 photos sent")).toBeVisible();
  await expect(page.getByText("Unknown")).toBeVisible();
  expect((await stored([refused])).photos).toHaveLength(1);

  await setQuota(0);
  await inspect(page, randomUUID(), { Front: await pictureOf(2) });
  await page.getByRole("button", { name: "Discard" }).click();
  await page.getByRole("button", { name: "Discard inspection" }).click();
  await expect(page.getByText("Everything is sent")).toBeVisible();
  await expect(page.getByText("Refused")).toHaveCount(0);
});

test("a full device says so, saves nothing of the inspection, and keeps the form", async ({ page }) => {
  const { inspector } = await newInspected("Full device");
  const code = randomUUID();
  await signIn(page, inspector);
  await page.goto("/inspect");
  await page.getByRole("button", { name: "Scan" }).click();
  await page.getByLabel("Type the code").fill(code);
  await page.getByRole("button", { name: "Continue" }).click();
  const buffer = await pictureOf(3);
  await page.getByLabel("Take photo: Front").setInputFiles({ name: "a.png", mimeType: "image/png", buffer });
  await expect(page.getByLabel("Take again: Front")).toBeAttached();
  await page.evaluate(() => {
    const { add } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.add = function (value, key) {
      if (this.name !== "photos") return add.call(this, value, key);
      IDBObjectStore.prototype.add = add;
      throw new DOMException("No room", "QuotaExceededError");
    };
  });
  await page.getByRole("button", { name: "Save inspection" }).click();
  await expect(page.getByText("The device has no room left")).toBeVisible();
  expect((await stored([code])).inspections).toEqual([]);
  await page.getByRole("button", { name: "Save inspection" }).click();
  await expect(page.getByText("1 of 1 photos sent")).toBeVisible();
  expect((await stored([code])).inspections).toEqual([code]);
});
