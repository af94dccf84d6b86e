import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import type { JsonObject } from "@/db/json";
import { identifiers } from "@/db/schema/identifiers";
import { items } from "@/db/schema/items";
import { scans } from "@/db/schema/scans";
import type { NewProducer } from "@/server/domain/producers/create";
import { countScans } from "@/server/domain/stats/count-scans";
import { newId } from "@/server/platform/ids";
import { runtime } from "@/server/runtime/runtime";
import { callProcedure, newSignedIn, type SignedInPerson } from "@/server/testing/dashboard";
import { newGroup, newItem, newProducer, newScan } from "@/server/testing/factories";

// Holds decision 0054.

const Listed = z.object({ entries: z.array(z.looseObject({})), nextCursor: z.union([z.string(), z.null()]) });
const Total = z.strictObject({ count: z.number(), isExact: z.boolean() });

const BASE = Date.UTC(2026, 0, 1);
const COUNT = 4_500;
const VERDICTS = ["original", "fake", "unknown", "error"] as const;
const COUNTRIES = ["DE", "FR", "JP", null];
const SYSTEMS = ["iOS", "ios", "android", null, "x".repeat(60), `${"x".repeat(60)}y`];

let producer: NewProducer;
let viewer: SignedInPerson;
let groups: string[];

const known = Array.from({ length: COUNT }, (_, n) => ({
  identifier: `SN-${String(n).padStart(6, "0")}`,
  /** The first group has every second item, the second one every fifth of the others, the third one three old ones. */
  group: n % 2 === 0 ? 0 : n % 5 === 0 ? 1 : n < 6 ? 2 : null,
  isInvalidated: n % 11 === 0,
  at: new Date(BASE + Math.floor(n / 20) * 1_000),
  verdict: VERDICTS[n % 97 === 0 ? 1 : n % 300 === 1 ? 2 : 0] ?? "original",
  country: COUNTRIES[n % 4] ?? null,
  os: SYSTEMS[n % 7] ?? null,
}));
type Known = (typeof known)[number];

beforeAll(async () => {
  producer = await newProducer();
  viewer = await newSignedIn([{ producer, role: "viewer" }]);
  groups = [await newGroup(producer), await newGroup(producer), await newGroup(producer)];
  const { producerId } = producer;
  const { db } = runtime().database;
  await db.insert(identifiers).values(known.map(({ identifier }) => ({ identifier, producerId })));
  for (let from = 0; from < COUNT; from += 1_500) {
    const part = known.slice(from, from + 1_500);
    const groupOf = ({ group }: Known) => (group === null ? null : (groups[group] ?? null));
    const rows = await db
      .insert(items)
      .values(
        part.map((one) => ({
          identifier: one.identifier,
          producerId,
          groupId: groupOf(one),
          createdAt: one.at,
          updatedAt: one.at,
          invalidatedAt: one.isInvalidated ? one.at : null,
        })),
      )
      .returning({ id: items.id });
    await db.insert(scans).values(
      part.map((one, i) => ({
        id: newId(BASE + from + i),
        itemId: rows[i]?.id ?? 0,
        producerId,
        identifier: one.identifier,
        timestamp: one.at,
        copyclassification: one.verdict,
        groupId: groupOf(one),
        country: one.country,
        os: one.os,
        data: {},
      })),
    );
  }
  await countScans(runtime().database);
});

const call = (path: string, input: JsonObject) => callProcedure(path, input, { cookie: viewer.cookie });

/** Reads all pages of a list. */
async function everything(path: string, input: JsonObject): Promise<string[]> {
  const found: string[] = [];
  let cursor: string | null = null;
  for (let pages = 0; pages < 300; pages++) {
    const page = Listed.parse((await call(path, { ...input, cursor, limit: 100 })).value);
    found.push(...page.entries.map(({ identifier }) => String(identifier)));
    cursor = page.nextCursor;
    if (cursor === null) return found;
  }
  throw new Error("The list has no last page.");
}

/** A busy machine may need several attempts: counting has a timeout. */
const expectTotal = (path: string, filter: JsonObject, count: number) =>
  expect
    .poll(async () => Total.parse((await call(path, { filter })).value), { timeout: 10_000 })
    .toEqual({ count, isExact: true });

/** A filter whose groups are named by their place. */
const asked = (filter: JsonObject): JsonObject =>
  JSON.parse(JSON.stringify(filter).replaceAll(/"#(\d)"/g, (_, place) => `"${groups[Number(place)]}"`));

const groupName = ({ group }: Known) => (group === null ? "none" : `#${group}`);
const named = (isLet: (one: Known) => boolean) =>
  known
    .filter(isLet)
    .map(({ identifier }) => identifier)
    .toReversed();

describe("items", () => {
  const filters: [JsonObject, (item: Known) => boolean][] = [
    [{}, () => true],
    [{ group: { is: ["#1"] } }, (item) => groupName(item) === "#1"],
    [{ group: { is: ["#1", "#2"] } }, (item) => ["#1", "#2"].includes(groupName(item))],
    [{ group: { is: ["#1", "none"] } }, (item) => ["#1", "none"].includes(groupName(item))],
    [{ group: { isNot: ["#0"] } }, (item) => groupName(item) !== "#0"],
    [{ group: { isNot: ["#0", "none"] } }, (item) => !["#0", "none"].includes(groupName(item))],
    [
      { group: { isNot: ["none"] }, state: { isNot: ["active"] } },
      (item) => item.group !== null && item.isInvalidated,
    ],
    [{ state: { is: ["active", "invalidated"] } }, () => true],
    [{ state: { isNot: ["active", "invalidated"] } }, () => false],
    [
      { search: "sn-0012", group: { is: ["#1", "none"] } },
      (item) => item.identifier.startsWith("SN-0012") && ["#1", "none"].includes(groupName(item)),
    ],
  ];

  test.each(filters)("%j: each item once, newest first, and their number", async (filter, isLet) => {
    const expected = named(isLet);
    expect(await everything("items.list", { filter: asked(filter) })).toEqual(expected);
    await expectTotal("items.total", asked(filter), expected.length);
  });

  test("in another order, too", async () => {
    const filter = asked({ group: { is: ["#1", "#2"] } });
    const sort = { by: "identifier", descending: false };
    expect(await everything("items.list", { filter, sort })).toEqual(
      named((item) => ["#1", "#2"].includes(groupName(item))).toReversed(),
    );
    const oldest = { by: "created", descending: false };
    expect(await everything("items.list", { filter, sort: oldest })).toEqual(
      named((item) => ["#1", "#2"].includes(groupName(item))).toReversed(),
    );
  });
});

describe("scans", () => {
  const systemIn = ({ os }: Known, ...systems: string[]) => systems.includes(os?.toLowerCase() ?? "");
  const long = "x".repeat(60);
  const filters: [JsonObject, (scan: Known) => boolean][] = [
    [{}, () => true],
    [{ verdict: { is: ["fake", "unknown"] } }, ({ verdict }) => verdict === "fake" || verdict === "unknown"],
    [{ verdict: { isNot: ["original"] } }, ({ verdict }) => verdict !== "original"],
    [{ country: { is: ["JP", "ZZ"] } }, ({ country }) => country === "JP" || country === null],
    [{ country: { isNot: ["DE", "FR"] } }, ({ country }) => country === "JP" || country === null],
    [{ country: { isNot: ["ZZ"] } }, ({ country }) => country !== null],
    [{ group: { is: ["#1", "#2"] } }, (scan) => ["#1", "#2"].includes(groupName(scan))],
    [{ group: { isNot: ["#0"] }, verdict: "fake" }, (scan) => scan.group !== 0 && scan.verdict === "fake"],
    [{ os: { is: ["IOS", "ios", "android"] } }, (scan) => systemIn(scan, "ios", "android")],
    [{ os: { is: [long, "android"] } }, (scan) => systemIn(scan, long, "android")],
    [{ os: { isNot: [long, "ios"] } }, (scan) => !systemIn(scan, long, "ios")],
    [
      { country: { is: ["JP", "FR"] }, verdict: { is: ["fake", "error"] } },
      ({ country, verdict }) => (country === "JP" || country === "FR") && verdict === "fake",
    ],
    [{ item: "SN-000042", verdict: { isNot: ["fake"] } }, ({ identifier }) => identifier === "SN-000042"],
  ];

  test.each(filters)("%j: each scan once, in order, and their number", async (filter, isLet) => {
    const expected = named(isLet);
    const found = await everything("scans.list", { filter: asked(filter) });
    expect(found.toSorted()).toEqual(expected.toSorted());
    const oldest = { by: "time", descending: false };
    expect(await everything("scans.list", { filter: asked(filter), sort: oldest })).toEqual(
      found.toReversed(),
    );
    await expectTotal("scans.total", asked(filter), expected.length);
  });

  test("with several findings, and without one", async () => {
    const item = await newItem(producer);
    await newScan(item);
    const listed = async (finding: JsonObject) => everything("scans.list", { filter: { item, finding } });
    expect(await listed({ is: ["burst", "invalidated"] })).toEqual([]);
    expect(await listed({ isNot: ["any"] })).toEqual([item]);
    expect(await listed({ isNot: ["burst"] })).toEqual([item]);
  });
});

test("400: a choice of nothing, of too many values, of unknown ones, or of both kinds", async () => {
  const many = Array.from({ length: 21 }, () => "fake");
  for (const verdict of [
    { is: [] },
    { is: many },
    { isNot: ["false"] },
    { is: ["fake"], isNot: ["error"] },
    {},
    [],
    "false",
  ])
    expect((await call("scans.list", { filter: { verdict } })).status).toBe(400);
});

test("a total of another producer's group counts nothing", async () => {
  const other = await newGroup(await newProducer());
  expect((await call("items.total", { filter: { group: other } })).value).toEqual({
    count: 0,
    isExact: true,
  });
  expect((await call("scans.total", { filter: { group: other } })).value).toEqual({
    count: 0,
    isExact: true,
  });
});
