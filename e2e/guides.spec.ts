import { readdirSync } from "node:fs";
import { expect, type Page, test } from "@playwright/test";
import bwip from "bwip-js/node";
import { build } from "esbuild";
import { z } from "zod";
import { newProducer, newTestToken } from "./credentials";
import { NATIVE_STAND_INS } from "./guides/native-stand-ins";
import { readGuide } from "./guides/read-guide";
import { runGuide } from "./guides/run-guide";
import { shapeOf } from "./guides/shape";
import { FRONT_PORT, GUIDE_PAGE_PORT } from "./where";

// Holds decision 0072.

const baseURL = `http://localhost:${FRONT_PORT}`;

/** Pages without code that could be run: pictures, and lists of exports. */
const WITHOUT_CODE = ["evidence", "exports", "inspectors", "maps", "ownership"];
/** `server/webhooks/webhooks-doc.test.ts` runs these receivers, and compares the bodies. */
const HELD_ELSEWHERE: Record<string, string[]> = {
  webhooks: ["http", "python", "go", "php", "java", "sql", "json"],
};
const RUN = [
  "first-scan",
  "sandbox",
  "webhooks",
  "erp",
  "conventions",
  "versioning",
  "import",
  "codes-and-labels",
  "assistants",
  "siem",
];
const STOCK = { "stock.csv": "identifier,title\nstock-1,Tote\n" };

test("every guide is run, and every block of its code", () => {
  const all = readdirSync("docs/guides").filter((name) => name.endsWith(".md"));
  expect(all.map((name) => name.slice(0, -3)).sort()).toEqual(
    [...RUN, "scanner-app", ...WITHOUT_CODE].sort(),
  );
  for (const guide of [...RUN, "scanner-app"]) {
    const left = readGuide(`guides/${guide}`).others.filter((one) => !HELD_ELSEWHERE[guide]?.includes(one));
    expect(left, guide).toEqual([]);
  }
});

for (const guide of RUN)
  test(`the guide ${guide} runs from top to bottom`, async () => {
    const producer = await newProducer("Guided");
    const token = guide === "sandbox" ? await newTestToken(producer) : producer.token;
    const run = await runGuide(`guides/${guide}`, { baseURL, token, files: STOCK });
    try {
      expect(run.code, run.failure).toBe(0);
      for (const { commands, output, json, text } of run.steps) {
        if (json) expect(shapeOf(JSON.parse(output)), commands).toEqual(shapeOf(JSON.parse(json)));
        if (text) expect(output.trim(), commands).toBe(text);
      }
    } finally {
      run.end();
    }
  });

test.describe("the guide scanner-app", () => {
  test.use({ locale: "de-DE" });

  test("makes a web page and a screen of React Native that scan, and add photos", async ({ page }) => {
    const { token } = await newProducer("Guided");
    const identifier = `bag / ${Date.now()}`;
    await register(token, identifier);
    const photo = await bwip.toBuffer({
      bcid: "qrcode",
      text: `${baseURL}/v/${encodeURIComponent(identifier)}`,
      scale: 6,
      padding: 12,
      backgroundcolor: "ffffff",
    });
    const run = await runGuide("guides/scanner-app", { baseURL, token, files: NATIVE_STAND_INS });
    try {
      expect(run.code, run.failure).toBe(0);
      await expect(async () => {
        await page.goto(`http://127.0.0.1:${GUIDE_PAGE_PORT}/`);
      }).toPass();
      await page
        .getByLabel("Photo of the code")
        .setInputFiles({ name: "photo.png", mimeType: "image/png", buffer: photo });
      await expect(page.getByRole("status")).toHaveText("Tasche");
      await expectInfos(page);
      await expect.poll(() => photosOf(token, identifier)).toEqual([1]);

      await build({
        entryPoints: [`${run.folder}/native.jsx`],
        bundle: true,
        format: "esm",
        jsx: "automatic",
        outfile: `${run.folder}/public/native.js`,
        logLevel: "error",
      });
      await page.goto(`http://127.0.0.1:${GUIDE_PAGE_PORT}/native.html`);
      const seen = { code: identifier, photo: `data:image/png;base64,${photo.toString("base64")}` };
      await page.evaluate((values) => Object.assign(window, values), seen);
      await page.getByRole("button", { name: "Allow the camera" }).click();
      await page.getByRole("button", { name: "Frames" }).click();
      await expect(page.getByRole("heading")).toHaveText("Tasche");
      await expectInfos(page);
      await page.getByRole("button", { name: "Add a photo" }).click();
      await expect(page.getByRole("heading")).toHaveText("The photo was sent.");
      await expect.poll(() => photosOf(token, identifier)).toEqual([1, 1]);

      await page.evaluate(() => Object.assign(window, { code: "4006381333993" }));
      await page.getByRole("button", { name: "Scan the next item" }).click();
      await page.getByRole("button", { name: "Frames" }).click();
      await expect(page.getByRole("heading")).toHaveText("Unknown code. This may be a fake.");
    } finally {
      run.end();
    }
  });
});

const Scans = z.object({
  scans: z.array(z.object({ data: z.object({ images: z.array(z.string()).default([]) }) })),
});

async function register(token: string, identifier: string) {
  const info = { key: "serial", label: "Serial number", value: "AH-1", visible: "always" };
  const secret = { key: "hologram", label: "Hologram", value: "A lion", visible: "verified" };
  const i18n = { de: { title: "Tasche", verificationinfos: { serial: { label: "Seriennummer" } } } };
  const response = await fetch(`${baseURL}/api/v2/items`, {
    method: "POST",
    headers: { "content-type": "application/json", "an-api-token": token },
    body: JSON.stringify({ identifier, title: "Bag", verificationinfos: [info, secret], data: { i18n } }),
  });
  expect(response.status).toBe(200);
}

/** The info of this language that everyone sees, and not the one that follows a verdict. */
async function expectInfos(page: Page) {
  await expect(page.getByText(/Seriennummer/)).toBeVisible();
  await expect(page.getByText(/AH-1/)).toBeVisible();
  await expect(page.getByText("A lion")).toBeHidden();
}

/** The number of photos of each scan of an item. */
async function photosOf(token: string, identifier: string): Promise<number[]> {
  const response = await fetch(`${baseURL}/api/v2/items/${encodeURIComponent(identifier)}/scans`, {
    headers: { "an-api-token": token },
  });
  return Scans.parse(await response.json()).scans.map(({ data }) => data.images.length);
}
