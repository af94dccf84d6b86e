import { expect, type Locator, type Page, test } from "@playwright/test";
import sharp from "sharp";
import { z } from "zod";
import { CHROMIUM_ARGS } from "@/server/cli/browser.mjs";
import { newProducer } from "../credentials";
import { darken, expectAccessible, newUser, signIn } from "./people";
import { watchPage } from "./watch";

// Holds decision 0031.

/** Software rendering of WebGL. */
const WITH_WEBGL = ["--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"];
const chromium = process.env.CHROMIUM_PATH;

test.use({
  launchOptions: {
    ...(chromium ? { executablePath: chromium } : {}),
    args: [...CHROMIUM_ARGS.filter((arg) => arg !== "--disable-gpu"), ...WITH_WEBGL],
  },
  viewport: { width: 1280, height: 1000 },
});

const HAMBURG = { latitude: 53.55, longitude: 9.99 };
const TOKYO = { latitude: 35.68, longitude: 139.76 };
const Created = z.object({ id: z.string() });

/** A producer with scans in two towns, and a person who views them. */
async function newWorld(baseURL: string | undefined) {
  const { producerId, token } = await newProducer("On the map");
  const item = `mapped-${Date.now()}`;
  const post = async (path: string, body: object) => {
    const headers = { "content-type": "application/json", "an-api-token": token };
    const answer = await fetch(`${baseURL}/api/v2${path}`, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
    expect(answer.ok).toBe(true);
    return answer.text();
  };
  const scan = (location: object, copyclassification: string, identifier = item) =>
    post("/scans", { identifier, location, copyclassification });
  const grouped = `${item}-grouped`;
  for (const identifier of [item, grouped]) await post("/items", { identifier });
  const { id: group } = Created.parse(JSON.parse(await post("/groups", { title: "Shoes" })));
  await post(`/groups/${group}/items/${grouped}`, {});
  for (const verdict of ["original", "original", "fake"]) await scan(HAMBURG, verdict);
  await scan(TOKYO, "original");
  await scan(TOKYO, "unknown", grouped);
  return {
    viewer: await newUser(producerId, "viewer"),
    editor: await newUser(producerId, "editor"),
    scan,
    group,
  };
}

const middleOf = async (place: Locator) => {
  const box = await place.boundingBox();
  if (!box) throw new Error("It is not shown.");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};

const mercator = ({ latitude, longitude }: typeof HAMBURG) => ({
  x: longitude / 360,
  y: -Math.asinh(Math.tan((latitude * Math.PI) / 180)) / (2 * Math.PI),
});

/** Share of a screenshot's pixels that have nearly the given colour. */
async function share(page: Page, canvas: Locator, colour: [number, number, number]): Promise<number> {
  const clip = await canvas.boundingBox();
  const { data } = await sharp(await page.screenshot(clip ? { clip } : {}))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  let found = 0;
  for (let at = 0; at < data.length; at += 3) {
    if (colour.every((part, i) => Math.abs((data[at + i] ?? 0) - part) <= 3)) found++;
  }
  return found / (data.length / 3);
}

test("scans appear on a drawn map where they were made; a selected box lists exactly its scans", async ({
  page,
  baseURL,
}) => {
  const expectQuiet = watchPage(page, baseURL);
  const { viewer, scan } = await newWorld(baseURL);
  await signIn(page, viewer);
  const centre = { latitude: 30, longitude: 60 };
  const zoom = 1.5;
  await page.goto(`/map?lat=${centre.latitude}&lng=${centre.longitude}&z=${zoom}`);
  const canvas = page.locator("canvas.maplibregl-canvas");
  const hamburg = page.getByRole("button", { name: /^3 scans near 53\.\d° N/ });
  const tokyo = page.getByRole("button", { name: /^2 scans near 35\.\d° N/ });
  await expect(hamburg).toHaveAccessibleName(/1 fake, 33/);
  await expect(tokyo).toBeVisible();
  await expect.poll(() => share(page, canvas, [0xf5, 0xf3, 0xec])).toBeGreaterThan(0.1);
  expect(await share(page, canvas, [0xcf, 0xdf, 0xea])).toBeGreaterThan(0.2);

  const middle = await middleOf(canvas);
  for (const [mark, place] of [
    [hamburg, HAMBURG],
    [tokyo, TOKYO],
  ] as const) {
    const [at, from] = [mercator(place), mercator(centre)];
    const { x, y } = await middleOf(mark);
    const world = 512 * 2 ** zoom;
    expect(Math.abs(x - middle.x - (at.x - from.x) * world)).toBeLessThan(3);
    expect(Math.abs(y - middle.y - (at.y - from.y) * world)).toBeLessThan(3);
  }
  await expectAccessible(page);

  await selectAround(page, tokyo);
  const listed = page.getByRole("table", { name: "Scans in this area" }).getByRole("row");
  await expect(listed).toHaveCount(3);

  await scan(TOKYO, "fake");
  await expect(page.getByRole("button", { name: /^3 scans near 35\.\d° N/ })).toBeVisible();
  await expect(listed).toHaveCount(4);

  await page.getByRole("link", { name: "Show the scans" }).click();
  await expect(page).toHaveURL(/\/scans\?.*box=/);
  await expect(page.getByRole("table", { name: "Scans" }).getByRole("row")).toHaveCount(4);
  await page.getByRole("button", { name: "Show all locations" }).click();
  await expect(page.getByRole("table", { name: "Scans" }).getByRole("row")).toHaveCount(7);
  expectQuiet();
});

/** Selects an area around a mark with the pointer. */
async function selectAround(page: Page, mark: Locator): Promise<void> {
  await page.getByRole("button", { name: "Select area" }).click();
  const { x, y } = await middleOf(mark);
  await page.mouse.move(x - 40, y - 40);
  await page.mouse.down();
  await page.mouse.move(x + 40, y + 40, { steps: 4 });
  await page.mouse.up();
}

test("a box on the map becomes a table with totals, which a reload keeps and a case takes over", async ({
  page,
  baseURL,
}) => {
  const expectQuiet = watchPage(page, baseURL);
  const { editor } = await newWorld(baseURL);
  await signIn(page, editor);
  await page.goto("/map");
  await selectAround(page, page.getByRole("button", { name: /^3 scans near 53\.\d° N/ }));
  const area = page.getByRole("region", { name: "Selected area" });
  const figure = (name: string) => area.locator("dl > div", { has: page.getByText(name, { exact: true }) });
  await expect(figure("Scans")).toContainText("3");
  await expect(figure("Fakes")).toContainText("1");
  await expect(figure("Fake rate")).toContainText("too few scans");
  await expect(figure("First fake in this time range")).toBeVisible();
  await expect(area.getByRole("list", { name: "Fakes by item" }).getByRole("link")).toHaveCount(1);
  await expect(area.getByRole("list", { name: "Fakes by country" })).toContainText("Germany1 of 3 scans");
  await expect(page.getByRole("table", { name: "Scans in this area" }).getByRole("row")).toHaveCount(4);
  await expectAccessible(page);

  await expect(page).toHaveURL(/box=/);
  await page.reload();
  await expect(figure("Scans")).toContainText("3");

  await area.getByRole("button", { name: "Open a case" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("The one suspicious scan of the area is linked");
  await dialog.getByLabel("Title of the new case").fill("Left behind");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
  await area.getByRole("button", { name: "Open a case" }).click();
  await expect(dialog.getByLabel("Title of the new case")).toHaveValue(/^Fakes near 5\d\.\d° N/);
  await dialog.getByRole("button", { name: "Open case" }).click();
  await page.getByRole("link", { name: "View case" }).click();
  await expect(page.getByRole("table", { name: "Scans" }).getByRole("row")).toHaveCount(2);
  await page.goBack();
  await area.getByRole("button", { name: "Clear selection" }).click();
  await expect(area).toBeHidden();
  await expect(page).not.toHaveURL(/box=/);
  expectQuiet();
});

test("with the keyboard alone the view becomes an area, and the focus moves to its totals", async ({
  page,
  baseURL,
}) => {
  const { viewer } = await newWorld(baseURL);
  await signIn(page, viewer);
  await page.goto("/map");
  await page.getByRole("button", { name: "Select view" }).press("Enter");
  const area = page.getByRole("region", { name: "Selected area" });
  await expect(area).toBeFocused();
  await expect(area.locator("dl")).toContainText("Scans5");
  await page.keyboard.press("Tab");
  await expect(area.getByRole("link", { name: "Show the scans" })).toBeFocused();
  await expect(area.getByRole("button", { name: "Open a case" })).toHaveCount(0);
});

test("the map filters by group, and its links keep the group", async ({ page, baseURL }) => {
  const { viewer, group } = await newWorld(baseURL);
  await signIn(page, viewer);
  await page.goto("/map");
  await expect(page.getByRole("button", { name: /^3 scans near/ })).toBeVisible();
  await page.getByRole("combobox", { name: "Group" }).click();
  await page.getByRole("option", { name: "Shoes" }).click();
  await expect(page).toHaveURL(new RegExp(`group=${group}`));
  await expect(page.getByRole("button", { name: /^1 scan near 35/ })).toBeVisible();
  await expect(page.getByRole("button", { name: /scans near/ })).toHaveCount(0);
  await page.getByRole("table", { name: "Countries" }).getByRole("link", { name: "Japan" }).click();
  await expect(page).toHaveURL(new RegExp(`/scans\\?.*group=${group}`));
});

test("without WebGL the world is drawn with the same marks, and the tables show all figures", async ({
  page,
  baseURL,
}) => {
  const expectQuiet = watchPage(page, baseURL);
  const { viewer } = await newWorld(baseURL);
  await signIn(page, viewer);
  await page.addInitScript(() => {
    const { getContext } = HTMLCanvasElement.prototype;
    HTMLCanvasElement.prototype.getContext = new Proxy(getContext, {
      apply: (target, canvas, [kind, ...more]) =>
        String(kind).startsWith("webgl") ? null : Reflect.apply(target, canvas, [kind, ...more]),
    });
  });
  await page.goto("/map");
  const drawing = page.getByRole("group", { name: /^World map of scans/ });
  await expect(drawing.getByRole("button")).toHaveCount(2);
  await expect.poll(() => drawing.locator("path").count()).toBeGreaterThan(150);
  const countries = page.getByRole("table", { name: "Countries" }).getByRole("row");
  await expect(countries.filter({ hasText: "Germany" })).toContainText("31");
  await expect(countries.filter({ hasText: "Japan" })).toContainText("20");
  await expectAccessible(page);
  await drawing.getByRole("button", { name: /^3 scans/ }).press("Enter");
  await expect(page.getByRole("table", { name: "Scans in this area" }).getByRole("row")).toHaveCount(4);
  expectQuiet();
});

test("a theme change while the map is hidden applies once it is shown again", async ({ page, baseURL }) => {
  const expectQuiet = watchPage(page, baseURL);
  const { viewer } = await newWorld(baseURL);
  await signIn(page, viewer);
  await page.goto("/map");
  const canvas = page.locator("canvas.maplibregl-canvas");
  const frame = page.locator("[aria-busy]").filter({ has: canvas });
  await expect(frame).toHaveAttribute("aria-busy", "false");
  const place = await frame.elementHandle();
  const show = (display: string) =>
    place?.evaluate((node, display) => node.setAttribute("style", `display: ${display}`), display);
  // A map without width is removed.
  await show("none");
  await expect(canvas).toHaveCount(0);
  await darken(page);
  await show("block");
  await expect(page.getByRole("button", { name: /^3 scans near 53\.\d° N/ })).toBeVisible();
  await expect.poll(() => share(page, canvas, [0x10, 0x16, 0x1d])).toBeGreaterThan(0.2);
  expectQuiet();
});

test("the legend does not overlap the map, on a desktop or on a phone", async ({ page, baseURL }) => {
  const { viewer } = await newWorld(baseURL);
  await signIn(page, viewer);
  const canvas = page.locator("canvas.maplibregl-canvas");
  const sources = page.getByText("Natural Earth", { exact: false });
  const legend = page.locator("div").filter({ has: sources }).last();
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 1000 });
    await page.goto("/map");
    await expect(page.getByRole("button", { name: /^3 scans near/ })).toBeVisible();
    await expect(legend).toContainText("Fake rate");
    const [drawn, key] = [await canvas.boundingBox(), await legend.boundingBox()];
    if (!drawn || !key) throw new Error("One of them is not shown.");
    const isApart = key.y >= drawn.y + drawn.height || drawn.y >= key.y + key.height;
    expect({ width, isApart }).toEqual({ width, isApart: true });
  }
});
