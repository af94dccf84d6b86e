import { expect, test } from "@playwright/test";
import sharp from "sharp";
import { z } from "zod";
import { signIn } from "../dashboard/people";
import { installed, newInspected } from "./world";

const Manifest = z.object({
  name: z.string().min(1),
  short_name: z.string().min(1),
  start_url: z.string(),
  scope: z.string(),
  display: z.literal("standalone"),
  icons: z.array(z.object({ src: z.string(), sizes: z.string(), type: z.string(), purpose: z.string() })),
});

test("the app meets each criterion of installability, and Chromium finds no error", async ({
  page,
  context,
  baseURL,
}) => {
  const { producerId, inspector } = await newInspected("Installable");
  await signIn(page, inspector);
  await page.goto("/inspect");
  await expect(page).toHaveURL(new RegExp(`/inspect/${producerId}$`));
  await installed(page);

  const linked = await page.locator('link[rel="manifest"]').getAttribute("href");
  const manifest = Manifest.parse(await (await page.request.get(linked ?? "")).json());
  expect(manifest.start_url.startsWith(manifest.scope)).toBe(true);
  for (const [sizes, purpose] of [
    ["192x192", "any"],
    ["512x512", "any"],
    ["512x512", "maskable"],
  ]) {
    const icon = manifest.icons.find((one) => one.sizes === sizes && one.purpose === purpose);
    const { format, width, height } = await sharp(
      await (await page.request.get(icon?.src ?? "")).body(),
    ).metadata();
    expect([format, `${width}x${height}`], `${sizes} ${purpose}`).toEqual(["png", sizes]);
  }

  const devtools = await context.newCDPSession(page);
  const { installabilityErrors } = await devtools.send("Page.getInstallabilityErrors");
  expect(installabilityErrors).toEqual([]);
  const { errors, url } = await devtools.send("Page.getAppManifest");
  expect(errors).toEqual([]);
  expect(url).toBe(`${baseURL}${linked}`);

  const scope = await page.evaluate(async () => (await navigator.serviceWorker.ready).scope);
  expect(scope).toBe(`${baseURL}/inspect`);
  await context.setOffline(true);
  const answer = await page.goto("/inspect");
  expect(answer?.status()).toBe(200);
  expect(answer?.fromServiceWorker()).toBe(true);
  await expect(page.getByRole("button", { name: "Scan" })).toBeVisible();
});

test("the service worker keeps no page but the app's, and no answer of the service", async ({ page }) => {
  const { inspector } = await newInspected("Kept pages");
  await signIn(page, inspector);
  await page.goto("/inspect");
  await installed(page);
  await page.goto("/account");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
  const kept = await page.evaluate(async () => {
    const paths: string[] = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) paths.push(new URL(url).pathname);
    return paths;
  });
  expect(kept.filter((path) => path !== "/inspect" && !path.startsWith("/inspect-files/"))).toEqual([]);
  expect(kept).toContain("/inspect");
});
