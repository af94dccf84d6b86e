import { expect, test } from "@playwright/test";
import { settled } from "./dashboard/every-page/look";
import { countScripts, vitalsOf, watchVitals } from "./dashboard/vitals";

const MAX_CLS = 0.02;
const MAX_SCRIPT_BYTES = 240 * 1024;

test("the landing page describes the service, fits a narrow phone and requests no other host", async ({
  page,
  baseURL,
}) => {
  const hosts = new Set<string>();
  page.on("request", (request) => hosts.add(new URL(request.url()).host));
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Tell originals from copies");
  await expect(page.getByRole("link", { name: "API reference" })).toHaveAttribute("href", "/docs");
  await expect(page.getByRole("link", { name: "OpenAPI 3.1" })).toHaveAttribute(
    "href",
    "/api/v2/openapi.json",
  );
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  expect([...hosts]).toEqual([new URL(baseURL ?? "").host]);
});

const LONGEST = "ü".repeat(200);

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("the field for a code leads to the verify page, whatever the code is", async ({ page, baseURL }) => {
    const codes: [typed: string, code: string][] = [
      ["A/1 100%?#&+;", "A/1 100%?#&+;"],
      ["  spaces around  ", "spaces around"],
      [LONGEST, LONGEST],
      [`${baseURL}/v/${encodeURIComponent("A/1 %")}?lang=de`, "A/1 %"],
      [`${baseURL}/01/09506000134352/21/A1`, `${baseURL}/01/09506000134352/21/A1`],
    ];
    for (const [typed, code] of codes) {
      await page.goto("/");
      await page.getByLabel("Code on the item").fill(typed);
      await page.getByRole("button", { name: "Check" }).click();
      await expect(page).toHaveURL(`${baseURL}/v/${encodeURIComponent(code)}`);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("This code is not registered");
      await expect(page.locator("p.code code")).toHaveText(code);
    }
  });

  test("a code that is missing, too long or impossible is named beside the field, which keeps the text", async ({
    page,
  }) => {
    for (const [typed, fault] of [
      ["", "Enter the code of the item."],
      [`${LONGEST}x`, "A code has at most 200 characters."],
      ["..", "This text cannot be a code."],
    ] as const) {
      await page.goto("/");
      const field = page.getByLabel("Code on the item");
      await field.fill(typed);
      await page.getByRole("button", { name: "Check" }).click();
      await expect(page.getByText(fault)).toBeVisible();
      await expect(field).toHaveAttribute("aria-invalid", "true");
      await expect(field).toHaveValue(typed);
    }
  });
});

test("the landing page is light and does not shift", async ({ browser }) => {
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 320, height: 640 },
  ]) {
    const page = await browser.newPage({ viewport });
    const scripts = await countScripts(page);
    await watchVitals(page);
    await page.goto("/");
    await settled(page);
    await page.evaluate(async () => {
      for (let y = 0; y < document.body.scrollHeight; y += 400) {
        window.scrollTo(0, y);
        await new Promise(requestAnimationFrame);
      }
    });
    await page.waitForLoadState("networkidle");
    const { lcpMs, cls } = await vitalsOf(page);
    console.log(
      `landing, ${viewport.width}: LCP ${Math.round(lcpMs)} ms, CLS ${cls.toFixed(3)}, ${Math.round(scripts() / 1024)} KB of scripts`,
    );
    expect.soft(cls).toBeLessThanOrEqual(MAX_CLS);
    expect.soft(scripts()).toBeLessThanOrEqual(MAX_SCRIPT_BYTES);
    const missing = await page.evaluate(() =>
      [...document.images]
        .filter((image) => image.checkVisibility() && image.naturalWidth === 0)
        .map(({ src }) => src),
    );
    expect.soft(missing).toEqual([]);
    await page.close();
  }
});
