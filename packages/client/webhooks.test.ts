import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { type VerifyOptions, verifyWebhook, WebhookError } from "./index";

const SECRET = `whsec_${Buffer.from("a secret of this test only").toString("base64")}`;
const OTHER = `whsec_${Buffer.from("another secret of this test").toString("base64")}`;
const BODY = JSON.stringify({
  event: { type: "itemScanned" },
  scan: { id: "s", data: { copyclassification: "ü" } },
});
const NOW = 1_777_887_000_000;

function signed(secret: string, { id = "m-1", timestamp = String(NOW / 1000), body = BODY } = {}) {
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
}

const headersOf = (signature: string, timestamp = String(NOW / 1000)) => ({
  "webhook-id": "m-1",
  "webhook-timestamp": timestamp,
  "webhook-signature": signature,
});

const verify = (
  headers: Record<string, string | string[] | undefined>,
  options: VerifyOptions = {},
  body = BODY,
) => verifyWebhook(body, headers, SECRET, { now: NOW, ...options });

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => "verified",
    (error: unknown) => (error instanceof WebhookError ? error.code : String(error)),
  );

test("a genuine message becomes a typed event, from text or bytes, with headers of any kind", async () => {
  const event = await verify(headersOf(signed(SECRET)));
  expect(event).toEqual({ type: "itemScanned", id: "m-1", at: new Date(NOW), body: JSON.parse(BODY) });
  if (event.type === "itemScanned") expect(event.body.scan.data.copyclassification).toBe("ü");
  const bytes = new TextEncoder().encode(BODY);
  const headers = new Headers(headersOf(signed(SECRET)));
  expect(await verifyWebhook(bytes, headers, SECRET, { now: NOW })).toEqual(event);
});

test("after a rotation either signature serves, and either secret", async () => {
  const both = headersOf(`${signed(OTHER)} ${signed(SECRET)}`);
  expect((await verify(both)).type).toBe("itemScanned");
  const old = headersOf(signed(OTHER));
  expect((await verifyWebhook(BODY, old, [SECRET, OTHER], { now: NOW })).type).toBe("itemScanned");
});

test("a changed body, id or time, another secret and another scheme are refused", async () => {
  const good = signed(SECRET);
  const shifted = String(NOW / 1000 + 1);
  const refused = await Promise.all([
    codeOf(verify(headersOf(good), {}, `${BODY} `)),
    codeOf(verify({ ...headersOf(good), "webhook-id": "m-2" })),
    codeOf(verify(headersOf(good, shifted))),
    codeOf(verify(headersOf(signed(OTHER)))),
    codeOf(verify(headersOf(good.replace("v1,", "v1a,")))),
    codeOf(verify(headersOf("v1,not Base64!"))),
    codeOf(verify(headersOf("v1,"))),
  ]);
  expect(refused).toEqual(refused.map(() => "signature"));
});

test("a time that is more than the tolerance off is refused, either way", async () => {
  const headers = headersOf(signed(SECRET));
  const at = (offset: number, more: VerifyOptions = {}) =>
    codeOf(verify(headers, { now: NOW + offset, ...more }));
  expect(await Promise.all([at(300_000), at(-300_000)])).toEqual(["verified", "verified"]);
  expect(await Promise.all([at(301_000), at(-301_000)])).toEqual(["timestamp", "timestamp"]);
  expect(await at(3_000_000, { toleranceSeconds: 3600 })).toBe("verified");
  const odd = ["", "1e9", "NaN", "-1", "99999999999999"];
  const codes = await Promise.all(odd.map((timestamp) => codeOf(verify(headersOf("v1,", timestamp)))));
  expect(codes).toEqual(["headers", "timestamp", "timestamp", "timestamp", "timestamp"]);
});

test("missing and repeated headers are refused, and a signed body that is no JSON", async () => {
  const { "webhook-id": _, ...withoutId } = headersOf(signed(SECRET));
  expect(await codeOf(verify(withoutId))).toBe("headers");
  expect(await codeOf(verify({ ...headersOf(signed(SECRET)), "webhook-signature": ["a", "b"] }))).toBe(
    "headers",
  );
  expect(await codeOf(verify(headersOf(signed(SECRET, { body: "{" })), {}, "{"))).toBe("body");
});

test("an unusable secret is a TypeError, not a refusal of the message", async () => {
  await expect(verifyWebhook(BODY, headersOf(signed(SECRET)), "whsec_%", { now: NOW })).rejects.toThrow(
    TypeError,
  );
});
