import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import type { JsonObject } from "@/db/json";
import { contents } from "@/db/schema/contents";
import { groups } from "@/db/schema/groups";
import { identifiers } from "@/db/schema/identifiers";
import { items } from "@/db/schema/items";
import { sightings } from "@/db/schema/sightings";
import type { NewProducer } from "@/server/domain/producers/create";
import { countScans } from "@/server/domain/stats/count-scans";
import { newId } from "@/server/platform/ids";
import { runtime } from "@/server/runtime/runtime";
import { callProcedure, newSignedIn, type SignedInPerson } from "@/server/testing/dashboard";
import { newGroup, newProducer } from "@/server/testing/factories";

// Holds decision 0053.

const Listed = z.object({ entries: z.array(z.looseObject({})), nextCursor: z.union([z.string(), z.null()]) });

const BASE = Date.UTC(2026, 0, 1);
const COUNT = 4_500;
const TITLES = ["Zebra", "äpfel", "Apfel 2", null, "zebra 2", "Ähre", null, "éclair", "Über", "unter"];
const IN_ORDER = ["Ähre", "äpfel", "Apfel 2", "éclair", "Über", "unter", "Zebra", "zebra 2"];

let producer: NewProducer;
let viewer: SignedInPerson;
let group: string;
const groupIds: string[] = [];

/** Fakes, updates and names are in no order of creation. */
const known = Array.from({ length: COUNT }, (_, n) => ({
  identifier: `${n % 2 ? "a" : "B"}-${String((n * 7_919) % COUNT).padStart(5, "0")}`,
  createdAt: new Date(BASE + Math.floor(n / 40) * 60_000),
  updatedAt: new Date(BASE + 86_400_000 + Math.floor(((n * 131) % COUNT) / 3) * 1_000),
  fakes: n % 90 === 0 ? 1 + ((n / 90) % 7) : 0,
  isInGroup: n < 30,
  id: 0,
}));

beforeAll(async () => {
  producer = await newProducer();
  const { producerId } = producer;
  viewer = await newSignedIn([{ producer, role: "viewer" }]);
  group = await newGroup(producer, { title: "Members" });
  const other = await newProducer();
  const { db } = runtime().database;
  for (const [n, title] of TITLES.entries()) {
    const id = newId();
    groupIds.push(id);
    const createdAt = new Date(BASE + n);
    const updatedAt = new Date(BASE + 1_000 - ((n * 37) % 11));
    await db.insert(groups).values({ id, producerId, title, createdAt, updatedAt });
    await db
      .insert(groups)
      .values({ id: newId(), producerId: other.producerId, title, createdAt, updatedAt });
    await db.insert(contents).values({
      id,
      producerId,
      contentType: "image/png",
      size: (n * 37) % 11,
      name: title,
      createdAt,
    });
    await db.insert(sightings).values({
      id: newId(),
      producerId,
      identifier: `made up ${n}`,
      timestamp: createdAt,
      copyclassification: "unknown",
    });
  }
  await db.insert(identifiers).values(known.map(({ identifier }) => ({ identifier, producerId })));
  for (let from = 0; from < COUNT; from += 1_500) {
    const rows = await db
      .insert(items)
      .values(
        known.slice(from, from + 1_500).map(({ isInGroup, id: _, ...item }) => ({
          ...item,
          producerId,
          scans: item.fakes,
          groupId: isInGroup ? group : null,
        })),
      )
      .returning({ id: items.id });
    for (const [i, { id }] of rows.entries()) Object.assign(known[from + i] ?? {}, { id });
  }
  await db.execute(sql`
    insert into scans (id, item_id, producer_id, identifier, timestamp, copyclassification, data)
    select new_id(), items.id, items.producer_id, items.identifier, now() - n * interval '100 days', 'fake', '{}'
    from items, generate_series(1, items.fakes) n where items.producer_id = ${producerId}`);
  await countScans(runtime().database);
});

const call = (path: string, input: JsonObject) => callProcedure(path, input, { cookie: viewer.cookie });

/** Reads all pages of a list. */
async function everything(path: string, input: JsonObject, limit = 100): Promise<Record<string, unknown>[]> {
  const found: Record<string, unknown>[] = [];
  let cursor: string | null = null;
  for (let pages = 0; pages < 300; pages++) {
    const page = Listed.parse((await call(path, { ...input, cursor, limit })).value);
    expect(page.entries.length).toBeLessThanOrEqual(limit);
    found.push(...page.entries);
    cursor = page.nextCursor;
    if (cursor === null) return found;
  }
  throw new Error("The list has no last page.");
}

type Known = (typeof known)[number];
type Compare = (a: Known, b: Known) => number;
const byText: Compare = (a, b) => (a.identifier < b.identifier ? -1 : 1);
const byTime = (key: "createdAt" | "updatedAt"): Compare => {
  return (a, b) => a[key].getTime() - b[key].getTime() || a.id - b.id;
};

describe("items", () => {
  const orders: [string, Compare][] = [
    ["created", byTime("createdAt")],
    ["updated", byTime("updatedAt")],
    ["identifier", byText],
  ];
  const filters: [JsonObject, (item: Known) => boolean][] = [
    [{}, () => true],
    [{ hasFakes: true }, ({ fakes }) => fakes > 0],
    [{ group: "$group" }, ({ isInGroup }) => isInGroup],
    [{ search: "b-0012" }, ({ identifier }) => identifier.startsWith("B-0012")],
    [{ search: "members", hasFakes: true }, ({ isInGroup, fakes }) => isInGroup && fakes > 0],
    [{ createdFrom: BASE + 600_000 }, ({ createdAt }) => createdAt.getTime() >= BASE + 600_000],
  ];
  const asked = (filter: JsonObject): JsonObject => (filter.group === "$group" ? { group } : filter);

  describe.each(orders)("by %s", (by, compare) => {
    test.each(filters)("%j: each item once, in order, in both directions", async (filter, isLet) => {
      const ascending = known
        .filter(isLet)
        .toSorted(compare)
        .map(({ identifier }) => identifier);
      for (const descending of [false, true]) {
        const found = await everything("items.list", { filter: asked(filter), sort: { by, descending } });
        expect(found.map(({ identifier }) => identifier)).toEqual(
          descending ? ascending.toReversed() : ascending,
        );
      }
    });
  });

  test.each(filters)("by fakes, %j: items with most fakes, then those without", async (filter, isLet) => {
    const let_ = known.filter(isLet);
    const withFakes = let_.filter(({ fakes }) => fakes > 0).sort((a, b) => b.fakes - a.fakes || b.id - a.id);
    const without = let_.filter(({ fakes }) => fakes === 0).sort((a, b) => byTime("createdAt")(b, a));
    const found = async (descending: boolean) =>
      (await everything("items.list", { filter: asked(filter), sort: { by: "fakes", descending } }, 77)).map(
        ({ identifier }) => identifier,
      );
    const names = (these: Known[]) => these.map(({ identifier }) => identifier);
    expect(await found(true)).toEqual(names([...withFakes, ...without]));
    expect(await found(false)).toEqual(names([...without, ...withFakes.toReversed()]));
  });
});

test.each([
  ["groups.list", "title"],
  ["contents.list", "name"],
])("%s by %s: without case and accents, untitled last in both directions", async (path, by) => {
  const key = by;
  const found = async (descending: boolean) =>
    (await everything(path, { sort: { by, descending } }, 3))
      .map((row) => row[key] ?? null)
      .filter((title) => title !== "Members");
  expect(await found(false)).toEqual([...IN_ORDER, null, null]);
  expect(await found(true)).toEqual([...IN_ORDER.toReversed(), null, null]);
});

test("groups and files are found in the order of a sort", async () => {
  const sort = { by: "title", descending: true };
  const titles = (await everything("groups.list", { search: "ebra", sort })).map(({ title }) => title);
  expect(titles).toEqual(["zebra 2", "Zebra"]);
  const bySize = await everything("contents.list", { sort: { by: "size", descending: false } }, 4);
  expect(bySize.map(({ id }) => id)).toEqual(
    groupIds.toSorted((a, b) => ((groupIds.indexOf(a) * 37) % 11) - ((groupIds.indexOf(b) * 37) % 11)),
  );
  const byUpdate = await everything("groups.list", { sort: { by: "updated", descending: false } }, 4);
  expect(byUpdate.map(({ id }) => id)).toEqual([...bySize.map(({ id }) => id).toReversed(), group]);
});

test.each([
  ["scans.list", "timestamp"],
  ["sightings.list", "timestamp"],
  ["sightings.identifiers", "lastSeen"],
])("%s: oldest first", async (path, key) => {
  const found = await everything(path, { sort: { by: "time", descending: false } });
  const times = found.map((row) => z.date().parse(row[key]).getTime());
  expect(times.length).toBeGreaterThanOrEqual(TITLES.length);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
});

test("400: the cursor of another order, another list or of no list, and an unknown column", async () => {
  const first = Listed.parse((await call("items.list", { limit: 1 })).value);
  const sorted = Listed.parse(
    (await call("items.list", { limit: 1, sort: { by: "identifier", descending: false } })).value,
  );
  const nul = Buffer.from("a\0").toString("base64url");
  const refused: JsonObject[] = [
    { cursor: first.nextCursor, sort: { by: "identifier", descending: false } },
    { cursor: sorted.nextCursor },
    { cursor: sorted.nextCursor, sort: { by: "identifier", descending: true } },
    { cursor: `identifier+${nul}_1`, sort: { by: "identifier", descending: false } },
    { cursor: "updated+x_1", sort: { by: "updated", descending: false } },
    { cursor: "fakes-99999999999999999_1", sort: { by: "fakes", descending: true } },
    { cursor: "created+1", sort: { by: "created", descending: false } },
    { sort: { by: "title", descending: true } },
  ];
  for (const input of refused) expect((await call("items.list", input)).status).toBe(400);
  const largest = { cursor: `size+${"9".repeat(14)}_${newId()}`, sort: { by: "size", descending: false } };
  expect((await call("contents.list", largest)).value).toEqual({ entries: [], nextCursor: null });
});
