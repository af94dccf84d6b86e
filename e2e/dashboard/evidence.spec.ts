import { readFile, writeFile } from "node:fs/promises";
import { expect, type Page, test } from "@playwright/test";
import sharp from "sharp";
import { z } from "zod";
import { newProducer } from "../credentials";
import { settled } from "./every-page/look";
import { expectAccessible, newUser, signIn } from "./people";

const Recorded = z.object({ scan: z.object({ id: z.string() }) });

/** A producer with a case of scans with photos, and an editor who is signed in on its page. */
async function openCase(page: Page): Promise<void> {
  const { producerId, token } = await newProducer("Evidence journey");
  const headers = { "an-api-token": token };
  const identifier = `BAG-${crypto.randomUUID().slice(0, 8)}`;
  const data = { identifier, title: "Handbag Luna", data: { retailPrice: "1290.00 EUR" } };
  await page.request.post("/api/v2/items", { headers, data });
  const scan = async (latitude: number, longitude: number, copyclassification: string) => {
    const answer = await page.request.post("/api/v2/scans", {
      data: { identifier, copyclassification, location: { latitude, longitude } },
    });
    const { id } = Recorded.parse(await answer.json()).scan;
    const background = { r: Math.round(latitude), g: 80, b: 120 };
    const photo = await sharp({ create: { width: 600, height: 400, channels: 3, background } })
      .jpeg()
      .toBuffer();
    const stored = await page.request.post(`/api/v2/scans/${id}/image`, {
      headers: { "content-type": "image/jpeg" },
      data: photo,
    });
    expect(stored.ok(), await stored.text()).toBe(true);
    return id;
  };
  const first = await scan(51.92, 4.48, "fake");
  await scan(52.37, 4.9, "fake");
  await scan(48.86, 2.35, "original");
  await signIn(page, await newUser(producerId, "editor", "Ada Lovelace"));
  await page.goto(`/scans/${first}`);
  await page.getByRole("button", { name: "Add to case" }).click();
  await page.getByRole("dialog").getByLabel("Title of the new case").fill("Rotterdam handbags");
  await page.getByRole("button", { name: "Open case" }).click();
  await page.getByRole("link", { name: "View case" }).click();
  await page.getByRole("button", { name: /Add all/ }).click();
  await expect(page.getByRole("tab", { name: "Scans 3" })).toBeVisible();
}

/** The file of an archive without one byte, at the place of a text. */
function changedAt(archive: Buffer, text: string): Buffer {
  const at = archive.indexOf(text);
  expect(at).toBeGreaterThan(0);
  const changed = Buffer.from(archive);
  // Behind the local header's name are the bytes of the file.
  changed[at + text.length + 200] = (changed[at + text.length + 200] ?? 0) ^ 1;
  return changed;
}

test("a case becomes a signed pack that anyone can check, and a changed byte is named", async ({
  page,
  browser,
}, testInfo) => {
  await openCase(page);
  const packs = page.getByRole("region", { name: "Evidence packs" });
  await packs.getByRole("button", { name: "Make evidence pack" }).click();
  const downloading = packs.getByRole("button", { name: "Download evidence pack 1" });
  await expect(downloading).toBeVisible();
  await expect(packs).toContainText("SHA-256");
  await expect(page.getByRole("list", { name: "Timeline" })).toContainText("made evidence pack 1");
  await settled(page);
  await expectAccessible(page);
  const [download] = await Promise.all([page.waitForEvent("download"), downloading.click()]);
  const file = testInfo.outputPath("pack.zip");
  await download.saveAs(file);

  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto("/evidence");
  await expectAccessible(stranger);
  await stranger.locator("input[type=file]").setInputFiles(file);
  const result = stranger.getByRole("region", { name: "Result" });
  await expect(result).toContainText("Unchanged");
  await expect(result).toContainText("#1 Rotterdam handbags");
  await expect(result).toContainText("Ada Lovelace");
  await settled(stranger);
  await expectAccessible(stranger);

  const broken = testInfo.outputPath("broken.zip");
  await writeFile(broken, changedAt(await readFile(file), "-1.jpg"));
  await stranger.locator("input[type=file]").setInputFiles(broken);
  await expect(result).toContainText("1 fault");
  await expect(result.getByRole("listitem")).toContainText(/photos\/[-0-9a-f]+-1\.jpg was changed/);
  await expectAccessible(stranger);

  await stranger.locator("input[type=file]").setInputFiles({
    name: "letter.txt",
    mimeType: "text/plain",
    buffer: Buffer.from("Dear Sir or Madam"),
  });
  await expect(stranger.getByText("letter.txt cannot be read as a ZIP file")).toBeVisible();
  await stranger.context().close();
});
