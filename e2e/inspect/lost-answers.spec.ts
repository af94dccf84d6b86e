import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { and, eq } from "drizzle-orm";
import { memberships } from "@/db/schema/memberships";
import { producers } from "@/db/schema/producers";
import { newUser, signIn } from "../dashboard/people";
import { inside } from "../inside";
import { stored } from "./stored";
import { inspect, newInspected, pictureOf } from "./world";

// Holds decision 0084.

// Calls are broken on their way, which a service worker would hide.
test.use({ serviceWorkers: "block" });

const RECORD = "**/api/trpc/inspections.record*";
const PHOTO = "**/api/dashboard/inspections/photos*";

test("answers that are lost after the commit change nothing: scan, case and photos are stored once", async ({
  page,
}) => {
  const { inspector } = await newInspected("Lost answers");
  const code = randomUUID();
  await signIn(page, inspector);
  await page.goto("/inspect");
  for (const [address, losses] of [
    [RECORD, 1],
    [PHOTO, 2],
  ] as const)
    await page.route(
      address,
      async (route) => {
        await route.fetch();
        await route.abort("connectionreset");
      },
      { times: losses },
    );
  await inspect(page, code, { Front: await pictureOf(1), Seam: await pictureOf(2) });
  await page.getByRole("button", { name: "Back" }).click();
  const isSent = page.getByText("Everything is sent");
  await expect(async () => {
    if (await isSent.isHidden()) await page.getByRole("button", { name: "Send now" }).click({ timeout: 500 });
    await expect(isSent).toBeVisible({ timeout: 500 });
  }).toPass();
  const there = await stored([code]);
  expect([there.inspections, there.scans]).toEqual([[code], [code]]);
  expect(there.photos).toHaveLength(2);
  await expect(page.getByText("Unknown")).toBeVisible();
});

test("an inspection that fails each time, and a photo that a proxy refuses, hold up no other", async ({
  page,
}) => {
  const { inspector } = await newInspected("Poison");
  const [poison, large, next] = [randomUUID(), randomUUID(), randomUUID()];
  await signIn(page, inspector);
  await page.goto("/inspect");
  await page.route(RECORD, (route) =>
    route.request().postData()?.includes(poison)
      ? route.fulfill({ status: 502, contentType: "text/html", body: "<h1>Bad gateway</h1>" })
      : route.continue(),
  );
  await page.route(PHOTO, (route) =>
    route.fulfill({ status: 413, contentType: "text/html", body: "<h1>Too large</h1>" }),
  );
  await inspect(page, poison, {});
  await expect(page.getByText("The service does not answer.")).toBeVisible();
  await inspect(page, large, { Front: await pictureOf(1) });
  await expect(page.getByText("Refused")).toBeVisible();
  await expect(page.getByText("The answer to the code was: Unknown")).toBeVisible();
  await inspect(page, next, {});
  await expect(page.getByText("Unknown", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Back" }).click();
  await expect(page.getByText("2 inspections not sent yet")).toBeVisible();
  expect((await stored([poison, large, next])).inspections).toEqual([large, next].toSorted());

  await page.unroute(RECORD);
  await page.unroute(PHOTO);
  await page.getByRole("button", { name: "Send now" }).click();
  await expect(page.getByText("Everything is sent")).toBeVisible();
  expect((await stored([poison, large])).photos).toHaveLength(1);
});

test("records of all inspections are sent before any photo, and a photo that fails holds up none", async ({
  page,
  context,
}) => {
  const { inspector } = await newInspected("Failing photos");
  const codes = [randomUUID(), randomUUID(), randomUUID()];
  await signIn(page, inspector);
  await page.goto("/inspect");
  await expect(page.getByRole("button", { name: "Scan" })).toBeEnabled();
  await context.setOffline(true);
  for (const [n, code] of codes.entries()) await inspect(page, code, { Front: await pictureOf(n) });
  await page.getByRole("button", { name: "Back" }).click();
  await expect(page.getByText("3 inspections not sent yet")).toBeVisible();

  const calls: string[] = [];
  await page.route(RECORD, (route) => {
    calls.push("record");
    return route.continue();
  });
  await page.route(PHOTO, (route) => {
    calls.push("photo");
    return route.fulfill({ status: 503 });
  });
  await context.setOffline(false);
  await expect(page.getByText("Unknown", { exact: true })).toHaveCount(3);
  await expect.poll(() => calls.slice(0, 4)).toEqual(["record", "record", "record", "photo"]);

  await page.unroute(PHOTO);
  await page.getByRole("button", { name: "Send now" }).click();
  await expect(page.getByText("Everything is sent")).toBeVisible();
  expect((await stored(codes)).photos).toHaveLength(3);
});

test("a record that is saved while photos are sent waits for one photo at most", async ({ page }) => {
  const { inspector } = await newInspected("Slow photos");
  await signIn(page, inspector);
  await page.goto("/inspect");
  const calls: string[] = [];
  let mayGo = () => {};
  const held = new Promise<void>((resolve) => {
    mayGo = resolve;
  });
  await page.route(RECORD, (route) => {
    calls.push("record");
    return route.continue();
  });
  await page.route(PHOTO, async (route) => {
    calls.push("photo");
    await held;
    await route.continue();
  });
  await inspect(page, randomUUID(), { Front: await pictureOf(1), Seam: await pictureOf(2) });
  await expect.poll(() => calls).toEqual(["record", "photo"]);
  await inspect(page, randomUUID(), {}, { isAnswered: false });
  await expect(page.getByText("Saved, not yet checked")).toBeVisible();
  mayGo();
  await expect(page.getByText("Unknown", { exact: true })).toBeVisible();
  await expect.poll(() => calls).toEqual(["record", "photo", "record", "photo"]);
});

test("the answer to an inspection of last week stays in sight after it was sent", async ({
  page,
  context,
}) => {
  const { inspector } = await newInspected("Long offline");
  const code = randomUUID();
  await signIn(page, inspector);
  await page.goto("/inspect");
  await expect(page.getByRole("button", { name: "Scan" })).toBeEnabled();
  await context.setOffline(true);
  const now = Date.now();
  await page.clock.setFixedTime(now - 8 * 86_400_000);
  await inspect(page, code, {});
  await page.getByRole("button", { name: "Back" }).click();
  await page.clock.setFixedTime(now);
  await context.setOffline(false);
  await expect(page.getByText("Everything is sent")).toBeVisible();
  await expect(page.getByRole("button", { name: "Send now" })).toBeHidden();
  await expect(page.getByText("Unknown", { exact: true })).toBeVisible();
});

test("if another member signs in while the app sends, nothing is recorded as theirs", async ({ page }) => {
  const { producerId, inspector } = await newInspected("Changed sign-in");
  const colleague = await newUser(producerId, "inspector", "Otto Other");
  const code = randomUUID();
  await signIn(page, inspector);
  await page.goto("/inspect");
  await expect(page.getByRole("button", { name: "Scan" })).toBeEnabled();
  await page.route(
    "**/api/trpc/people.me*",
    async (route) => {
      const response = await route.fetch();
      await page.context().clearCookies();
      await signIn(page, colleague);
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  await inspect(page, code, {}, { isAnswered: false });
  await expect(page.getByText("Another person is signed in")).toBeVisible();
  await expect(page.getByRole("button", { name: "Continue as Otto Other" })).toBeVisible();
  expect((await stored([code])).inspections).toEqual([]);
  await page.getByRole("button", { name: "Sign in as that person" }).click();
  await expect(page).toHaveURL(/\/login/);
});

test("a suspended producer's inspections wait; those of a producer that removed the member stay in sight", async ({
  page,
}) => {
  const { producerId, inspector } = await newInspected("Suspended");
  const { db } = await inside();
  const own = eq(producers.id, producerId);
  const code = randomUUID();
  await signIn(page, inspector);
  await page.goto("/inspect");
  await expect(page.getByRole("button", { name: "Scan" })).toBeEnabled();
  await db.update(producers).set({ suspendedAt: new Date(), suspendedReason: "Unpaid" }).where(own);
  await inspect(page, code, {});
  await expect(page.getByText("has suspended a producer")).toBeVisible();
  await page.getByRole("button", { name: "Back" }).click();
  await expect(page.getByText("1 inspection not sent yet")).toBeVisible();
  await db.update(producers).set({ suspendedAt: null, suspendedReason: null }).where(own);
  await page.getByRole("button", { name: "Send now" }).click();
  await expect(page.getByText("Everything is sent")).toBeVisible();
  expect((await stored([code])).inspections).toEqual([code]);

  await db
    .delete(memberships)
    .where(and(eq(memberships.producerId, producerId), eq(memberships.personId, inspector.personId)));
  const late = randomUUID();
  await inspect(page, late, {});
  await expect(page.getByText(/The service did not take it/)).toBeVisible();
  await page.getByRole("button", { name: "Back" }).click();
  await expect(page.getByText("Not sent, of other producers")).toBeVisible();
  await expect(page.getByRole("button", { name: new RegExp(late) })).toBeVisible();
});
