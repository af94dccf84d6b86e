import { expect, test, vi } from "vitest";
import { get, post, problem } from "@/server/testing/api";
import { newContent, newItem, newProducer, newScan } from "@/server/testing/factories";
import { picture } from "@/server/testing/pictures";
import { limit } from "./limits";

// Holds decision 0018.

vi.hoisted(() => {
  process.env.RATE_LIMITS = "on";
});

test("429: more than 600 pictures a minute made for one address; those that are there are sent", async () => {
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

test("429: more than 60 images a minute to scans from one address, whatever they are", async () => {
  const producer = await newProducer();
  const scan = await newScan(await newItem(producer), {}, { token: producer.token });
  const data = (await picture()).toString("base64");
  const send = (address: string) => post(`/scans/${scan}/image`, { data }, { address });
  for (let i = 0; i < 60; i++) await limit("scan images from this address", "192.0.2.1");
  expect(problem(await send("192.0.2.1"))).toMatchObject({ status: 429, code: "too-many-requests" });
  expect((await send("192.0.2.2")).status).toBe(200);
});
