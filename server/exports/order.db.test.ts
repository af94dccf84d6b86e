import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { contents } from "@/db/schema/contents";
import { groups } from "@/db/schema/groups";
import { sightings } from "@/db/schema/sightings";
import type { NewProducer } from "@/server/domain/producers/create";
import { markCode } from "@/server/domain/sightings/mark";
import { newId } from "@/server/platform/ids";
import { runtime } from "@/server/runtime/runtime";
import { ctxOf, newHook, newItem, newProducer, newScan } from "@/server/testing/factories";
import { sendTestEvent } from "@/server/webhooks/deliveries/send-test";
import { openTable } from "./open";
import { PAGE_ROWS } from "./pages";
import type { ExportedList } from "./schema";

// Holds decisions 0048 and 0053.

const COUNT = 2 * PAGE_ROWS + 100;
const BASE = Date.UTC(2026, 0, 1);

let producer: NewProducer;
const db = () => runtime().database.db;

/** The values of one column of an export, row by row. */
async function exported(wish: ExportedList, header: string, of = producer) {
  const { rows } = (await openTable(ctxOf(of), wish)).choose((one) => one === header);
  const values = [];
  for await (const [value] of rows) values.push(value);
  return values;
}

beforeAll(async () => {
  producer = await newProducer();
});

describe("items of several pages", () => {
  const name = (n: number) => `${producer.producerId} ${String((n * 7) % COUNT).padStart(4, "0")}`;
  const all = Array.from({ length: COUNT }, (_, n) => n);

  beforeAll(async () => {
    const { producerId } = producer;
    const rows = sql.raw(`(select n from generate_series(0, ${COUNT - 1}) n) many`);
    const identifier = sql`${producerId} || ' ' || lpad(((n * 7) % ${COUNT})::text, 4, '0')`;
    await db().execute(
      sql`insert into identifiers (identifier, producer_id) select ${identifier}, ${producerId}::uuid from ${rows}`,
    );
    await db().execute(sql`insert into items (identifier, producer_id, created_at, updated_at)
      select ${identifier}, ${producerId}::uuid, ${new Date(BASE).toISOString()}::timestamptz + n * interval '1 second',
        ${new Date(BASE).toISOString()}::timestamptz + interval '1 day' + ((n * 11) % ${COUNT}) * interval '1 second' from ${rows}`);
  });

  const of = (by: "created" | "updated" | "identifier" | "fakes", descending: boolean) =>
    exported({ list: "items", filter: {}, sort: { by, descending } }, "identifier");
  const byUpdate = (a: number, b: number) => ((a * 11) % COUNT) - ((b * 11) % COUNT);

  test("come in the order of their list, in both directions", async () => {
    const names = all.map(name);
    expect(await of("created", false)).toEqual(names);
    expect(await of("identifier", false)).toEqual(names.toSorted());
    expect(await of("identifier", true)).toEqual(names.toSorted().toReversed());
    expect(await of("updated", false)).toEqual(all.toSorted(byUpdate).map(name));
    // Items without fakes follow newest first.
    expect(await of("fakes", true)).toEqual(names.toReversed());
    expect(await exported({ list: "items", filter: {} }, "identifier")).toEqual(names.toReversed());
  });
});

describe("other lists come in their order", () => {
  test("groups, with those without a title at the end in both directions", async () => {
    const titles = ["b", null, "a"];
    for (const [n, title] of titles.entries()) {
      const at = new Date(BASE + n);
      await db()
        .insert(groups)
        .values({ id: newId(), producerId: producer.producerId, title, createdAt: at, updatedAt: at });
    }
    const of = (descending: boolean) =>
      exported({ list: "groups", filter: {}, sort: { by: "title", descending } }, "title");
    expect(await of(false)).toEqual(["a", "b", null]);
    expect(await of(true)).toEqual(["b", "a", null]);
  });

  test("files", async () => {
    for (const [name, size] of Object.entries({ large: 30, small: 1, middle: 20 }))
      await db().insert(contents).values({
        id: newId(),
        producerId: producer.producerId,
        contentType: "image/png",
        name,
        size,
        createdAt: new Date(),
      });
    const of = (by: "size" | "name") =>
      exported({ list: "files", filter: { kind: "image" }, sort: { by, descending: false } }, "name");
    expect(await of("size")).toEqual(["small", "middle", "large"]);
    expect(await of("name")).toEqual(["large", "middle", "small"]);
  });

  const oldestFirst = { by: "time", descending: false } as const;

  test("scans and unregistered codes", async () => {
    const identifier = await newItem(producer);
    const scans = [await newScan(identifier), await newScan(identifier)];
    expect(await exported({ list: "scans", filter: {}, sort: oldestFirst }, "id")).toEqual(scans);
    for (const n of [1, 2])
      await db()
        .insert(sightings)
        .values({
          id: newId(),
          producerId: producer.producerId,
          identifier: `made up ${n}`,
          timestamp: new Date(BASE + n),
          copyclassification: "unknown",
        });
    expect(await exported({ list: "sightings", filter: {}, sort: oldestFirst }, "identifier")).toEqual([
      "made up 1",
      "made up 2",
    ]);
  });

  test("unregistered codes of one status, as their list shows them", async () => {
    const own = await newProducer();
    for (const identifier of ["still open", "made light of"])
      await db()
        .insert(sightings)
        .values({
          id: newId(),
          producerId: own.producerId,
          identifier,
          timestamp: new Date(BASE),
          copyclassification: "unknown",
        });
    await markCode(ctxOf(own), { identifier: "made light of", mark: "dismissed" });
    const of = (mark: "open" | "dismissed" | "counterfeit") =>
      exported({ list: "sightings", filter: { mark } }, "identifier", own);
    expect(await of("open")).toEqual(["still open"]);
    expect(await of("dismissed")).toEqual(["made light of"]);
    expect(await of("counterfeit")).toEqual([]);
  });

  test("deliveries", async () => {
    const hook = await newHook(producer);
    const sent = [];
    for (let n = 0; n < 2; n++) sent.push(await sendTestEvent(ctxOf(producer), hook, "itemScanned"));
    expect(await exported({ list: "deliveries", filter: { hook }, sort: oldestFirst }, "id")).toEqual(sent);
    expect(await exported({ list: "deliveries", filter: { hook } }, "id")).toEqual(sent.toReversed());
  });
});
