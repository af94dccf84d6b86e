import { expect, type Page, test } from "@playwright/test";
import { settled } from "./every-page/look";
import { manyItems } from "./many-items";
import { expectAccessible, newUser, signIn } from "./people";
import { watchPage } from "./watch";

const ITEMS = 230;
/** More than a window holds, and far fewer than the list. */
const MAX_RENDERED = 70;
const SIZES = { wide: { width: 1440, height: 900 }, narrow: { width: 320, height: 640 } };

async function openItems(page: Page, size: keyof typeof SIZES) {
  const { producerId, mark } = await manyItems(`Long list, ${size}`, ITEMS);
  await page.setViewportSize(SIZES[size]);
  await signIn(page, await newUser(producerId, "editor"));
  let pages = 0;
  page.on("request", (request) => {
    if (request.url().includes("items.list")) pages += 1;
  });
  await page.goto(`/p/${producerId}/items`);
  const table = page.getByRole("table", { name: "Items" });
  const rows = table.locator("tbody [data-index]");
  await expect(rows).toHaveCount(50);
  await settled(page);
  return {
    rows,
    table,
    row: (number: number) =>
      rows.filter({ has: page.getByRole("link", { name: `${mark}-${number}`, exact: true }) }),
    pagesAsked: () => pages,
  };
}

/** Turn the wheel until the list knows its end, and then to that end. */
async function wheelToEnd(page: Page, last: ReturnType<Page["locator"]>) {
  await page.mouse.move(150, 400);
  await expect(async () => {
    await page.mouse.wheel(0, 3_000);
    await expect(last).toBeInViewport({ timeout: 50 });
  }).toPass({ intervals: [0] });
}

/** The first row well below the top bar, and its place in the window. */
const firstInView = (page: Page) =>
  page.evaluate(() => {
    const first = [...document.querySelectorAll("tbody [data-index]")].find(
      (row) => row.getBoundingClientRect().top > 160,
    );
    return {
      index: first?.getAttribute("data-index"),
      top: Math.round(first?.getBoundingClientRect().top ?? 0),
    };
  });

for (const size of ["wide", "narrow"] as const) {
  test(`a ${size} list loads while it is scrolled, renders rows near the window, and Back returns to them`, async ({
    page,
    baseURL,
  }) => {
    const check = watchPage(page, baseURL);
    const { rows, row, table, pagesAsked } = await openItems(page, size);
    await expect(table).toHaveAttribute("aria-rowcount", "-1");
    await expect(page.getByRole("button", { name: "Load more" })).toBeAttached();
    expect(pagesAsked()).toBe(0);

    await wheelToEnd(page, row(ITEMS));
    await expect(table).toHaveAttribute("aria-rowcount", String(ITEMS + 1));
    await expect(row(ITEMS)).toHaveAttribute("aria-rowindex", String(ITEMS + 1));
    await expect(row(1)).toHaveCount(0);
    expect(await rows.count()).toBeLessThan(MAX_RENDERED);
    await expect(page.getByText(`${ITEMS} in total`)).toBeVisible();
    expect(pagesAsked()).toBe(4);
    await expectAccessible(page);

    await page.evaluate(() => window.scrollBy(0, -3_000));
    const { height } = SIZES[size];
    await expect.poll(async () => (await firstInView(page)).top).toBeLessThan(height);
    const { index } = await firstInView(page);
    await rows
      .and(page.locator(`[data-index="${index}"]`))
      .getByRole("link")
      .first()
      .focus();
    const before = await firstInView(page);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "History", exact: true })).toBeVisible();
    await page.goBack();
    await expect.poll(() => firstInView(page)).toEqual(before);
    expect(await rows.count()).toBeLessThan(MAX_RENDERED);
    check();
  });
}

test("the keyboard reaches and selects rows of a long list, and a focused row stays when it is scrolled away", async ({
  page,
}) => {
  const { rows, row } = await openItems(page, "wide");
  for (let number = 1; number <= 75; number += 1) {
    await page.keyboard.press("j");
    await expect(row(number)).toBeFocused();
  }
  await page.keyboard.press("x");
  await expect(page.getByText("1 selected")).toBeVisible();
  for (let number = 76; number <= 90; number += 1) {
    await page.keyboard.press("Shift+ArrowDown");
    await expect(row(number)).toBeFocused();
  }
  await expect(page.getByText("16 selected")).toBeVisible();
  expect(await rows.count()).toBeLessThan(MAX_RENDERED);

  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(row(1)).toBeInViewport();
  await expect(row(90)).toBeFocused();
  await expect(row(60)).toHaveCount(0);
  await page.keyboard.press("k");
  await expect(row(89)).toBeFocused();
  await expect(row(89)).toBeInViewport();

  await page.evaluate(() => window.scrollTo(0, 0));
  await row(10).getByRole("checkbox").click();
  await row(80).waitFor({ state: "detached" });
  await page.evaluate(() => window.scrollTo(0, 2_500));
  await row(60).click({ modifiers: ["Shift"] });
  await expect(page.getByText("67 selected")).toBeVisible();
});

test("a printed list has all loaded rows", async ({ page }) => {
  const { rows, row } = await openItems(page, "wide");
  await wheelToEnd(page, row(ITEMS));
  await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
  await expect(rows).toHaveCount(ITEMS);
  await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
  await expect.poll(() => rows.count()).toBeLessThan(MAX_RENDERED);
});
