import { createServer, type Server } from "node:http";
import { expect, test } from "@playwright/test";
import { openProducer } from "@/server/domain/producers/open";
import { inside } from "../inside";
import { ALERT_RECEIVER_PORT } from "../where";
import { darken, expectAccessible, newUser, signIn } from "./people";

const MAX_MS = 60_000;
const messages: string[] = [];
let receiver: Server;
test.beforeAll(async () => {
  receiver = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    messages.push(Buffer.concat(chunks).toString());
    const isGone = request.url === "/gone";
    response.writeHead(isGone ? 404 : 200, { "content-type": "text/plain" });
    response.end(isGone ? "no_service" : "ok");
  });
  await new Promise<void>((resolve) => receiver.listen(ALERT_RECEIVER_PORT, "127.0.0.1", resolve));
});
test.afterAll(() => receiver.close());

// The journeys share one receiver.
test.describe.configure({ mode: "serial" });

test("a chat channel is created, tested, and receives the alert of an invented code within a minute", async ({
  page,
}) => {
  const { producerId, token } = await openProducer(await inside(), "Channel journey", "en");
  await signIn(page, await newUser(producerId, "editor"));
  await page.goto("/alerts");
  await page.getByRole("link", { name: "Alert channels" }).click();
  await expect(page.getByText("No alert channels yet")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Create channel" }).first().click();
  await page.getByLabel("Name").fill("Brand protection");
  await page.getByLabel("Webhook URL").fill("http://10.0.0.1/hook");
  await page.getByRole("button", { name: "Save channel" }).click();
  await expect(page.getByText("This URL cannot be called.")).toBeVisible();
  await page.getByLabel("Webhook URL").fill(`http://127.0.0.1:${ALERT_RECEIVER_PORT}/gone`);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save channel" }).click();
  await expect(page.getByRole("heading", { name: "Brand protection" })).toBeVisible();

  await page.getByRole("button", { name: "Send test message" }).click();
  await expect(page.getByRole("dialog")).toContainText("The receiver responded: HTTP 404: no_service");
  await page.keyboard.press("Escape");
  await page.getByLabel("Webhook URL").fill(`http://127.0.0.1:${ALERT_RECEIVER_PORT}/chat`);
  await page.getByRole("button", { name: "Save channel" }).click();
  await expect(page.getByText("Channel saved.")).toBeVisible();
  await page.getByRole("button", { name: "Send test message" }).click();
  await expect(page.getByRole("dialog")).toContainText("Test message sent");
  await page.keyboard.press("Escape");
  expect(messages.at(-1)).toContain("Alert for Channel journey: Test message");
  await page.setViewportSize({ width: 320, height: 640 });
  await darken(page);
  await expectAccessible(page);

  const startedAt = Date.now();
  for (const identifier of ["guessed-1", "guessed-1", "guessed-2"])
    await page.request.post("/api/v2/scans", {
      headers: { "an-api-token": token },
      data: { identifier, copyclassification: "unknown" },
    });
  await expect
    .poll(() => messages.at(-1), { timeout: MAX_MS })
    .toContain("Alert for Channel journey: Unregistered codes");
  console.info(`from scan to chat: ${Date.now() - startedAt} ms`);

  await page.goto("/alerts");
  await page.getByRole("link", { name: "Unregistered codes" }).first().click();
  const told = page.getByRole("list", { name: "Who was told" });
  await expect(told).toContainText("Brand protection in Slack");
  await expect(told).toContainText("Sent");
  await expect(page.getByRole("list", { name: "Codes" })).toContainText("guessed-1");
  await expectAccessible(page);
});

test("quiet hours of a person are saved on the account page", async ({ page }) => {
  const { producerId } = await openProducer(await inside(), "Quiet journey", "en");
  await signIn(page, await newUser(producerId, "viewer"));
  await page.goto("/account");
  const quiet = page.getByRole("region", { name: "Quiet hours" });
  await quiet.getByLabel("Observe quiet hours").check();
  await quiet.getByLabel(/^From\b/).fill("20:00");
  await quiet.getByLabel(/^To\b/).fill("20:00");
  await expect(quiet.getByText("Choose an end time that differs from the start time.")).toBeVisible();
  await quiet.getByLabel(/^To\b/).fill("06:30");
  // The box itself has no size; people click on its label.
  await quiet.getByText("Sun", { exact: true }).click();
  await expect(quiet.getByRole("checkbox", { name: "Sun" })).not.toBeChecked();
  await expectAccessible(page);
  await quiet.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Quiet hours saved.")).toBeVisible();
  await page.setViewportSize({ width: 320, height: 640 });
  await page.reload();
  await expect(quiet.getByLabel(/^From\b/)).toHaveValue("20:00");
  await expect(quiet.getByRole("checkbox", { name: "Sun" })).not.toBeChecked();
  await expectAccessible(page);
});
