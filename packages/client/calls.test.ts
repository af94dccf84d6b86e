import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { ApiError, Assay, NetworkError } from "./index";
import { delayBefore, retryAfterMs } from "./retry";
import { openServer } from "./testing/server";

const ITEM = { id: "A-1", data: { identifier: "A-1", data: {}, verificationinfos: [] } };
const AT_ONCE = { status: 503, headers: { "retry-after": "0" }, body: { code: "unavailable" } };
const TOKEN = "ant_of_this_test";

const refusal = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  );

test("a call sends its path, query, body and token, and returns the answer", async () => {
  const { baseUrl, received } = await openServer({ body: ITEM });
  const assay = new Assay({ baseUrl: `${baseUrl}/`, token: async () => TOKEN });
  expect(await assay.items.create({ identifier: "A-1" })).toEqual(ITEM);
  expect(await assay.items.get("a/b ü", { merged: false })).toEqual(ITEM);
  expect(received).toMatchObject([
    {
      method: "POST",
      url: "/api/v2/items",
      body: `{"identifier":"A-1"}`,
      headers: { "an-api-token": TOKEN, "content-type": "application/json" },
    },
    { method: "GET", url: "/api/v2/items/a%2Fb%20%C3%BC?merged=false", body: "" },
  ]);
});

test("calls that take no credential get none, and only calls that create webhooks get the owner key", async () => {
  const { baseUrl, received } = await openServer({ body: [] });
  const both = new Assay({ baseUrl, token: TOKEN, ownerKey: "ano_of_this_test" });
  const owner = new Assay({ baseUrl, ownerKey: "ano_of_this_test" });
  await both.service.info();
  await both.hooks.createForProducer({ events: "*", url: "https://acme.example/hooks" });
  await owner.hooks.createForProducer({ events: "*", url: "https://acme.example/hooks" });
  await owner.contents.list().page();
  const sent = received.map(({ headers }) => [headers["an-api-token"], headers["an-api-key-owner"]]);
  expect(sent).toEqual([
    [undefined, undefined],
    [TOKEN, undefined],
    [undefined, "ano_of_this_test"],
    [undefined, undefined],
  ]);
});

test("files are Blobs with their type, both ways", async () => {
  const { baseUrl, received } = await openServer({
    headers: { "content-type": "image/png" },
    body: "picture",
  });
  const assay = new Assay({ baseUrl, token: TOKEN });
  const picture = await assay.items.thumbnail("A-1", 64);
  expect([picture.type, await picture.text()]).toEqual(["image/png", "picture"]);
  await refusal(assay.imports.create(new Blob(["identifier\nA-1"], { type: "text/csv" }), { kind: "items" }));
  expect(received[1]).toMatchObject({
    url: "/api/v2/imports?kind=items",
    headers: { "content-type": "text/csv" },
    body: "identifier\nA-1",
  });
});

test("a refusal is an ApiError with status, code, detail, request id and faults", async () => {
  const errors = [{ pointer: "/identifier", message: "must be text" }];
  const problem = { code: "invalid-input", detail: "The body is wrong.", requestId: "r-1", errors };
  const { baseUrl, received } = await openServer({ status: 400, body: problem });
  const error = await refusal(new Assay({ baseUrl }).items.create({ identifier: "" }));
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({
    status: 400,
    code: "invalid-input",
    detail: "The body is wrong.",
    requestId: "r-1",
    faults: errors,
    message: "400 invalid-input: The body is wrong. /identifier must be text.",
  });
  expect(received).toHaveLength(1);
});

test("an answer that is not the service's is an ApiError: the page of a proxy, a redirect", async () => {
  const page = { headers: { "content-type": "text/html" }, body: "<p>Sign in to this network" };
  const elsewhere = { status: 307, headers: { location: "https://other.example" }, body: "" };
  for (const reply of [page, { ...page, status: 403 }, elsewhere]) {
    const { baseUrl, received } = await openServer(reply);
    const error = await refusal(new Assay({ baseUrl, token: TOKEN }).items.get("A-1"));
    expect(error).toMatchObject({ name: "ApiError", code: "unexpected-answer" });
    expect(received).toHaveLength(1);
  }
});

test("a creating call is retried with one key: its own, or the one that it is given", async () => {
  const { baseUrl, received } = await openServer(AT_ONCE, { ...AT_ONCE, status: 429 }, { body: ITEM });
  const assay = new Assay({ baseUrl, token: TOKEN });
  expect(await assay.items.create({ identifier: "A-1" })).toEqual(ITEM);
  await assay.items.create({ identifier: "A-2" });
  await assay.items.create({ identifier: "A-3" }, { idempotencyKey: "mine" });
  const [one, two, three, other, mine] = received.map(({ headers }) => headers["idempotency-key"]);
  expect(one).toMatch(/^[\da-f-]{36}$/);
  expect([two, three]).toEqual([one, one]);
  expect(other).not.toBe(one);
  expect(mine).toBe("mine");
});

test("reads and deletions are retried after a broken connection; no other call is, and no other status", async () => {
  const broken = await openServer("break", { body: ITEM });
  await new Assay({ baseUrl: broken.baseUrl }).items.delete("A-1");
  expect(broken.received).toHaveLength(2);

  const changing = await openServer("break", { body: ITEM });
  const error = await refusal(
    new Assay({ baseUrl: changing.baseUrl }).items.update("A-1", { title: "Tote" }),
  );
  expect(error).toMatchObject({ name: "NetworkError", code: "network", cause: expect.any(Error) });
  expect(changing.received).toHaveLength(1);

  const refusing = await openServer({ status: 409, body: { code: "item-in-group" } });
  expect(await refusal(new Assay({ baseUrl: refusing.baseUrl }).items.get("A-1"))).toMatchObject({
    status: 409,
  });
  expect(refusing.received).toHaveLength(1);

  const failing = await openServer({ status: 500, body: { code: "internal" } }, { body: ITEM });
  expect(await new Assay({ baseUrl: failing.baseUrl }).items.get("A-1")).toEqual(ITEM);
  expect(failing.received).toHaveLength(2);
});

test("retries end: after their number, and where the service wants a wait of minutes", async () => {
  const { baseUrl, received } = await openServer(AT_ONCE);
  const assay = new Assay({ baseUrl, maxRetries: 3 });
  expect(await refusal(assay.items.get("A-1"))).toMatchObject({ status: 503, retryAfterSeconds: 0 });
  expect(received).toHaveLength(4);
  await refusal(assay.items.get("A-1", {}, { maxRetries: 0 }));
  expect(received).toHaveLength(5);

  const later = await openServer({ status: 429, headers: { "retry-after": "300" }, body: {} });
  expect(await refusal(new Assay({ baseUrl: later.baseUrl }).items.get("A-1"))).toMatchObject({
    retryAfterSeconds: 300,
  });
});

test("delays double with jitter; Retry-After is never undercut", () => {
  expect([0, 1, 2, 9].map((retry) => delayBefore(retry, undefined, 1))).toEqual([500, 1000, 2000, 8000]);
  expect([0, 1].map((retry) => delayBefore(retry, undefined, 0))).toEqual([250, 500]);
  expect([0, 1].map((random) => delayBefore(0, 4000, random))).toEqual([4000, 5000]);
  const now = Date.parse("2026-05-04T10:00:00Z");
  const read = (value: string) => retryAfterMs(new Headers({ "retry-after": value }), now);
  expect(["5", "Mon, 04 May 2026 10:00:07 GMT", "soon"].map(read)).toEqual([5000, 7000, undefined]);
});

test("a silent service is a NetworkError after the time of an attempt", async () => {
  const { baseUrl, received } = await openServer("hang");
  const assay = new Assay({ baseUrl, timeoutMs: 20, maxRetries: 0 });
  const error = await refusal(assay.items.get("A-1"));
  expect(error).toBeInstanceOf(NetworkError);
  expect(error).toMatchObject({ code: "timeout" });
  expect(received.length).toBeLessThanOrEqual(1);
});

test("an aborted call rejects with the reason of its signal: before, during, and between attempts", async () => {
  const reason = new Error("The page was left.");
  const silent = await openServer("hang");
  const assay = new Assay({ baseUrl: silent.baseUrl });
  expect(await refusal(assay.items.get("A-1", {}, { signal: AbortSignal.abort(reason) }))).toBe(reason);
  expect(silent.received).toHaveLength(0);

  const during = new AbortController();
  const call = refusal(assay.items.get("A-1", {}, { signal: during.signal }));
  await expect.poll(() => silent.received.length).toBe(1);
  during.abort(reason);
  expect(await call).toBe(reason);

  const busy = await openServer({ ...AT_ONCE, headers: { "retry-after": "30" } });
  const between = new AbortController();
  const waiting = refusal(
    new Assay({ baseUrl: busy.baseUrl }).items.get("A-1", {}, { signal: between.signal }),
  );
  await expect.poll(() => busy.received.length).toBe(1);
  await nextTurn();
  between.abort(reason);
  expect(await waiting).toBe(reason);
  expect(busy.received).toHaveLength(1);
});

test("another fetch is used where it is given, and a wrong address is refused at once", async () => {
  const fetch = async () => new Response(JSON.stringify({ name: "given" }));
  expect(await new Assay({ baseUrl: "https://assay.test", fetch }).service.info()).toEqual({ name: "given" });
  expect(() => new Assay({ baseUrl: "assay.test" })).toThrow(TypeError);
});
