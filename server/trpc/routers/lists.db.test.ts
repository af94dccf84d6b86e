import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import type { JsonObject } from "@/db/json";
import { contents } from "@/db/schema/contents";
import { identifiers } from "@/db/schema/identifiers";
import { items } from "@/db/schema/items";
import { lateScans } from "@/db/schema/late-scans";
import { reports } from "@/db/schema/reports";
import { scans } from "@/db/schema/scans";
import { DAY_MS } from "@/server/core/time";
import { newAssessor, takeTurn } from "@/server/domain/assessments/turn";
import type { NewProducer } from "@/server/domain/producers/create";
import { newId } from "@/server/platform/ids";
import { runtime } from "@/server/runtime/runtime";
import { del, post } from "@/server/testing/api";
import { callProcedure, newSignedIn, type SignedInPerson } from "@/server/testing/dashboard";
import { itemRow, newGroup, newItem, newProducer, newScan } from "@/server/testing/factories";

// Holds decision 0023.
// Holds decision 0045.

const Listed = z.object({ entries: z.array(z.looseObject({})), nextCursor: z.union([z.string(), z.null()]) });

const BASE = Date.UTC(2026, 0, 1);
const COUNT = 5_000;
const VERDICTS = ["original", "fake", "unknown", "error"] as const;
const COUNTRIES = ["DE", "FR", "JP"];

let producer: NewProducer;
let viewer: SignedInPerson;
let group: string;
let oldGroup: string;

function dataOf(n: number): JsonObject {
  if (n % 1_000 === 3) return { serial: `Zeta ${n}`, size: 70_000 + n, i18n: { de: { title: "Übersetzt" } } };
  return n === 44 ? { made: { by: ['Ms "Quick" Brown'] }, isZeta: true } : {};
}

/** The inserted items with the fields that the expected filter results depend on. */
const known = Array.from({ length: COUNT }, (_, n) => ({
  n,
  identifier: `SN-${String(n).padStart(6, "0")}`,
  title: n < 20 ? `Vintage watch ${n}` : n % 2 ? `Red 50%_off\\shoe ${n}` : null,
  isInGroup: n % 7 === 0,
  // All older than the first batch of a search's walk.
  isInOldGroup: n % 7 === 1 && n < 1_500,
  data: dataOf(n),
  isInvalidated: n % 11 === 0,
  fakes: n % 500 === 0 ? 1 : 0,
  // Many share a timestamp, like those of an import.
  createdAt: new Date(BASE + Math.floor(n / 40) * 60_000),
}));

beforeAll(async () => {
  producer = await newProducer();
  viewer = await newSignedIn([{ producer, role: "viewer" }]);
  group = await newGroup(producer, { title: "Shoes of spring" });
  oldGroup = await newGroup(producer, { title: "Heritage", data: { leather: "Calfskin", year: 1987 } });
  const { producerId } = producer;
  const { db } = runtime().database;
  await db.insert(identifiers).values(known.map(({ identifier }) => ({ identifier, producerId })));
  const rows = [];
  for (let from = 0; from < COUNT; from += 1_000) {
    const values = known.slice(from, from + 1_000).map((item) => ({
      identifier: item.identifier,
      producerId,
      groupId: item.isInGroup ? group : item.isInOldGroup ? oldGroup : null,
      title: item.title,
      data: item.data,
      scans: 3,
      fakes: item.fakes,
      createdAt: item.createdAt,
      updatedAt: item.createdAt,
      invalidatedAt: item.isInvalidated ? new Date() : null,
    }));
    rows.push(
      ...(await db.insert(items).values(values).returning({ id: items.id, identifier: items.identifier })),
    );
  }
  const idOf = new Map(rows.map(({ id, identifier }) => [identifier, id]));
  for (let from = 0; from < COUNT; from += 1_000) {
    await db.insert(scans).values(
      known.slice(from, from + 1_000).map(({ n, identifier, isInGroup }) => ({
        id: newId(BASE + n),
        groupId: isInGroup ? group : null,
        itemId: idOf.get(identifier) ?? 0,
        producerId,
        identifier,
        timestamp: new Date(BASE + Math.floor(n / 10) * 1_000),
        copyclassification: VERDICTS[n % 97 === 0 ? 1 : 0] ?? "original",
        country: COUNTRIES[n % 3] ?? null,
        os: n === 3 ? "windows" : "ios",
        data: {},
      })),
    );
  }
});

/** Reads all pages of a list. */
async function everything(path: string, input: JsonObject, limit = 100): Promise<Record<string, unknown>[]> {
  const found: Record<string, unknown>[] = [];
  let cursor: string | null = null;
  for (let pages = 0; pages < 300; pages++) {
    const reply = await callProcedure(path, { ...input, cursor, limit }, { cookie: viewer.cookie });
    const page = Listed.parse(reply.value);
    expect(page.entries.length).toBeLessThanOrEqual(limit);
    found.push(...page.entries);
    cursor = page.nextCursor;
    if (cursor === null) return found;
  }
  throw new Error("The list has no last page.");
}

const newestFirst = [...known].sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || b.n - a.n);
type Known = (typeof known)[number];
const has = ({ identifier, title, isInGroup }: Known, fragment: string) =>
  [identifier, title, isInGroup ? "Shoes of spring" : null].some((text) =>
    text?.toLowerCase().includes(fragment),
  );
const isInNoGroup = ({ isInGroup, isInOldGroup }: Known) => !isInGroup && !isInOldGroup;

describe("items", () => {
  const from = BASE + 20 * 60_000;
  const filters: [JsonObject, (item: Known) => boolean][] = [
    [{}, () => true],
    [{ state: "active" }, (item) => !item.isInvalidated],
    [{ state: "invalidated" }, (item) => item.isInvalidated],
    [{ group: "none" }, isInNoGroup],
    [{ hasFakes: true }, (item) => item.fakes > 0],
    [{ search: "SN-00123" }, (item) => has(item, "sn-00123")],
    [{ search: "vintage" }, (item) => has(item, "vintage")],
    [{ search: "50%_off\\SHOE 49" }, (item) => has(item, "50%_off\\shoe 49")],
    [{ search: "%_" }, (item) => has(item, "%_")],
    [{ search: "99" }, (item) => has(item, "99")],
    [{ search: "nothing like it" }, () => false],
    [{ search: "of SPRING" }, (item) => item.isInGroup],
    [{ search: "heritage" }, (item) => item.isInOldGroup],
    [{ search: "calfskin" }, (item) => item.isInOldGroup],
    [{ search: "1987", state: "invalidated" }, (item) => item.isInOldGroup && item.isInvalidated],
    [{ search: "heritage", group: "none" }, () => false],
    [{ search: "zeta" }, ({ n }) => n % 1_000 === 3],
    [{ search: "73003" }, ({ n }) => n === 3_003],
    [{ search: 'ms "quick" b' }, ({ n }) => n === 44],
    [{ search: "iszeta" }, () => false],
    [{ createdFrom: from, createdBefore: from + 60_000 }, (item) => item.createdAt.getTime() === from],
    [{ hasFakes: true, state: "invalidated" }, (item) => item.fakes > 0 && item.isInvalidated],
    [
      { hasFakes: true, state: "active", group: "none" },
      (item) => item.fakes > 0 && !item.isInvalidated && isInNoGroup(item),
    ],
    [{ state: "invalidated", group: "none" }, (item) => item.isInvalidated && isInNoGroup(item)],
    [
      { search: "red", state: "invalidated", group: "none" },
      (item) => has(item, "red") && item.isInvalidated && isInNoGroup(item),
    ],
    [
      { search: "red", state: "active", group: "none" },
      (item) => has(item, "red") && !item.isInvalidated && isInNoGroup(item),
    ],
  ];
  test.each(filters)("%j: each item once, newest first", async (filter, isLet) => {
    const found = await everything("items.list", { filter });
    expect(found.map(({ identifier }) => identifier)).toEqual(
      newestFirst.filter(isLet).map(({ identifier }) => identifier),
    );
  });

  test("each item has the title that scanners see, and names a match that is not shown", async () => {
    const firstFound = async (search: string) => (await everything("items.list", { filter: { search } }))[0];
    expect(await firstFound("heritage")).toMatchObject({ title: "Heritage" });
    expect(await firstFound("heritage")).not.toHaveProperty("match");
    expect(await firstFound("Vintage watch 8")).toMatchObject({
      title: "Heritage",
      match: { of: "item", key: null, value: "Vintage watch 8" },
    });
    expect(await firstFound("zeta 1003")).toMatchObject({
      match: { of: "item", key: "serial", value: "Zeta 1003" },
    });
    expect(await firstFound("73003")).toMatchObject({ match: { of: "item", key: "size", value: "73003" } });
    expect(await firstFound("Quick")).toMatchObject({
      match: { of: "item", key: "made", value: 'Ms "Quick" Brown' },
    });
    expect(await firstFound("calfsk")).toMatchObject({
      match: { of: "group", key: "leather", value: "Calfskin" },
    });
  });

  test("members of a group: each once, newest first", async () => {
    const found = await everything("groups.members", { id: group }, 33);
    expect(found.map(({ identifier }) => identifier)).toEqual(
      newestFirst.filter(({ isInGroup }) => isInGroup).map(({ identifier }) => identifier),
    );
  });
});

describe("scans", () => {
  const verdictOf = ({ n }: Known) => VERDICTS[n % 97 === 0 ? 1 : 0];
  const countryOf = ({ n }: Known) => COUNTRIES[n % 3];
  const filters: [JsonObject, (item: Known) => boolean][] = [
    [{}, () => true],
    [{ verdict: "fake" }, (scan) => verdictOf(scan) === "fake"],
    [{ country: "JP" }, (scan) => countryOf(scan) === "JP"],
    [
      { verdict: "original", country: "DE" },
      (scan) => verdictOf(scan) === "original" && countryOf(scan) === "DE",
    ],
    [{ os: "windows" }, ({ n }) => n === 3],
    [{ item: "SN-000042" }, ({ n }) => n === 42],
    [{ from: BASE + 5_000, before: BASE + 7_000 }, ({ n }) => n >= 50 && n < 70],
    [{ verdict: "error" }, () => false],
    [{ country: "ZZ" }, () => false],
    [{ group: "none", before: BASE + DAY_MS }, ({ isInGroup }) => !isInGroup],
  ];
  test.each(filters)("%j: each scan once, newest first", async (filter, isLet) => {
    const found = await everything("scans.list", { filter });
    expect(found.map(({ identifier }) => identifier).sort()).toEqual(
      known.filter(isLet).map(({ identifier }) => identifier),
    );
    const times = found.map(({ timestamp }) => z.date().parse(timestamp).getTime());
    expect(times).toEqual([...times].sort((a, b) => b - a));
  });

  test("by group: scans of items that were in the group at the time", async () => {
    const moved = await newItem(producer);
    const groupOf = await newGroup(producer);
    const { token } = producer;
    await newScan(moved);
    await post(`/groups/${groupOf}/items/${moved}`, {}, { token });
    const during = await newScan(moved, { copyclassification: "fake" });
    await del(`/groups/${groupOf}/items/${moved}`, { token });
    await newScan(moved);
    expect(await everything("scans.list", { filter: { group: groupOf } })).toMatchObject([{ id: during }]);
    expect(await everything("scans.list", { filter: { group: groupOf, verdict: "fake" } })).toHaveLength(1);
    const found = await everything("scans.list", { filter: { group } });
    expect(found.map(({ identifier }) => identifier).sort()).toEqual(
      known.filter(({ isInGroup }) => isInGroup).map(({ identifier }) => identifier),
    );
  });

  test("scans of a deleted item are found, even with other filters", async () => {
    const item = await newItem(producer);
    const id = await newScan(item, { copyclassification: "fake" });
    expect((await del(`/items/${item}`, { token: producer.token })).status).toBe(200);
    expect(await everything("scans.list", { filter: { item } })).toMatchObject([{ id }]);
    expect(await everything("scans.list", { filter: { item, verdict: "fake" } })).toMatchObject([{ id }]);
    expect(await everything("scans.list", { filter: { item, verdict: "original" } })).toEqual([]);
    expect(await everything("scans.list", { filter: { item, group } })).toEqual([]);
  });

  test("unknown or foreign filter values return an empty list, not a refusal", async () => {
    const other = await newProducer();
    const foreign = await newItem(other);
    await newScan(foreign);
    const filters = [
      { item: "AB" },
      { item: " .." },
      { item: foreign },
      { group: await newGroup(other) },
      { group: newId() },
      { item: "AB", group },
    ];
    for (const filter of filters) expect(await everything("scans.list", { filter })).toEqual([]);
  });
});

describe("suspicious scans", () => {
  let copied: string;
  let flagged: string[];

  beforeAll(async () => {
    // The assessor need not process the scans of the lists above.
    await runtime().database.db.delete(lateScans);
    copied = await newItem(producer, { data: { markets: ["DE"] } });
    const by = (device: string) => ({ deviceInfo: { os: "ios", environment: { id: device } } });
    const [BERLIN, NAPLES] = [
      { latitude: 52.52, longitude: 13.405 },
      { latitude: 40.853, longitude: 14.267 },
    ];
    await newScan(copied, { location: BERLIN, ...by("a") });
    flagged = [
      await newScan(copied, { location: NAPLES, ...by("b") }),
      await newScan(copied, { location: BERLIN, copyclassification: "original", ...by("c") }),
    ];
    const other = await newProducer();
    const foreign = await newItem(other, { data: { markets: ["FR"] } });
    await newScan(foreign, { location: BERLIN });
    await takeTurn(runtime().database.db, newAssessor());
  });

  const idsOf = async (filter: JsonObject, limit?: number) =>
    (await everything("scans.list", { filter }, limit)).map(({ id }) => id);

  test("by any or one finding, each once and with other filters; none of another producer", async () => {
    const [first, second] = flagged;
    expect(await idsOf({ finding: "any" })).toEqual([second, first]);
    expect(await idsOf({ finding: "any" }, 1)).toEqual([second, first]);
    expect(await idsOf({ finding: "outside_market" })).toEqual([first]);
    expect(await idsOf({ finding: "contradicts_client", item: copied })).toEqual([second]);
    expect(await idsOf({ finding: "any", verdict: "fake" })).toEqual([first]);
    expect(await idsOf({ finding: "any", item: "SN-000042" })).toEqual([]);
    expect(await idsOf({ finding: "any", group })).toEqual([]);
    expect(await idsOf({ finding: "burst" })).toEqual([]);
  });

  test("a suspicious scan shows its findings; a clean scan is clear", async () => {
    const assessmentOf = async (id: unknown) =>
      (await callProcedure("scans.assessment", { id }, { cookie: viewer.cookie })).value;
    expect(await assessmentOf(flagged[0])).toMatchObject({
      state: "suspicious",
      reasons: ["impossible_travel", "outside_market"],
    });
    const [clean] = await everything("scans.list", { filter: { item: "SN-000042" } });
    expect(await assessmentOf(clean?.id)).toEqual({ state: "clear" });
    const listed = await everything("scans.list", { filter: { item: copied } });
    expect(listed.map(({ reasons }) => reasons)).toEqual([
      ["impossible_travel", "contradicts_client"],
      ["impossible_travel", "outside_market"],
      null,
    ]);
  });
});

describe("search", () => {
  const find = async (fragment: string) =>
    z
      .object({
        items: z.array(z.looseObject({ identifier: z.string() })),
        groups: z.array(z.looseObject({ id: z.string() })),
        scans: z.array(z.object({ id: z.string(), identifier: z.string() })),
      })
      .parse((await callProcedure("search.find", { fragment }, { cookie: viewer.cookie })).value);

  test("an identifier finds its item first, and its scans", async () => {
    const { items: found, scans: scanned } = await find("SN-000042");
    expect(found[0]?.identifier).toBe("SN-000042");
    expect(scanned).toMatchObject([{ identifier: "SN-000042" }]);
  });

  test("a fragment of a title finds items of any age, at most five", async () => {
    expect((await find("tage WAT")).items).toHaveLength(5);
  });

  test("a group's title finds the group and its items, which show that title; data values find both", async () => {
    const byTitle = await find("herit");
    expect(byTitle.groups).toMatchObject([{ id: oldGroup }]);
    expect(byTitle.items).toHaveLength(5);
    expect(byTitle.items[0]).toMatchObject({ title: "Heritage" });
    const byData = await find("calfskin");
    expect(byData.groups).toMatchObject([
      { id: oldGroup, match: { of: "group", key: "leather", value: "Calfskin" } },
    ]);
    expect(byData.items[0]).toMatchObject({ title: "Heritage", match: { of: "group", key: "leather" } });
  });

  test("the beginning of an id finds scans and groups", async () => {
    const scan = newId(BASE + 1234).slice(0, 13);
    expect((await find(scan)).scans.length).toBeGreaterThan(0);
    expect((await find(group.slice(0, 13))).groups).toMatchObject([{ id: group }]);
  });
});

test("every page shows the same title for an item: its group's", async () => {
  const { token, producerId } = producer;
  const image = newId();
  const { db } = runtime().database;
  await db
    .insert(contents)
    .values({ id: image, producerId, contentType: "image/png", size: 1, createdAt: new Date(BASE - DAY_MS) });
  const titled = await newGroup(producer, { title: "Chronograph" });
  const item = await newItem(producer, { title: "Piece 7", image });
  await post(`/groups/${titled}/items/${item}`, {}, { token });
  const device = { deviceInfo: { os: "android", environment: { id: newId() } } };
  await newScan(item, { copyclassification: "fake", ...device });
  const scan = await newScan(item, device);
  await post(`/items/${item}/hooks`, { url: "https://example.com/", events: "*" }, { token });
  const row = await itemRow(item);
  await db
    .insert(reports)
    .values({ id: newId(), producerId, itemId: row.id, timestamp: new Date(), kind: "other", text: "" });
  const hour = Math.floor(Date.now() / 3_600_000) * 3_600_000;
  const range = { from: hour - DAY_MS, before: hour + 3_600_000 };
  const requests: [string, JsonObject][] = [
    ["items.list", { filter: { search: item } }],
    ["search.find", { fragment: item }],
    ["scans.list", { filter: { item } }],
    // The page of a scan reads its item and the neighbouring scans.
    ["items.get", { identifier: item }],
    ["scans.neighbours", { id: scan }],
    ["stats.items", { range }],
    ["hooks.list", {}],
    ["reports.list", { filter: { item } }],
    ["contents.get", { id: image }],
  ];
  const calls = requests.map(async ([path, input]) => {
    const { value } = await callProcedure(path, input, { cookie: viewer.cookie });
    // Pages show the merged item.
    const shown = path === "items.get" ? z.object({ merged: z.unknown() }).parse(value).merged : value;
    return [
      path,
      JSON.stringify(shown)
        .match(/"(?:title|itemTitle)":"(?:Chronograph|Piece 7)"/g)
        ?.at(0),
    ];
  });
  expect(Object.fromEntries(await Promise.all(calls))).toEqual(
    Object.fromEntries(
      requests.map(([path]) => [
        path,
        `"${["scans.list", "scans.neighbours", "reports.list"].includes(path) ? "itemTitle" : "title"}":"Chronograph"`,
      ]),
    ),
  );
});

test("contents list the objects that name them", async () => {
  const id = newId();
  const { db } = runtime().database;
  const { producerId } = producer;
  await db
    .insert(contents)
    .values({ id, producerId, contentType: "image/png", size: 1, createdAt: new Date(BASE - DAY_MS) });
  const now = new Date();
  for (const [n, image] of [
    id,
    `contents/${id}`,
    `https://assay.test/api/v2/contents/${id}`,
    `x${id}`,
  ].entries()) {
    const identifier = `image-${n}`;
    await db.insert(identifiers).values({ identifier, producerId });
    await db
      .insert(items)
      .values({ identifier, producerId, image, createdAt: new Date(BASE - DAY_MS), updatedAt: now });
  }
  const { value } = await callProcedure("contents.get", { id }, { cookie: viewer.cookie });
  const { uses } = z
    .object({ uses: z.object({ items: z.array(z.object({ identifier: z.string() })), more: z.boolean() }) })
    .parse(value);
  expect(uses.items.map(({ identifier }) => identifier).sort()).toEqual(["image-0", "image-1", "image-2"]);
  expect(uses.more).toBe(false);
});
