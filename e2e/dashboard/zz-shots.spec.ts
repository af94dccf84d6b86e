import { expect, test } from "@playwright/test";
import { recordCalls } from "@/server/domain/api-calls/record";
import { newId } from "@/server/platform/ids";
import { newProducer } from "../credentials";
import { inside } from "../inside";
import { darken, newUser, signIn } from "./people";

for (const locale of ["en-GB", "de-DE"]) {
  test.describe(locale, () => {
    test.use({ locale });
    test(`shots ${locale}`, async ({ page, baseURL }) => {
      const { producerId, token } = await newProducer("Shots");
      const headers = { "content-type": "application/json", "an-api-token": token };
      const api = (path: string, body?: object) =>
        fetch(`${baseURL}/api/v2${path}`, { headers, ...(body && { method: "POST", body: JSON.stringify(body) }) });
      await api("/items", { identifier: `shot-${producerId}`, title: "Shoe" });
      await api(`/items/shot-${producerId}`);
      await api("/items", { identifier: "", title: 7, data: { a: 1 }, password: "x", verificationinfos: [{ key: "a", label: 1 }] });
      for (let i = 0; i < 5; i++) await api(`/scans?limit=${i + 1}`);
      await api("/groups/none");
      const { db } = await inside();
      const said = { producerId, tokenId: newId(), ms: 1234, code: null, requestBody: null, answerBody: null };
      await recordCalls(db, [
        { ...said, id: newId(Date.now() - 3_000_000), method: "POST", endpoint: "/scans", path: "/scans", status: 200, requestId: "a-1", skipped: 1240 },
        { ...said, id: newId(Date.now() - 9_000_000), method: "POST", endpoint: "/scans", path: "/scans", status: 503, requestId: "a-2", code: "service-unavailable", skipped: 3 },
      ]);
      await signIn(page, await newUser(producerId, "owner"));
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto("/request-log");
      await expect(page.getByText("/groups/none")).toBeVisible();
      const shot = (name: string) => page.screenshot({ path: `/tmp/log-shots/${locale}-${name}.png` });
      await page.waitForTimeout(2500);
      await shot("wide-light");
      await page.setViewportSize({ width: 320, height: 900 });
      await shot("narrow-light");
      await page.setViewportSize({ width: 1440, height: 900 });
      await darken(page);
      await shot("wide-dark");
      await page.getByRole("row").filter({ hasText: "400" }).first().click();
      await page.getByRole("dialog").waitFor();
      await page.waitForTimeout(800);
      await shot("call-dark");
      await page.setViewportSize({ width: 320, height: 900 });
      await shot("call-narrow-dark");
      await page.emulateMedia({ colorScheme: "light" });
      await page.setViewportSize({ width: 1200, height: 1300 });
      await shot("call-light");
    });
  });
}
