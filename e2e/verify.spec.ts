import { expect, type Page, test } from "@playwright/test";
import { sql } from "drizzle-orm";
import sharp from "sharp";
import { z } from "zod";
import { newProducer } from "./credentials";
import { expectAccessible, newUser, signIn } from "./dashboard/people";
import { watchPage } from "./dashboard/watch";
import { inside } from "./inside";

const NARROW = { width: 320, height: 640 };
const Made = z.object({ id: z.string() });
const Scans = z.object({
  scans: z.array(
    z.object({
      data: z.object({
        copyclassification: z.string(),
        location: z.unknown().optional(),
        country: z.string().optional(),
      }),
    }),
  ),
});

/** A producer with an image and an item that uses it; `scans` returns the item's scans, newest first. */
async function newWorld(baseURL: string | undefined, name: string) {
  const { producerId, token } = await newProducer(name);
  const call = async (path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`${baseURL}/api/v2${path}`, {
      headers: { "an-api-token": token, ...(body && { "content-type": "application/json" }) },
      ...(body && { method: "POST", body: JSON.stringify(body) }),
    });
    return response.json();
  };
  const picture = await sharp({ create: { width: 800, height: 800, channels: 3, background: "#c9a24d" } })
    .jpeg()
    .toBuffer();
  const content = Made.parse(
    await call("/contents", { "content-type": "image/jpeg", data: picture.toString("base64") }),
  );
  const identifier = `${name} ${Date.now()} <i>/ü`;
  await call("/items", {
    identifier,
    title: "Strand Low, White",
    image: content.id,
    data: { i18n: { de: { title: "Strand Low, Weiß" } } },
    verificationinfos: [{ label: "Sole", value: "Natural rubber" }],
  });
  const path = `/v/${encodeURIComponent(identifier)}`;
  const itemPath = `/items/${encodeURIComponent(identifier)}`;
  const scans = async () => Scans.parse(await call(`${itemPath}/scans`)).scans.map(({ data }) => data);
  return { producerId, name, identifier, path, scans, invalidate: () => call(`${itemPath}/invalidate`, {}) };
}

const inBothThemes = async (page: Page) => {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
};

test("without scripts a buyer sees the verdict of a code, counts once, and sends a report that the producer reads", async ({
  browser,
  request,
  page,
  baseURL,
}) => {
  const world = await newWorld(baseURL, "No scripts");
  const plain = await browser.newContext({ javaScriptEnabled: false, viewport: NARROW, locale: "en-US" });
  const phone = await plain.newPage();
  const answer = await phone.goto(`${baseURL}${world.path}`);
  expect(answer?.headers()["cache-control"]).toBe("private, no-store");
  await expect(phone.getByText("Registered by No scripts")).toBeVisible();
  await expect(phone.getByRole("heading", { level: 1 })).toHaveText("Strand Low, White");
  await expect(phone.getByText("This is the first scan of this code.")).toBeVisible();
  await expect(phone.getByText("Natural rubber")).toBeVisible();
  await expect(phone.getByRole("button", { name: "Share location" })).toBeHidden();
  expect(await world.scans()).toMatchObject([{ copyclassification: "unknown" }]);

  await phone.reload();
  await expect(phone.getByText("This is the first scan of this code.")).toBeVisible();
  await phone.getByRole("link", { name: "Deutsch" }).click();
  await expect(phone.getByText("Registriert von No scripts")).toBeVisible();
  await expect(phone.getByRole("heading", { level: 1 })).toHaveText("Strand Low, Weiß");
  const preview = await request.get(world.path, { headers: { "user-agent": "WhatsApp/2.24.20.0 A" } });
  expect(await preview.text()).toContain('property="og:title" content="Strand Low, White"');
  await request.head(world.path);
  expect(await world.scans()).toHaveLength(1);

  await phone.getByText("Diesen Artikel melden").click();
  await phone.getByLabel("Den Verkäufer").check();
  await phone.getByLabel("Was ist Ihnen aufgefallen?").fill("<img src=x onerror=alert(1)>\nHalb so teuer");
  await phone.getByRole("button", { name: "Meldung an No scripts senden" }).click();
  await expect(phone.getByRole("status")).toHaveText("Danke. No scripts hat Ihre Meldung erhalten.");
  expect(await world.scans()).toHaveLength(1);
  const foreign = await request.post(`${world.path}/report`, {
    form: { kind: "other", text: "spam" },
    headers: { origin: "https://elsewhere.test" },
  });
  expect(foreign.status()).toBe(403);

  await signIn(page, await newUser(world.producerId, "viewer"));
  await page.goto("/unregistered-codes?view=reports");
  const reports = page.getByRole("list", { name: "Buyer reports" });
  await expect(reports).toContainText("<img src=x onerror=alert(1)> Halb so teuer");
  await expect(reports.getByRole("listitem")).toHaveCount(1);
  await expectAccessible(page);
  await reports.getByRole("link", { name: world.identifier }).click();
  await expect(page.getByRole("region", { name: "Buyer reports" })).toContainText("Halb so teuer");
  await page.getByRole("link", { name: "View scan", exact: true }).click();
  await expect(page.getByRole("region", { name: "Buyer reports" })).toContainText("Halb so teuer");
});

test("with scripts the location is shared once; no other host, no violation in light and dark, and red for an invalid item", async ({
  page,
  context,
  baseURL,
}) => {
  const world = await newWorld(baseURL, "With scripts");
  const check = watchPage(page, baseURL);
  await context.grantPermissions(["geolocation"]);
  await context.setGeolocation({ latitude: 52.52, longitude: 13.405 });
  await page.setViewportSize(NARROW);
  await page.goto(world.path);
  await expect
    .poll(() => page.getByRole("img").evaluate((img) => img instanceof HTMLImageElement && img.naturalWidth))
    .toBeGreaterThan(300);
  await page.getByText("Report this item").click();
  await inBothThemes(page);
  await page.getByRole("button", { name: "Share location" }).click();
  await expect(page.getByRole("status")).toHaveText("Thank you. Your location was added to this scan.");
  expect(await world.scans()).toMatchObject([{ location: { _lat: 52.52, _long: 13.405 }, country: "DE" }]);
  await page.goto(world.path);
  await expect(page.getByText("Registered by")).toBeVisible();
  await expect(page.getByRole("button", { name: "Share location" })).toHaveCount(0);

  await world.invalidate();
  await page.reload();
  await expect(page.getByText("No longer valid")).toBeVisible();
  await expect(page.getByText("Registered by")).toHaveCount(0);
  await inBothThemes(page);
  expect(await world.scans()).toHaveLength(1);
  check();
});

test("404: an unregistered code is named as such and leaves one sighting", async ({ page }) => {
  const identifier = `made up ${Date.now()}`;
  await page.setViewportSize(NARROW);
  const answer = await page.goto(`/v/${encodeURIComponent(identifier)}`);
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This code is not registered");
  await expect(page.getByText(identifier)).toBeVisible();
  await inBothThemes(page);
  await page.reload();
  const { db } = await inside();
  const rows = await db.execute(
    sql`select copyclassification from sightings where identifier = ${identifier}`,
  );
  expect([...rows]).toEqual([{ copyclassification: "unknown" }]);
});

test("404: an unregistered code can be reported on its page, and the report is stored", async ({ page }) => {
  const identifier = `reported ${Date.now()} <i>/ü`;
  await page.setViewportSize(NARROW);
  const answer = await page.goto(`/v/${encodeURIComponent(identifier)}`);
  expect(answer?.status()).toBe(404);
  await page.getByText("Report this code").click();
  await inBothThemes(page);
  await page.getByLabel("An online shop").check();
  await page.getByLabel("What did you notice?").fill("Printed on a sticker");
  await page.getByLabel("Where did you buy or see it?").fill("Flea market, Berlin");
  await page.getByLabel("Link to the offer or seller").fill("shop.example/offer");
  const buffer = await sharp({ create: { width: 60, height: 40, channels: 3, background: "#c9a24d" } })
    .jpeg()
    .toBuffer();
  await page.getByLabel("Photo").setInputFiles({ name: "me.jpg", mimeType: "image/jpeg", buffer });
  await page.getByLabel("Your e-mail address").fill("buyer@people.test");
  await page.getByRole("button", { name: "Send report" }).click();
  await expect(page.getByRole("status")).toHaveText("Thank you. Your report was sent.");
  await expect(page.getByRole("button", { name: "Send report" })).toHaveCount(0);
  const { db } = await inside();
  // Cleanup: admins see reports about codes without a producer.
  const rows = await db.execute(
    sql`delete from reports where code = ${identifier} and item_id is null
      returning kind, text, place, seller_url as url, email,
        (select count(*)::int from report_photos where report_id = reports.id) as photos`,
  );
  expect([...rows]).toEqual([
    {
      kind: "shop",
      text: "Printed on a sticker",
      place: "Flea market, Berlin",
      url: "https://shop.example/offer",
      email: "buyer@people.test",
      photos: 1,
    },
  ]);
});
