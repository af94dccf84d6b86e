import { randomUUID } from "node:crypto";
import { Assay } from "@assay/client";
import { expect, test } from "@playwright/test";
import pLimit from "p-limit";
import { newProducer } from "../credentials";

// Holds decision 0002.

/** The ids of all entries of a list. */
async function idsOf(list: AsyncIterable<{ id: string }>): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of list) ids.push(id);
  return ids;
}

test("a producer registers items, scanners record scans, and all counts agree", async ({ baseURL }) => {
  const { producerId, token } = await newProducer("Hanse Watches");
  const baseUrl = baseURL ?? "";
  // A retry would hide a broken call.
  const producer = new Assay({ baseUrl, token, maxRetries: 0 });
  const scanner = new Assay({ baseUrl, maxRetries: 0 });
  const run = randomUUID();
  const [first, second, third] = [`${run}/1`, `${run} 2`, `${run}-ü3`];

  const group = await producer.groups.create({
    title: "Chronograph",
    data: { material: "steel", strap: "leather" },
    verificationinfos: [{ key: "crown", label: "Crown", value: "signed", visible: "verified", pos: 1 }],
  });
  for (const identifier of [first, second, third]) {
    const created = await producer.items.create({
      identifier,
      title: `No. ${identifier}`,
      data: { strap: "rubber", serial: identifier },
      verificationinfos: [
        { key: "dial", label: "Dial", value: ["blue", "silver"], visible: "verified", pos: -1 },
      ],
    });
    expect(created.id).toBe(identifier);
  }
  await producer.groups.addItem(group.id, first);
  await expect(producer.groups.addItem(group.id, first)).rejects.toMatchObject({ status: 409 });

  const merged = await producer.items.get(first);
  expect(merged.data).toMatchObject({
    identifier: first,
    title: "Chronograph",
    data: { material: "steel", strap: "leather", serial: first },
    _producer: producerId,
    _group: group.id,
  });
  expect(merged.data.verificationinfos.map(({ key }) => key)).toEqual(["dial", "crown"]);
  const apart = await producer.items.get(first, { merged: false });
  expect(apart).toMatchObject({
    data: { title: `No. ${first}` },
    group: { data: { title: "Chronograph" } },
  });
  const stranger = await scanner.items.get(first);
  expect(Object.keys(stranger.data).sort()).toEqual([
    "_group",
    "data",
    "identifier",
    "title",
    "verificationinfos",
  ]);

  const hamburg = await scanner.scans.record({
    identifier: first,
    copyclassification: "original",
    location: { latitude: 53.5511, longitude: 9.9937 },
    deviceInfo: { os: "ios", environment: { identifierForVendor: "5F1C" } },
    softwareInfo: { versionApp: "3.1.4" },
  });
  expect(hamburg.scan.data).toMatchObject({
    country: "DE",
    continent: "EU",
    creator: "unknown",
    os: "ios",
    softwareversion: "3.1.4",
    location: { _lat: 53.5511, _long: 9.9937 },
  });
  const tokyo = await producer.scans.record({
    identifier: first,
    location: { latitude: 35.6762, longitude: 139.6503 },
  });
  expect(tokyo.scan.data).toMatchObject({
    country: "JP",
    continent: "AS",
    copyclassification: "fake",
    creator: producerId,
  });

  const scanned = await idsOf(producer.items.listScans(first));
  expect(scanned.toSorted()).toEqual([tokyo.scan.id, hamburg.scan.id].toSorted());
  expect((await producer.items.get(first)).data).toMatchObject({ _scans: 2, _fakes: 1 });
  expect((await producer.scans.get(hamburg.scan.id)).data).toMatchObject({ deviceInfo: { os: "ios" } });

  // A slow machine answers no more than these in the time that a call may take.
  const some = pLimit(250);
  const many = await Promise.all(
    Array.from({ length: 1000 }, () =>
      some(() => scanner.scans.record({ identifier: second, copyclassification: "original" })),
    ),
  );
  const recorded = many.map(({ scan }) => scan.id).sort();
  const paged = await idsOf(producer.items.listScans(second, { limit: 60 }));
  expect(paged.toSorted()).toEqual(recorded);
  const last = await producer.scans.list({ limit: 1000 }).page();
  expect(last.entries.length).toBeGreaterThanOrEqual(1000);
  expect((await producer.items.get(second)).data).toMatchObject({ _scans: 1000, _fakes: 0 });

  const attempts = await Promise.all(
    Array.from({ length: 100 }, () =>
      scanner.scans.record({ identifier: third, copyclassification: "fake" }, { idempotencyKey: run }),
    ),
  );
  expect(new Set(attempts.map(({ scan }) => scan.id)).size).toBe(1);
  expect((await producer.items.get(third)).data).toMatchObject({ _scans: 1, _fakes: 1 });

  expect((await producer.items.invalidate(first)).data.invalidated).toBe(true);
  const changes = [
    () => producer.items.update(first, { title: "x" }),
    () => producer.items.invalidate(first),
    () => producer.groups.removeItem(group.id, first),
    () => producer.items.delete(first),
  ];
  for (const change of changes)
    await expect(change()).rejects.toMatchObject({ status: 403, code: "item-invalidated" });
  expect((await scanner.items.get(first)).data.invalidated).toBe(true);
  await scanner.scans.record({ identifier: first });

  const { entries: history } = await producer.items.listHistory(first).page();
  expect(history.map(({ data }) => data.action)).toEqual(["invalidated", "addedToGroup", "created"]);
  expect(await producer.items.getHistoryEntry(first, history[0]?.id ?? "")).toEqual(history[0]);

  await producer.items.delete(third);
  await expect(scanner.items.get(third)).rejects.toMatchObject({ status: 404 });
  await producer.groups.delete(group.id);
  expect((await producer.items.get(first)).data).not.toHaveProperty("_group");
});

test("problems, preflights, 404, 405 and OpenAPI are the same on every host", async ({ baseURL }) => {
  const unknown = await fetch(`${baseURL}/api/v2/no/such/path`);
  expect([unknown.status, (await unknown.json()).code]).toEqual([404, "unknown-path"]);
  expect(unknown.headers.get("content-type")).toBe("application/problem+json");
  for (const method of ["PUT", "PATCH", "DELETE"]) {
    const refused = await fetch(`${baseURL}/api/v2/items`, { method });
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
  const document = await fetch(`${baseURL}/api/v2/openapi.json`);
  expect((await document.json()).openapi).toBe("3.1.0");
  expect((await fetch(`${baseURL}/livez`)).status).toBe(200);
});
