import { expect, onTestFinished, test, vi } from "vitest";
import { limit } from "@/server/http/limits";
import { blobs } from "@/server/platform/blobs";
import { get, post, problem } from "@/server/testing/api";
import { newContent, newItem, newProducer, newScan } from "@/server/testing/factories";
import { newGate } from "@/server/testing/gate";
import { picture } from "@/server/testing/pictures";

// Holds decision 0018.

vi.hoisted(() => {
  process.env.RATE_LIMITS = "on";
});

test("429: more than 600 pictures rendered per minute for one address; existing ones are served", async () => {
  const producer = await newProducer();
  const id = await newContent(producer, "image/png", await picture());
  const item = await newItem(producer, { image: id });
  const [spent, fresh] = [{ address: "192.0.2.1" }, { address: "192.0.2.2" }];
  expect((await get(`/contents/${id}/10`, spent)).status).toBe(200);
  for (let i = 1; i < 599; i++) await limit("pictures made for this address", spent.address);
  for (let i = 0; i < 3; i++) expect((await get(`/contents/${id}/10`, spent)).status).toBe(200);
  expect((await get(`/contents/${id}/11`, spent)).status).toBe(200);
  for (const path of [`/contents/${id}/12`, `/items/${item}/thumbnail/12`]) {
    const refused = await get(path, spent);
    expect(problem(refused)).toMatchObject({ status: 429, code: "too-many-requests" });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  }
  expect((await get(`/contents/${id}/12`, fresh)).status).toBe(200);
  expect((await get(`/contents/${id}/12`, spent)).status).toBe(200);
});

/** Creates a picture whose bytes cannot be read before `open()`. */
async function heldPicture() {
  const id = await newContent(await newProducer(), "image/png", await picture());
  const gate = newGate();
  const read = blobs().read;
  const reading = vi.spyOn(blobs(), "read").mockImplementation(async (...of) => {
    await gate.opened;
    return read(...of);
  });
  onTestFinished(() => {
    gate.open();
    reading.mockRestore();
  });
  return { id, open: gate.open };
}

test("429: the 49th concurrent picture of one address, immediately; other callers and later requests are served", async () => {
  const { id, open } = await heldPicture();
  const [busy, other] = [{ address: "192.0.2.48" }, { address: "192.0.2.49" }];
  const replies = Array.from({ length: 49 }, (_, n) => get(`/contents/${id}/${n + 1}`, busy));
  // All other requests are held, so the first answer must be the refusal.
  const refused = await Promise.race(replies);
  expect(problem(refused)).toMatchObject({ status: 429, code: "too-many-requests" });
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  const others = get(`/contents/${id}/100`, other);
  open();
  const statuses = (await Promise.all(replies)).map(({ status }) => status);
  expect(statuses.toSorted((a, b) => a - b)).toEqual([...Array(48).fill(200), 429]);
  expect((await others).status).toBe(200);
  expect((await get(`/contents/${id}/101`, busy)).status).toBe(200);
});

test("429: a refusal affects its caller only, even if another requests the same picture concurrently", async () => {
  const { id, open } = await heldPicture();
  const [spent, fresh] = [{ address: "192.0.2.50" }, { address: "192.0.2.51" }];
  for (let i = 0; i < 600; i++) await limit("pictures made for this address", spent.address);
  const replies = [spent, fresh].map((from) => get(`/contents/${id}/12`, from));
  expect((await Promise.race(replies)).status).toBe(429);
  open();
  expect((await Promise.all(replies)).map(({ status }) => status)).toEqual([429, 200]);
});

test("429: more than 60 scan images per minute from one address", async () => {
  const producer = await newProducer();
  const scan = await newScan(await newItem(producer), {}, { token: producer.token });
  const data = (await picture()).toString("base64");
  const send = (address: string) => post(`/scans/${scan}/image`, { data }, { address });
  for (let i = 0; i < 60; i++) await limit("scan images from this address", "192.0.2.1");
  expect(problem(await send("192.0.2.1"))).toMatchObject({ status: 429, code: "too-many-requests" });
  expect((await send("192.0.2.2")).status).toBe(200);
});
