import { readFile } from "node:fs/promises";
import { decode, pagesOf } from "@assay/labels/testing";
import { type Browser, expect, type Page, test } from "@playwright/test";
import { startSmtp } from "@/server/testing/smtp";
import { newProducer } from "./credentials";
import { expectAccessible, newUser, signIn } from "./dashboard/people";
import { freePort, type OwnService, startOwnService } from "./own-service";
import { DATA_DIR } from "./where";

const [FIRST, NEXT] = ["first.buyer@people.test", "next.buyer@people.test"];

let smtp: Awaited<ReturnType<typeof startSmtp>>;
let service: OwnService;
test.beforeAll(async () => {
  smtp = await startSmtp();
  const port = await freePort();
  service = await startOwnService(["dist/main.mjs"], port, {
    DATA_DIR,
    DATABASE_URL: "",
    BACKUPS: "off",
    PORT: String(port),
    PUBLIC_BASE_URL: `http://localhost:${port}`,
    SMTP_URL: `smtp://assay:p%40ss@127.0.0.1:${smtp.port}`,
  });
});
test.afterAll(async () => {
  await service.end("SIGTERM");
  await smtp.stop();
});

/** The newest link of a kind in the e-mails to an address. */
async function linkTo(email: string, kind: "confirm" | "owner"): Promise<string> {
  const links = () =>
    smtp.taken
      .filter(({ to }) => to.includes(email))
      .flatMap(({ text }) => text.match(new RegExp(`^http://\\S+/${kind}/\\S+$`, "m")) ?? []);
  await expect.poll(links).not.toEqual([]);
  return links().at(-1) ?? "";
}

const inLight = async (page: Page) => {
  await page.emulateMedia({ colorScheme: "light" });
  await expectAccessible(page);
};
const inDark = async (page: Page) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(page);
};

/** A phone of its own, as narrow as the narrowest. */
const newPhone = async (browser: Browser) =>
  (
    await browser.newContext({
      baseURL: service.url,
      locale: "en-US",
      viewport: { width: 320, height: 640 },
    })
  ).newPage();

/** Switches activation on, and prints the item's label with a second code. Returns what its symbols say. */
async function printLabel(page: Page, identifier: string): Promise<string[]> {
  await page.goto("/settings");
  await page.getByRole("switch", { name: "Buyers activate items" }).check();
  await page.getByLabel("Warranty in months").fill("24");
  await page.getByRole("button", { name: "Save activation" }).click();
  await expect(page.getByText("Activation saved.")).toBeVisible();
  await expectAccessible(page);
  await page.goto(`/labels?items=${identifier}`);
  await page.getByLabel("Second code").selectOption("As text and QR code");
  await expect(page.getByRole("img", { name: "Page 1 of the labels" })).toBeVisible();
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download labels" }).click();
  const pdf = await readFile(await (await downloading).path());
  const decoded: string[] = [];
  for await (const picture of pagesOf(pdf, 600)) decoded.push(...(await decode(picture)));
  return decoded;
}

test("a second code makes the first owner, who transfers the item; the next one reports a theft, withdraws it, and leaves", async ({
  browser,
}) => {
  const producer = await newProducer("Norvane");
  const identifier = `owned-${Date.now()}`;
  await fetch(`${service.url}/api/v2/items`, {
    method: "POST",
    headers: { "an-api-token": producer.token, "content-type": "application/json" },
    body: JSON.stringify({ identifier, title: "Strand Low, White" }),
  });
  const dashboard = await (await browser.newContext({ baseURL: service.url, locale: "en-US" })).newPage();
  await signIn(dashboard, await newUser(producer.producerId, "owner", "Ada"));
  const decoded = await printLabel(dashboard, identifier);
  const hidden = decoded.find((text) => text.includes("#code=")) ?? "";
  expect(decoded.toSorted()).toEqual([
    `${service.url}/v/${identifier}`,
    expect.stringMatching(new RegExp(`/v/${identifier}#code=[0-9A-Z]{12}$`)),
  ]);

  const [first, next, visitor] = [await newPhone(browser), await newPhone(browser), await newPhone(browser)];
  await first.goto(hidden);
  await expect(first.getByLabel("Second code")).toHaveValue(/^.{4}-.{4}-.{4}$/);
  expect(first.url()).not.toContain("code=");
  await inLight(first);
  await inDark(first);
  await first.getByLabel("Your e-mail address").first().fill(FIRST);
  await first.getByRole("button", { name: "Activate item" }).click();
  await expect(first.getByRole("status").first()).toContainText("Open the e-mail that was sent to you");

  const wrong = await newPhone(browser);
  await wrong.goto(`/v/${identifier}`);
  await wrong.getByText("Activate this item").click();
  await wrong.getByLabel("Second code").fill("0000-0000-0000");
  await wrong.getByLabel("Your e-mail address").first().fill(NEXT);
  await wrong.getByRole("button", { name: "Activate item" }).click();
  await expect(wrong.getByRole("heading", { name: "This second code is wrong" })).toBeVisible();
  await expect(wrong.locator(".band .icon")).toHaveCSS("color", "rgb(255, 255, 255)");

  await first.goto(await linkTo(FIRST, "confirm"));
  await inLight(first);
  await visitor.goto(`/v/${identifier}`);
  await expect(visitor.getByText("Activate this item")).toBeVisible();
  await first.getByRole("button", { name: "Confirm ownership" }).click();
  await expect(first.getByText("You own this item.")).toBeVisible();
  await inLight(first);
  await inDark(first);
  await first.getByRole("link", { name: "Show the item" }).click();
  await expect(first.getByText(/^You activated this item on/)).toBeVisible();
  await expect(first.getByText(/^Warranty until/)).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByText(/^Activated on .* by another person$/)).toBeVisible();
  await expect(visitor.locator("body")).not.toContainText("people.test");
  await inLight(visitor);
  await visitor.goto("about:blank");
  await visitor.goto(hidden);
  await expect(visitor).not.toHaveURL(/code=/);

  await first.getByRole("link", { name: "Open your page" }).click();
  const ownersPage = first.url();
  await first.getByLabel("E-mail address of the next owner").fill(NEXT);
  await first.getByRole("button", { name: "Offer item" }).click();
  await expect(first.getByText(`Offered to ${NEXT} until`)).toBeVisible();
  await next.goto(await linkTo(NEXT, "confirm"));
  await next.getByRole("button", { name: "Take over item" }).click();
  await expect(next.getByText("You own this item.")).toBeVisible();
  await first.goto(ownersPage);
  await expect(first.getByRole("heading", { name: "This link does not work, or no longer" })).toBeVisible();

  await dashboard.goto(`/items/${identifier}`);
  const card = dashboard.getByRole("region", { name: "Owner", exact: true });
  await expect(card).toContainText("Once, last on");
  await expect(card).toContainText("n…@p….test");
  await expectAccessible(dashboard);

  await next.getByRole("button", { name: "Report item as stolen" }).click();
  await expect(next.getByText(/^You reported the item as stolen on/)).toBeVisible();
  await inDark(next);
  await visitor.reload();
  await expect(visitor.getByText("Reported as stolen")).toBeVisible();
  await inLight(visitor);
  await inDark(visitor);
  await next.getByRole("button", { name: "Withdraw report" }).click();
  await expect(next.getByRole("button", { name: "Report item as stolen" })).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByText("Registered by Norvane")).toBeVisible();

  const downloading = next.waitForEvent("download");
  await next.getByRole("link", { name: "Download your data" }).click();
  expect(await readFile(await (await downloading).path(), "utf8")).toContain(NEXT);
  await next.getByLabel("I want to end my ownership of this item.").check();
  await next.getByRole("button", { name: "End ownership" }).click();
  await expect(next.getByText("Your ownership has ended, and your data was erased.")).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByText("Activate this item")).toBeVisible();
  await dashboard.reload();
  await expect(card).toContainText("2 former owners");
});
