import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { newProducer } from "../credentials";
import { expectAccessible, newUser, signIn } from "./people";

const KIB = 1024;

test("the storage page shows each use with its own figure, largest first", async ({ page, baseURL }) => {
  const { producerId, token } = await newProducer("Storage in use");
  const call = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${baseURL}/api/v2${path}`, {
      method,
      headers: { "an-api-token": token, ...(body && { "content-type": "application/json" }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    expect(answer.status).toBe(200);
  };
  const text = (kib: number) => "x".repeat(kib * KIB);
  const [kept, gone] = [randomUUID(), randomUUID()];
  await call("POST", "/items", { identifier: kept, data: { text: text(300) } });
  await call("POST", "/items", { identifier: gone, data: { text: text(200) } });
  await call("DELETE", `/items/${gone}`);
  await call("POST", "/groups", { data: { text: text(120) } });
  for (const _ of [1, 2, 3])
    await call("POST", "/scans", {
      identifier: kept,
      copyclassification: "original",
      data: { text: text(50) },
    });
  await call("POST", "/contents", {
    "content-type": "application/octet-stream",
    data: Buffer.alloc(700 * KIB).toString("base64"),
  });

  await signIn(page, await newUser(producerId, "owner"));
  await page.goto("/settings");
  await page.getByRole("link", { name: "View storage usage" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Storage");
  const uses = page.getByRole("region", { name: "Storage usage" });
  await expect(uses).toContainText("1.7 MiB in total");
  await expect(uses.getByRole("listitem")).toHaveText([
    /^Files700 KiB · 39\.5%/,
    /^Item history500 KiB · 28\.3%/,
    /^Items300 KiB · 16\.9%/,
    /^Scan data150 KiB · 8\.5%/,
    /^Groups120 KiB · 6\.8%/,
    /^Scan images0 B · 0%/,
    /^Webhooks0 B · 0%/,
    /^Webhook events0 B · 0%/,
  ]);
  const quotas = page.getByRole("region", { name: "Quotas" });
  await expect(quotas.getByRole("listitem")).toHaveText([
    /^Files700 KiB of /,
    /^Scan images0 B of /,
    /^Items, groups, webhooks and history920 KiB of /,
    /^Scan data150 KiB of /,
  ]);
  await expectAccessible(page);
  await uses.getByRole("link", { name: "Files" }).click();
  await expect(page.getByRole("list", { name: "Files" }).getByRole("listitem")).toHaveCount(1);
});
