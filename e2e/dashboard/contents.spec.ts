import { expect, type Page, test } from "@playwright/test";
import sharp from "sharp";
import { newProducer } from "../credentials";
import { pageOf } from "./page-of";
import { darken, expectAccessible, newUser, signIn } from "./people";

const MIB = 1024 * 1024;

const picture = (colour: string, width = 900) =>
  sharp({ create: { width, height: 600, channels: 3, background: colour } })
    .jpeg()
    .toBuffer();

const add = (page: Page, files: { name: string; mimeType: string; buffer: Buffer }[]) =>
  page.locator("input[type=file]").setInputFiles(files);

test("several files are added at once; each file that is too large or mistyped shows its own reason", async ({
  page,
}) => {
  const { producerId } = await newProducer("Files");
  await signIn(page, await newUser(producerId, "editor"));
  await page.goto("/files");
  await expect(page.getByText("Any type, up to 10 MiB each. 0 B of")).toBeVisible();
  await expect(page.getByText("No files yet")).toBeVisible();
  await expectAccessible(page);
  await add(page, [
    { name: "red.jpg", mimeType: "image/jpeg", buffer: await picture("red") },
    { name: "blue.jpg", mimeType: "image/jpeg", buffer: await picture("blue") },
    { name: "note.txt", mimeType: "text/plain", buffer: Buffer.from("hello") },
    { name: "liar.png", mimeType: "image/png", buffer: Buffer.from("no picture at all") },
    { name: "huge.bin", mimeType: "application/octet-stream", buffer: Buffer.alloc(10 * MIB + 1) },
  ]);
  const uploads = page.getByRole("region", { name: "Uploads" });
  await expect(uploads.getByText("3 of 5 uploaded")).toBeVisible();
  await expect(uploads.getByRole("listitem").filter({ hasText: "liar.png" })).toContainText(
    "The file does not match its type",
  );
  await expect(uploads.getByRole("listitem").filter({ hasText: "huge.bin" })).toContainText(
    "Larger than 10 MiB",
  );
  const cards = page.getByRole("list", { name: "Files" }).getByRole("listitem");
  await expect(cards).toHaveCount(3);
  await expectAccessible(page);
  await darken(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectAccessible(page);
  await uploads.getByRole("button", { name: "Clear list" }).click();
  await expect(uploads).toBeHidden();

  await page.getByRole("searchbox", { name: "Search by name or ID" }).fill("blue");
  await expect(cards).toHaveCount(1);
  await expect(page).toHaveURL(/q=blue/);
  await page.reload();
  await expect(cards).toHaveCount(1);
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.getByRole("link", { name: "Files", exact: true }).click();
  await expect(page).toHaveURL(pageOf("/files"));
  await expect(page.getByRole("searchbox", { name: "Search by name or ID" })).toHaveValue("");
  await expect(cards).toHaveCount(3);
});

test("failed uploads are listed above earlier ones", async ({ page }) => {
  const { producerId } = await newProducer("Failed on top");
  await signIn(page, await newUser(producerId, "editor"));
  await page.goto("/files");
  await add(page, [
    { name: "first.txt", mimeType: "text/plain", buffer: Buffer.from("one") },
    { name: "liar.png", mimeType: "image/png", buffer: Buffer.from("no picture at all") },
    { name: "third.txt", mimeType: "text/plain", buffer: Buffer.from("three") },
    { name: "huge.bin", mimeType: "application/octet-stream", buffer: Buffer.alloc(10 * MIB + 1) },
  ]);
  const uploads = page.getByRole("region", { name: "Uploads" });
  await expect(uploads.getByText("2 of 4 uploaded, 2 failed")).toBeVisible();
  await expect(uploads.getByRole("listitem")).toHaveText([/^liar/, /^huge/, /^first/, /^third/]);
});

test("a file that is added twice, under any name, is uploaded once", async ({ page }) => {
  const { producerId } = await newProducer("Given twice");
  await signIn(page, await newUser(producerId, "editor"));
  await page.goto("/files");
  const sent: string[] = [];
  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (request.method() === "POST" && pathname === "/api/dashboard/contents")
      sent.push(searchParams.get("name") ?? "");
  });
  const given = (name: string) => ({ name, mimeType: "text/plain", buffer: Buffer.from("the same") });
  await add(page, [given("one.txt"), given("copy.txt")]);
  const uploads = page.getByRole("region", { name: "Uploads" });
  await expect(uploads.getByText("2 of 2 uploaded")).toBeVisible();
  await add(page, [given("one.txt")]);
  await expect(uploads.getByText("3 of 3 uploaded")).toBeVisible();
  await expect(uploads.getByText("Identical to “one.txt”; not uploaded again")).toHaveCount(2);
  await expect(page.getByRole("list", { name: "Files" }).getByRole("listitem")).toHaveCount(1);
  expect(sent).toEqual(["one.txt"]);
});

test("an upload can be cancelled and retried", async ({ page }) => {
  const { producerId } = await newProducer("Cancelled");
  await signIn(page, await newUser(producerId, "editor"));
  await page.goto("/files");
  let releaseLease = () => {};
  const held = new Promise<void>((resolve) => {
    releaseLease = resolve;
  });
  await page.route("**/api/dashboard/contents**", async (route) => {
    await held;
    await route.continue().catch(() => {});
  });
  await add(page, [{ name: "slow.jpg", mimeType: "image/jpeg", buffer: await picture("green") }]);
  const row = page.getByRole("region", { name: "Uploads" }).getByRole("listitem");
  await row.getByRole("button", { name: "Cancel upload of slow.jpg" }).click();
  await expect(row).toContainText("Cancelled");
  releaseLease();
  await row.getByRole("button", { name: "Retry slow.jpg" }).click();
  await expect(row.getByRole("link", { name: "Uploaded" })).toBeVisible();
});

test("an upload continues on other pages, which show its progress and its failures", async ({ page }) => {
  const { producerId } = await newProducer("Elsewhere");
  await signIn(page, await newUser(producerId, "editor"));
  await page.goto("/files");
  let releaseLease = () => {};
  const held = new Promise<void>((resolve) => {
    releaseLease = resolve;
  });
  await page.route("**/api/dashboard/contents**", async (route) => {
    await held;
    await route.continue().catch(() => {});
  });
  await add(page, [
    { name: "slow.jpg", mimeType: "image/jpeg", buffer: await picture("green") },
    { name: "liar.png", mimeType: "image/png", buffer: Buffer.from("no picture at all") },
  ]);
  await page.getByRole("link", { name: "Items", exact: true }).click();
  await expect(page).toHaveURL(pageOf("/items"));
  const tray = page.getByRole("region", { name: "Uploads" });
  await expect(tray.getByRole("status")).toHaveText("Uploading: 0 of 2 files");
  const asked = page.waitForEvent("dialog");
  await page.close({ runBeforeUnload: true });
  await (await asked).dismiss();
  releaseLease();
  await expect(tray.getByRole("status")).toHaveText("1 of 2 files uploaded, 1 failed");
  await page.setViewportSize({ width: 320, height: 640 });
  await expectAccessible(page);
  await tray.getByRole("link", { name: "View uploads" }).click();
  await expect(page.getByRole("list", { name: "Files" }).getByRole("listitem")).toHaveCount(1);
  await expect(page.getByText("1 of 2 uploaded, 1 failed")).toBeVisible();
});

test("a dialog stays open until its action ends, and shows the refusal", async ({ page }) => {
  const { producerId, token } = await newProducer("Refused");
  await signIn(page, await newUser(producerId, "editor"));
  const made = await page.request.post("/api/v2/contents", {
    headers: { "an-api-token": token },
    data: { data: (await picture("red")).toString("base64"), "content-type": "image/jpeg" },
  });
  const { id }: { id: string } = await made.json();
  await page.goto(`/files/${id}`);
  await page.getByRole("button", { name: "Delete" }).click();
  const dialog = page.getByRole("dialog");
  let releaseLease = () => {};
  const held = new Promise<void>((resolve) => {
    releaseLease = resolve;
  });
  await page.route("**/api/trpc/contents.delete**", async (route) => {
    await held;
    await route.abort();
  });
  await dialog.getByRole("button", { name: "Delete file" }).click();
  await expect(dialog.getByRole("button", { name: "Cancel" })).toBeDisabled();
  await page.keyboard.press("Escape");
  releaseLease();
  await expect(dialog.getByRole("alert")).toHaveText(/The service did not respond/);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
});

test("a file is shown at any width and quality with its uses, and is deleted for good", async ({
  page,
  baseURL,
}) => {
  const { producerId, token } = await newProducer("One file");
  const call = async (path: string, body: object) => {
    const response = await fetch(`${baseURL}/api/v2${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", "an-api-token": token },
      body: JSON.stringify(body),
    });
    const answer: { id: string; path: string } = await response.json();
    return answer;
  };
  const data = (await picture("orange")).toString("base64");
  const content = await call("/contents", { data, "content-type": "image/jpeg", name: "orange.jpg" });
  const item = `pictured-${Date.now()}`;
  await call("/items", { identifier: item, image: content.path });
  await signIn(page, await newUser(producerId, "editor"));
  await page.goto("/files");
  await expect(page.getByRole("link", { name: /orange\.jpg/ })).toContainText("Used once");
  await page.getByRole("link", { name: /orange\.jpg/ }).click();
  await expect(page.getByText("640 × 427 pixels")).toBeVisible();
  await page.getByRole("textbox", { name: "Width in pixels" }).fill("120");
  await expect(page.getByText("120 × 80 pixels")).toBeVisible();
  await page.getByRole("textbox", { name: "Quality" }).fill("20");
  await expect(page.getByText(`${content.id}/120?quality=20`)).toBeVisible();
  await expect(page.getByRole("link", { name: item })).toHaveAttribute("href", pageOf(`/items/${item}`));
  await page.getByRole("button", { name: "Delete" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("One item or group uses it and loses its image.");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Delete file" }).click();
  await expect(page).toHaveURL(pageOf("/files"));
  await expect(page.getByText("No files yet")).toBeVisible();
  expect((await page.request.get(`/api/v2/contents/${content.id}`)).status()).toBe(404);
});

test("a viewer sees files and can change none", async ({ page }) => {
  const { producerId } = await newProducer("Viewed files");
  await signIn(page, await newUser(producerId, "viewer"));
  await page.goto("/files");
  await expect(page.getByText("No files yet")).toBeVisible();
  await expect(page.getByRole("button", { name: "Upload files" })).toHaveCount(0);
  await expect(page.locator("input[type=file]")).toHaveCount(0);
  const sent = await page.evaluate(
    async (query) => (await fetch(`/api/dashboard/contents?${query}`, { method: "POST", body: "x" })).status,
    `producer=${producerId}`,
  );
  expect(sent).toBe(403);
});
