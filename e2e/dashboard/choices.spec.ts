import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { z } from "zod";
import { newProducer } from "../credentials";
import { settled } from "./every-page/look";
import { darken, expectAccessible, newUser, signIn } from "./people";

const Created = z.object({ id: z.string() });

/** Two groups and three items, one of each group; the item of the first group was scanned as a fake. */
async function newWorld(baseURL: string | undefined) {
  const { producerId, token } = await newProducer("Choices");
  const mark = randomUUID().slice(0, 8);
  const post = async (path: string, body: object): Promise<string> => {
    const answer = await fetch(`${baseURL}/api/v2${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", "an-api-token": token },
      body: JSON.stringify(body),
    });
    expect(answer.ok).toBe(true);
    return answer.text();
  };
  const [red, green, blue] = [`red-${mark}`, `green-${mark}`, `blue-${mark}`];
  for (const identifier of [red, green, blue]) await post("/items", { identifier });
  for (const [title, identifier] of [
    ["Reds", red],
    ["Greens", green],
  ]) {
    const { id } = Created.parse(JSON.parse(await post("/groups", { title })));
    await post(`/groups/${id}/items/${identifier}`, {});
  }
  for (const [identifier, verdict] of [
    [red, "fake"],
    [green, "unknown"],
    [blue, "original"],
  ])
    await post("/scans", { identifier, copyclassification: verdict });
  return { red, green, blue, person: await newUser(producerId, "viewer"), path: `/p/${producerId}` };
}

test("scans are filtered by several verdicts, and by all but some, with the keyboard", async ({
  page,
  baseURL,
}) => {
  const { red, green, blue, person, path } = await newWorld(baseURL);
  await signIn(page, person);
  await page.goto(`${path}/scans?verdict=fake`);
  const rows = page.getByRole("table", { name: "Scans" }).locator("tbody").getByRole("link");
  await expect(rows).toHaveText([red]);
  await settled(page);
  await page.getByRole("combobox", { name: "Verdict" }).focus();
  await page.keyboard.type("unkn");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(rows).toHaveText([green, red]);
  await expect(page).toHaveURL(/verdict=fake,unknown/);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Verdict: is", exact: true }).press("Enter");
  await expect(rows).toHaveText([blue]);
  await expect(page).toHaveURL(/verdict=!fake,unknown/);
  await expectAccessible(page);
  await page.reload();
  await expect(rows).toHaveText([blue]);
  await page.getByRole("button", { name: "Verdict: is not" }).press("Enter");
  await expect(rows).toHaveCount(2);
});

test("items are filtered by several groups at 320 px; groups show their items, scans and fakes", async ({
  page,
  baseURL,
}) => {
  const { red, green, blue, person, path } = await newWorld(baseURL);
  await signIn(page, person);
  await page.setViewportSize({ width: 320, height: 800 });
  await page.goto(`${path}/items`);
  await settled(page);
  const rows = page.getByRole("table", { name: "Items" }).locator("tbody").getByRole("link", { name: /-/ });
  await page.getByRole("button", { name: "Filters", exact: true }).click();
  await page.getByRole("combobox", { name: "Group" }).click();
  await page.getByRole("option", { name: "Reds" }).click();
  await page.getByRole("option", { name: "Greens" }).click();
  await page.keyboard.press("Escape");
  await expect(rows).toHaveText([green, red]);
  await page.getByRole("button", { name: "Group: is", exact: true }).click();
  await expect(rows).toHaveText([blue]);
  await expect(page.getByText("1 in total")).toBeVisible();
  await darken(page);
  await expectAccessible(page);

  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${path}/groups`);
  const group = page.getByRole("row").filter({ hasText: "Reds" });
  await expect(group.getByRole("link", { name: "1", exact: true })).toHaveCount(3);
  await group.getByRole("link", { name: "Reds" }).click();
  await page.locator("dl").getByRole("link").nth(2).click();
  await expect(page).toHaveURL(/scans\?group=.*verdict=fake/);
  const scans = page.getByRole("table", { name: "Scans" }).locator("tbody").getByRole("link");
  await expect(scans).toHaveText([red]);
});
