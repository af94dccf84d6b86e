import { randomUUID } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { DEFAULT_STYLE } from "@assay/labels";
import { pngOfLabel } from "@assay/labels/print";
import { chromium, expect, test } from "@playwright/test";
import sharp from "sharp";
import { CHROMIUM_ARGS } from "@/server/cli/browser.mjs";
import { signIn } from "../dashboard/people";
import { installed, newInspected, register } from "./world";

const FRAMES = 30;
const TABLE = "#7a6a58";
const STYLE = { ...DEFAULT_STYLE, symbol: "data-matrix" } as const;

/** A film of a printed Data Matrix on a table, as a camera shows it. */
async function filmOf(identifier: string): Promise<string> {
  const label = { payload: identifier, lines: [identifier], width: 30, height: 20, style: STYLE };
  const printed = await sharp(await pngOfLabel(label))
    .resize({ width: 300 })
    .rotate(7, { background: TABLE })
    .png()
    .toBuffer();
  const frame = await sharp({ create: { width: 640, height: 480, channels: 3, background: TABLE } })
    .composite([{ input: printed, gravity: "centre" }])
    .blur(0.6)
    .jpeg({ quality: 80 })
    .toBuffer();
  const file = path.join(tmpdir(), `assay-camera-${randomUUID()}.mjpeg`);
  await writeFile(file, Buffer.concat(Array.from({ length: FRAMES }, () => frame)));
  return file;
}

test("a printed Data Matrix in front of the camera is read", async ({ baseURL }) => {
  const { producerId, inspector } = await newInspected("Camera");
  const identifier = `CAM-${randomUUID().slice(0, 13).toUpperCase()}`;
  await register(producerId, [identifier]);
  const film = await filmOf(identifier);
  const browser = await chromium.launch({
    ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
    args: [
      ...CHROMIUM_ARGS,
      "--use-fake-ui-for-media-stream",
      "--use-fake-device-for-media-stream",
      `--use-file-for-fake-video-capture=${film}`,
    ],
  });
  try {
    const page = await browser.newPage({ baseURL: baseURL ?? "", viewport: { width: 360, height: 740 } });
    await signIn(page, inspector);
    await page.goto("/inspect");
    await installed(page);
    await page.getByRole("button", { name: "Scan" }).click();
    await expect(page.getByRole("heading", { name: "New inspection" })).toBeVisible();
    await expect(page.getByText(identifier)).toBeVisible();
    const [read] = await page.evaluate(() =>
      performance.getEntriesByName("code-read").map(({ duration }) => duration),
    );
    console.log(`Data Matrix read ${Math.round(read ?? 0)} ms after the camera showed it`);
    await page.getByRole("button", { name: "Save inspection" }).click();
    await expect(page.getByText("Genuine")).toBeVisible();
  } finally {
    await browser.close();
    await rm(film, { force: true });
  }
});
