import { type Browser, expect, type Page, test } from "@playwright/test";
import type { Ctx } from "@/server/core/ctx";
import { createRule } from "@/server/domain/alerts/create-rule";
import { inviteMember } from "@/server/domain/members/invite";
import { newProducer } from "../credentials";
import { inside } from "../inside";
import { settled } from "./every-page/look";
import { expectAccessible, newAdmin, newUser, signIn } from "./people";

// Holds decision 0028.

/** A producer with two owners, an invitation, a rule and a scan. */
async function newWorld(baseURL: string | undefined) {
  const { producerId, token } = await newProducer("Soon at rest");
  const owner = await newUser(producerId, "owner", "Olga Owner");
  await newUser(producerId, "owner", "Otto Owner");
  const actor = { type: "user" as const, id: owner.personId, name: owner.name };
  const ctx: Ctx = {
    ...(await inside()),
    caller: { kind: "producer", sandbox: 0, producerId, credential: "session", actor },
  };
  await inviteMember(ctx, { email: "guest@people.test", role: "viewer", locale: "en" });
  const condition = { kind: "impossibleTravel", windowHours: 1, scans: 1 } as const;
  const rule = await createRule(ctx, { name: "Watch", condition, coolDownHours: 1, mailsMe: false });
  const identifier = `resting-${Date.now()}`;
  const post = async (path: string, data: object) => {
    const headers = { "content-type": "application/json", "an-api-token": token };
    const body = JSON.stringify(data);
    return (await fetch(`${baseURL}/api/v2${path}`, { method: "POST", headers, body })).json();
  };
  await post("/items", { identifier });
  const location = { latitude: 53.55, longitude: 9.99 };
  const { scan } = await post("/scans", { identifier, copyclassification: "fake", location });
  return { producerId, owner, rule: rule.id, scan: String(scan.id), identifier };
}

type World = Awaited<ReturnType<typeof newWorld>>;

/** Actions that owners see on each page and that the service refuses while the producer is suspended. */
const offeredOn = ({ rule, scan, identifier }: World) => {
  const button = (name: string) => (page: Page) => page.getByRole("button", { name });
  const link = (name: string) => (page: Page) => page.getByRole("link", { name });
  return {
    "/overview": [(page: Page) => page.getByRole("region", { name: "Get started" })],
    "/members": [
      button("Invite member"),
      (page: Page) => page.getByRole("combobox", { name: "Role of Otto Owner" }),
      button("Actions for Otto Owner"),
      button("Revoke the invitation for guest@people.test"),
      button("Leave Soon at rest"),
    ],
    "/tokens": [button("Create token"), button("Revoke First token")],
    "/alerts/rules": [
      link("Create rule"),
      (page: Page) => page.getByRole("switch", { name: "Enable “Watch”", disabled: false }),
    ],
    [`/alerts/rules/${rule}`]: [button("Save"), button("Delete")],
    "/settings": [(page: Page) => page.getByText("Shown in scanner apps and sent in webhook events.")],
    [`/settings/privacy?scan=${scan}`]: [button("Save"), button("Erase data")],
    [`/scans/${scan}`]: [button("Erase personal data")],
    [`/items/${identifier}`]: [button("Invalidate"), link("Edit")],
    "/groups": [link("Create group")],
    "/files": [button("Upload files")],
    "/webhooks": [link("Create webhook")],
  };
};

async function suspend(browser: Browser, baseURL: string | undefined, producerId: string): Promise<void> {
  const page = await browser.newPage(baseURL ? { baseURL } : {});
  await signIn(page, await newAdmin());
  await page.goto(`/admin/producers/${producerId}`);
  await page.getByRole("button", { name: "Suspend producer" }).click();
  await page.getByRole("dialog").getByLabel("Reason").fill("Unpaid since March");
  await page.getByRole("dialog").getByRole("button", { name: "Suspend producer" }).click();
  await expect(page.getByText("Soon at rest suspended.")).toBeVisible();
  await page.close();
}

test("while a producer is suspended its pages give the reason once and offer nothing that is refused", async ({
  page,
  browser,
  baseURL,
}) => {
  const world = await newWorld(baseURL);
  const pages = Object.entries(offeredOn(world));
  const why = page.getByText("Reason given by an admin: “Unpaid since March”");
  await signIn(page, world.owner);
  for (const [path, offered] of pages) {
    await page.goto(path);
    for (const find of offered) await expect.soft(find(page).first(), path).toBeVisible();
  }
  await suspend(browser, baseURL, world.producerId);
  for (const [path, offered] of pages) {
    await page.goto(path);
    await settled(page);
    await expect.soft(why, path).toHaveCount(1);
    for (const find of offered) await expect.soft(find(page), path).toHaveCount(0);
  }

  await page.goto("/members");
  const otto = page
    .getByRole("table", { name: "Members" })
    .getByRole("row")
    .filter({ hasText: "Otto Owner" });
  await expect(otto).toContainText("Owner");
  await expectAccessible(page);
  await page.goto(`/settings/privacy?scan=${world.scan}`);
  await expect(page.getByRole("link", { name: "Download JSON" })).toBeVisible();
  await expectAccessible(page);
});
