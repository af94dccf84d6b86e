import { expect, test } from "@playwright/test";
import { newProducer } from "../credentials";
import { expectAccessible, newAdmin, newUser, signIn } from "./people";

const NARROW = { width: 320, height: 640 };

/** Calls of the API with a token, or without one. */
const callsOf = (baseURL: string | undefined) => (path: string, body: object, token?: string) =>
  fetch(`${baseURL}/api/v2${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...(token ? { "an-api-token": token } : {}) },
    body: JSON.stringify(body),
  });

/** A brand that no other test has. */
const newBrand = () => `BR${Date.now().toString(36).toUpperCase().replaceAll(/\d/g, "X")}`;

test("a suggested pattern is claimed; an anonymous scan of an invented code then appears with its reason, and is marked", async ({
  page,
  baseURL,
}) => {
  const { producerId, token } = await newProducer("Patterned");
  const call = callsOf(baseURL);
  const brand = newBrand();
  for (let n = 1; n <= 5; n += 1)
    await call("/items", { identifier: `${brand}-${String(n * 37).padStart(6, "0")}` }, token);
  await signIn(page, await newUser(producerId, "editor"));
  await page.goto("/unregistered-codes");
  await page.getByRole("link", { name: "Claim code patterns" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Code patterns");
  const pattern = `${brand}-{digits:6}`;
  await page.getByRole("button", { name: `Claim pattern: ${pattern}` }).click();
  await expect(page.getByText("Pattern claimed.")).toBeVisible();
  await expect(page.getByText("In force")).toBeVisible();
  await page.getByText("Shape", { exact: true }).click();
  await page.getByRole("textbox", { name: "Pattern" }).fill("A{digits:4}");
  await expect(page.getByText("must begin with fixed letters or digits")).toBeVisible();
  await page.getByRole("textbox", { name: "Pattern" }).fill(pattern);
  await page.getByRole("textbox", { name: "Test a code" }).fill(`${brand}-999999`);
  await expect(page.getByText("This code matches the pattern.")).toBeVisible();
  await page.setViewportSize(NARROW);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  const code = `${brand}-999999`;
  expect((await call("/scans", { identifier: code, copyclassification: "fake" })).status).toBe(404);
  await page.goto("/unregistered-codes");
  await expect(page.getByText(`Your pattern ${pattern}`)).toBeVisible();
  await page.getByRole("button", { name: `Change status of ${code}` }).click();
  await page.getByRole("menuitem", { name: "Mark as counterfeit" }).click();
  await expect(page.getByText("Code marked as counterfeit.")).toBeVisible();
  await page.getByRole("combobox", { name: "Status" }).selectOption("counterfeit");
  await expect(page.getByRole("button", { name: `${code} Counterfeit` })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize(NARROW);
  await expectAccessible(page);
});

test("a contested claim is decided by an admin, and its producer learns the reason but not the other producer", async ({
  browser,
  page,
  baseURL,
}) => {
  const [holder, claimer] = [await newProducer("Holder of codes"), await newProducer("Claimer of codes")];
  const brand = newBrand();
  await callsOf(baseURL)("/items", { identifier: `${brand}-000001` }, holder.token);
  await signIn(page, await newUser(claimer.producerId, "owner"));
  await page.goto("/unregistered-codes/patterns");
  await page.getByRole("textbox", { name: "Pattern" }).fill(`${brand}-`);
  await page.getByRole("button", { name: "Claim pattern", exact: true }).click();
  await expect(page.getByText("Under review")).toBeVisible();
  await expect(page.getByText("Holder of codes")).toHaveCount(0);

  const context = await browser.newContext(baseURL === undefined ? {} : { baseURL });
  const ofAdmin = await context.newPage();
  await signIn(ofAdmin, await newAdmin());
  await ofAdmin.goto("/admin/codes?view=claims");
  const claim = ofAdmin.getByRole("listitem").filter({ hasText: `${brand}-000001` });
  await expect(claim).toContainText("Holder of codes");
  await expect(claim).toContainText("Claimer of codes");
  await expectAccessible(ofAdmin);
  await ofAdmin.setViewportSize(NARROW);
  await expectAccessible(ofAdmin);
  await claim.getByRole("button", { name: `Reject claim: ${brand}-` }).click();
  await ofAdmin.getByRole("textbox", { name: "Reason" }).fill("These codes are registered.");
  await ofAdmin.getByRole("button", { name: "Reject claim", exact: true }).click();
  await expect(ofAdmin.getByText("Claim decided.")).toBeVisible();
  await context.close();

  await page.reload();
  await expect(page.getByText("Rejected")).toBeVisible();
  await expect(page.getByText("Reason: These codes are registered.")).toBeVisible();
});
