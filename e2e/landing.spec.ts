import { expect, test } from "@playwright/test";

test("the landing page describes the service, fits a narrow phone and requests no other host", async ({
  page,
  baseURL,
}) => {
  const hosts = new Set<string>();
  page.on("request", (request) => hosts.add(new URL(request.url()).host));
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Assay");
  await expect(page.getByRole("link", { name: "API reference" })).toHaveAttribute("href", "/docs");
  await expect(page.getByRole("link", { name: "OpenAPI 3.1" })).toHaveAttribute(
    "href",
    "/api/v2/openapi.json",
  );
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  expect([...hosts]).toEqual([new URL(baseURL ?? "").host]);
});
