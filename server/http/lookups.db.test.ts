import { sql } from "drizzle-orm";
import { afterEach, describe, expect, test, vi } from "vitest";
import { fromNetwork } from "@/server/platform/caller-network";
import { runtime } from "@/server/runtime/runtime";
import { type Call, get, post, problem } from "@/server/testing/api";
import { newContent, newItem, newProducer } from "@/server/testing/factories";
import { picture } from "@/server/testing/pictures";
import { visit } from "@/server/web/verify/visit";
import { forVisitor } from "@/server/web/verify/visitor";

// Holds decision 0037.

vi.hoisted(() => {
  process.env.RATE_LIMITS = "on";
});

let network = 0;
/** An address without earlier lookups. */
const newAddress = () => `2001:db8:37:${(++network).toString(16)}::1`;

/** The status of the public page of an identifier. */
async function pageOf(identifier: string, address: string): Promise<number> {
  const request = new Request(`https://assay.test/v/${encodeURIComponent(identifier)}`, {
    headers: { "user-agent": "curl/8" },
  });
  const seen = await fromNetwork(
    address,
    () => forVisitor(request, (visitor) => visit(visitor, ["en"])),
    address,
  );
  if ("refused" in seen) return seen.status;
  return seen.item ? 200 : 404;
}

const statusOf = async (reply: Promise<{ status: number }>) => (await reply).status;

/** The calls that reveal whether an item exists. */
const WAYS: [name: string, ask: (identifier: string, address: string) => Promise<number>][] = [
  ["Get Item", (id, address) => statusOf(get(`/items/${id}`, { address }))],
  ["the thumbnail", (id, address) => statusOf(get(`/items/${id}/thumbnail/10`, { address }))],
  ["Add Scan", (identifier, address) => statusOf(post("/scans", { identifier }, { address }))],
  ["the public page", pageOf],
];

const unknown = (n: number) => `made-up-${n}`;
const times = <T>(count: number, work: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => work(n)));

async function newItemWithImage() {
  const producer = await newProducer();
  const image = await newContent(producer, "image/png", await picture());
  return newItem(producer, { image });
}

describe.each(WAYS)("%s", (_, ask) => {
  test("429: after 20 unknown identifiers in a minute every lookup of the network is refused, by any call", async () => {
    const identifier = await newItemWithImage();
    const address = newAddress();
    for (let n = 0; n < 20; n++) expect(await ask(unknown(n), address)).toBe(404);
    for (const [, other] of WAYS) {
      expect(await other(unknown(20), address)).toBe(429);
      expect(await other(identifier, address.replace("::1", "::ffff"))).toBe(429);
      expect(await other(identifier, newAddress())).toBe(200);
    }
  });

  test("200: known identifiers do not count, however many are looked up at once", async () => {
    const identifier = await newItemWithImage();
    const address = newAddress();
    for (let n = 0; n < 19; n++) await ask(unknown(n), address);
    const statuses = await times(40, () => ask(identifier, address));
    expect(new Set(statuses)).toEqual(new Set([200]));
  });
});

test("429: of 500 unknown identifiers at once, 20 are looked up", async () => {
  const address = newAddress();
  const statuses = await times(500, (n) => statusOf(get(`/items/${unknown(n)}`, { address })));
  expect(statuses.filter((status) => status === 404)).toHaveLength(20);
  expect(statuses.filter((status) => status === 429)).toHaveLength(480);
});

test("429: Retry-After states the end of the minute, after which lookups work again", async () => {
  const address = newAddress();
  const now = vi.spyOn(Date, "now").mockReturnValue(Date.now());
  for (let n = 0; n < 20; n++) await get(`/items/${unknown(n)}`, { address });
  const refused = await get(`/items/${unknown(0)}`, { address });
  expect(problem(refused)).toMatchObject({ status: 429, code: "too-many-requests" });
  expect(refused.headers.get("retry-after")).toBe("60");
  now.mockReturnValue(Date.now() + 60_000);
  expect((await get(`/items/${unknown(0)}`, { address })).status).toBe(404);
});
afterEach(() => vi.restoreAllMocks());

test("at most 20 sightings of unknown identifiers a minute are stored", async () => {
  const rows = async () => {
    const [row] = await runtime().database.db.execute<{ count: number }>(
      sql`select count(*)::int as count from sightings`,
    );
    return row?.count ?? 0;
  };
  const [before, address] = [await rows(), newAddress()];
  await times(50, (n) => post("/scans", { identifier: unknown(n) }, { address }));
  expect(await rows()).toBe(before + 20);
});

describe("with a token", () => {
  const ask = (identifier: string, call: Call) => statusOf(get(`/items/${identifier}`, call));

  test("404: a token has its own budget: its 21 unknown identifiers do not count for its network", async () => {
    const producer = await newProducer();
    const identifier = await newItem(producer);
    const from = { address: newAddress(), token: producer.token };
    for (let n = 0; n < 21; n++) expect(await ask(unknown(n), from)).toBe(404);
    expect(await ask(identifier, { address: from.address })).toBe(200);
    for (let n = 0; n < 20; n++) await ask(unknown(n), { address: from.address });
    expect(await ask(identifier, { address: from.address })).toBe(429);
    expect(await ask(identifier, from)).toBe(200);
  });
});
