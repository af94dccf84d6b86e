import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import pLimit from "p-limit";
import { z } from "zod";
import { newProducer } from "../credentials";

// Holds decision 0002.

const Item = z.object({ id: z.string(), data: z.looseObject({ _scans: z.number(), _fakes: z.number() }) });
const Envelope = z.object({ id: z.string(), data: z.looseObject({}) });
const Scans = z.object({ identifier: z.looseObject({}), scans: z.array(Envelope) });

/** API client of a scanner app or a producer, with only `fetch`. */
function client(baseURL: string | undefined, token?: string) {
  return async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(`${baseURL}/api/v2${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(token ? { "an-api-token": token } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text === "" ? undefined : JSON.parse(text),
    };
  };
}

const nextPath = (link: string | null) => link?.match(/<[^>]*\/api\/v2([^>]*)>; rel="next"/)?.[1];

test("a producer registers items, scanners record scans, and all counts agree", async ({ baseURL }) => {
  const { producerId, token } = await newProducer("Hanse Watches");
  const producer = client(baseURL, token);
  const scanner = client(baseURL);
  const run = randomUUID();
  const [first, second, third] = [`${run}/1`, `${run} 2`, `${run}-ü3`];

  const group = Envelope.parse(
    (
      await producer("POST", "/groups", {
        title: "Chronograph",
        data: { material: "steel", strap: "leather" },
        verificationinfos: [{ key: "crown", label: "Crown", value: "signed", visible: "verified", pos: 1 }],
      })
    ).body,
  );
  for (const identifier of [first, second, third]) {
    const created = await producer("POST", "/items", {
      identifier,
      title: `No. ${identifier}`,
      data: { strap: "rubber", serial: identifier },
      verificationinfos: [
        { key: "dial", label: "Dial", value: ["blue", "silver"], visible: "verified", pos: -1 },
      ],
    });
    expect(created.status).toBe(200);
    expect(created.body.id).toBe(identifier);
  }
  const at = (identifier: string) => `/items/${encodeURIComponent(identifier)}`;
  const membership = `/groups/${group.id}${at(first)}`;
  expect((await producer("POST", membership)).status).toBe(200);
  expect((await producer("POST", membership)).status).toBe(409);

  const merged = await producer("GET", at(first));
  expect(merged.body.data).toMatchObject({
    identifier: first,
    title: "Chronograph",
    data: { material: "steel", strap: "leather", serial: first },
    _producer: producerId,
    _group: group.id,
  });
  expect(merged.body.data.verificationinfos.map(({ key }: { key: string }) => key)).toEqual([
    "dial",
    "crown",
  ]);
  const apart = await producer("GET", `${at(first)}?merged=false`);
  expect(apart.body.data.title).toBe(`No. ${first}`);
  expect(apart.body.group.data.title).toBe("Chronograph");
  const stranger = await scanner("GET", at(first));
  expect(Object.keys(stranger.body.data).sort()).toEqual([
    "_group",
    "data",
    "identifier",
    "title",
    "verificationinfos",
  ]);

  const hamburg = await scanner("POST", "/scans", {
    identifier: first,
    copyclassification: "original",
    location: { latitude: 53.5511, longitude: 9.9937 },
    deviceInfo: { os: "ios", environment: { identifierForVendor: "5F1C" } },
    softwareInfo: { versionApp: "3.1.4" },
  });
  expect(hamburg.status).toBe(200);
  expect(hamburg.body.scan.data).toMatchObject({
    country: "DE",
    continent: "EU",
    creator: "unknown",
    os: "ios",
    softwareversion: "3.1.4",
    location: { _lat: 53.5511, _long: 9.9937 },
  });
  const tokyo = await producer("POST", "/scans", {
    identifier: first,
    location: { latitude: 35.6762, longitude: 139.6503 },
  });
  expect(tokyo.body.scan.data).toMatchObject({
    country: "JP",
    continent: "AS",
    copyclassification: "fake",
    creator: producerId,
  });

  const scanned = await producer("GET", `${at(first)}/scans`);
  const ids = Scans.parse(scanned.body).scans.map(({ id }) => id);
  expect(ids.toSorted()).toEqual([tokyo.body.scan.id, hamburg.body.scan.id].toSorted());
  expect(Item.parse((await producer("GET", at(first))).body).data).toMatchObject({ _scans: 2, _fakes: 1 });
  expect((await producer("GET", `/scans/${hamburg.body.scan.id}`)).body.data.deviceInfo.os).toBe("ios");

  // A slow machine answers no more than these in the time that a call may take.
  const some = pLimit(250);
  const many = await Promise.all(
    Array.from({ length: 1000 }, () =>
      some(() => scanner("POST", "/scans", { identifier: second, copyclassification: "original" })),
    ),
  );
  expect(many.filter(({ status }) => status !== 200)).toEqual([]);
  const recorded = many.map(({ body }) => body.scan.id).sort();
  const paged: string[] = [];
  let path: string | undefined = `${at(second)}/scans?limit=60`;
  while (path) {
    const page = await producer("GET", path);
    paged.push(...Scans.parse(page.body).scans.map(({ id }) => id));
    path = nextPath(page.headers.get("link"));
  }
  expect(paged.toSorted()).toEqual(recorded);
  const last = Scans.parse((await producer("GET", "/scans?limit=1000")).body);
  expect(last.scans.length).toBeGreaterThanOrEqual(1000);
  expect(Item.parse((await producer("GET", at(second))).body).data).toMatchObject({
    _scans: 1000,
    _fakes: 0,
  });

  const once = { identifier: third, copyclassification: "fake" };
  const attempts = await Promise.all(
    Array.from({ length: 100 }, () => scanner("POST", "/scans", once, { "idempotency-key": run })),
  );
  expect(new Set(attempts.map(({ status, body }) => `${status} ${body.scan?.id}`)).size).toBe(1);
  expect(Item.parse((await producer("GET", at(third))).body).data).toMatchObject({ _scans: 1, _fakes: 1 });

  expect((await producer("POST", `${at(first)}/invalidate`, {})).body.data.invalidated).toBe(true);
  const refusals = [
    await producer("POST", at(first), { title: "x" }),
    await producer("POST", `${at(first)}/invalidate`, {}),
    await producer("DELETE", membership),
    await producer("DELETE", at(first)),
  ];
  expect(refusals.map(({ status, body }) => [status, body.code])).toEqual(
    Array.from({ length: 4 }, () => [403, "item-invalidated"]),
  );
  expect((await scanner("GET", at(first))).body.data.invalidated).toBe(true);
  expect((await scanner("POST", "/scans", { identifier: first })).status).toBe(200);

  const history = (await producer("GET", `${at(first)}/history`)).body.history;
  expect(history.map(({ data }: { data: { action: string } }) => data.action)).toEqual([
    "invalidated",
    "addedToGroup",
    "created",
  ]);
  expect((await producer("GET", `${at(first)}/history/${history[0].id}`)).body).toEqual(history[0]);

  expect((await producer("DELETE", at(third))).status).toBe(200);
  expect((await scanner("GET", at(third))).status).toBe(404);
  expect((await producer("DELETE", `/groups/${group.id}`)).status).toBe(200);
  expect((await producer("GET", at(first))).body.data).not.toHaveProperty("_group");
});

test("problems, preflights, 404, 405 and OpenAPI are the same on every host", async ({ baseURL }) => {
  const anonymous = client(baseURL);
  const unknown = await anonymous("GET", "/no/such/path");
  expect([unknown.status, unknown.body.code]).toEqual([404, "unknown-path"]);
  expect(unknown.headers.get("content-type")).toBe("application/problem+json");
  for (const method of ["PUT", "PATCH", "DELETE"]) {
    const refused = await anonymous(method, "/items");
    expect([refused.status, refused.headers.get("allow")]).toEqual([405, "POST, OPTIONS"]);
  }
  const preflight = await fetch(`${baseURL}/api/v2/scans`, { method: "OPTIONS" });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get("access-control-allow-origin")).toBe("*");
  const head = await fetch(`${baseURL}/api/v2`, { method: "HEAD" });
  expect([head.status, await head.text()]).toEqual([200, ""]);
  const malformed = await fetch(`${baseURL}/api/v2/scans`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: '{"identifier":',
  });
  expect(malformed.status).toBe(400);
  const tooLarge = await fetch(`${baseURL}/api/v2/scans`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ identifier: "x", data: { x: "x".repeat(1024 * 1024) } }),
  });
  expect([tooLarge.status, (await tooLarge.json()).code]).toEqual([400, "body-too-large"]);
  expect((await anonymous("GET", "/openapi.json")).body.openapi).toBe("3.1.0");
  expect((await fetch(`${baseURL}/livez`)).status).toBe(200);
});
