import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import type { Role } from "@/db/schema/memberships";
import type { Ctx } from "@/server/core/ctx";
import type { NewProducer } from "@/server/domain/producers/create";
import { newId } from "@/server/platform/ids";
import { runtime } from "@/server/runtime/runtime";
import { newGroup, newItem, newProducer, newScan } from "@/server/testing/factories";
import { ctxOfMember, newMember } from "@/server/testing/people";
import { casesOf } from "./cases-of";
import { changeCases, moveCases, updateCase } from "./change";
import { figuresOfCases } from "./figures";
import { addPerson, changePerson, removePerson } from "./involve";
import { linkToCase, unlinkFromCase } from "./link";
import { codesOfCase, itemsOfCase, reportsOfCase, scansOfCase } from "./linked";
import { listCases, tagsOfCases, totalOfCases } from "./list";
import { eraseNote, noteOnCase } from "./note";
import { openCase } from "./open";
import { placesOfCase } from "./places";
import { fieldsOf, getCase, ownedCase, versionOfCase } from "./read";
import { CaseFilter, MAX, NEXT, NewCase, STATES } from "./schema";
import { prefixOf, suggestionsFor } from "./suggestions";
import { timelineOf } from "./timeline";

// Holds decision 0082.

type Member = Ctx & { personId: string };

async function memberOf(producer: NewProducer, role: Role): Promise<Member> {
  const person = await newMember(producer, role, { name: "Test person" });
  return { ...ctxOfMember(producer, person), personId: person.id };
}

let producer: NewProducer;
let ctx: Member;
let stranger: Member;
beforeEach(async () => {
  producer = await newProducer();
  ctx = await memberOf(producer, "editor");
  stranger = await memberOf(await newProducer(), "editor");
});

const { db } = runtime().database;
const FIRST = { cursor: undefined, limit: 50 };
const refusal = (code: string) => expect.objectContaining({ code });
const open = (title: string, fields: Partial<NewCase> = {}) =>
  openCase(ctx, NewCase.parse({ title, ...fields }));
const filterOf = (filter: object) => CaseFilter.parse(filter);
const titlesOf = async (filter: object, sort?: { by: "updated" | "number"; descending: boolean }) =>
  (await listCases(ctx, filterOf(filter), { ...FIRST, sort })).entries.map(({ title }) => title);
const kindsOf = async (id: string) => (await timelineOf(ctx, id, FIRST)).entries.map(({ kind }) => kind);

async function newSighting(identifier: string, fields: { device?: string; at?: [number, number] } = {}) {
  const id = newId();
  await db.execute(sql`
    insert into sightings (id, identifier, timestamp, copyclassification, country, device, latitude, longitude, producer_id)
    values (${id}, ${identifier}, now(), 'unknown', 'NL', ${fields.device ?? null}, ${fields.at?.[0] ?? null},
      ${fields.at?.[1] ?? null}, ${producer.producerId})`);
  return id;
}

async function newReport(code: string, sellerUrl: string | null = null) {
  const id = newId();
  await db.execute(sql`
    insert into reports (id, code, producer_id, timestamp, kind, text, seller_url)
    values (${id}, ${code}, ${producer.producerId}, now(), 'seller', 'Market stall', ${sellerUrl})`);
  return id;
}

/** A scan with the given columns. */
async function scanOf(
  item: string,
  fields: { verdict?: string; device?: string; at?: [number, number] } = {},
) {
  const scan = await newScan(item, { copyclassification: fields.verdict ?? "fake" });
  await db.execute(sql`
    update scans set device = ${fields.device ?? null}, latitude = ${fields.at?.[0] ?? null}, longitude = ${fields.at?.[1] ?? null}
    where id = ${scan}`);
  return scan;
}

describe("opening", () => {
  test("cases are numbered by producer, without a gap or a pair, however many open at once", async () => {
    const numbers = await Promise.all(
      Array.from({ length: 8 }, (_, i) => open(`Case ${i}`).then(({ number }) => number)),
    );
    expect(numbers.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    const other = await openCase(stranger, NewCase.parse({ title: "Theirs" }));
    expect(other.number).toBe(1);
  });

  test("a case opens with what belongs to it, or not at all", async () => {
    const item = await newItem(producer);
    const scan = await newScan(item);
    const { id } = await open("Rotterdam handbags", {
      links: [
        { kind: "scan", refs: [scan] },
        { kind: "item", refs: [item] },
      ],
    });
    expect(await getCase(ctx, id)).toMatchObject({
      title: "Rotterdam handbags",
      state: "new",
      links: { scan: 1, item: 1, code: 0, report: 0, alert: 0 },
    });
    await expect(open("Of others", { links: [{ kind: "scan", refs: [newId()] }] })).rejects.toEqual(
      refusal("link-not-found"),
    );
    expect(await titlesOf({})).toEqual(["Rotterdam handbags"]);
  });

  test("400: an owner who is no member", async () => {
    await expect(open("Mine", { ownerId: stranger.personId })).rejects.toEqual(refusal("not-a-member"));
    expect((await open("Mine", { ownerId: ctx.personId })).ownerId).toBe(ctx.personId);
  });
});

describe("whose case", () => {
  test("404: every verb on another producer's case, and on nonsense", async () => {
    const { id } = await open("Mine");
    const verbs = (one: Ctx, of: string) => [
      () => getCase(one, of),
      () => timelineOf(one, of, FIRST),
      () => scansOfCase(one, of, FIRST),
      () => placesOfCase(one, of),
      () => suggestionsFor(one, of),
      () => moveCases(one, [of], "confirmed", ""),
      () => changeCases(one, [of], { dueOn: null }),
      () => noteOnCase(one, of, { text: "Hello", mentions: [] }),
      () => eraseNote(one, of, 1),
      () => linkToCase(one, of, { kind: "code", refs: ["X"] }),
      () => unlinkFromCase(one, of, { kind: "code", linkIds: [1] }),
      () => addPerson(one, of, { role: "seller", name: "Sam", contact: "", note: "" }),
      () => removePerson(one, of, newId()),
    ];
    for (const verb of [...verbs(stranger, id), ...verbs(ctx, newId())])
      await expect(verb()).rejects.toEqual(refusal("case-not-found"));
    expect(await listCases(stranger, filterOf({}), FIRST)).toEqual({ entries: [], nextCursor: null });
    expect(await kindsOf(id)).toEqual(["opened"]);
  });

  test("404: nothing of another producer can be linked, and nothing of it is said", async () => {
    const { id } = await open("Mine");
    const item = await newItem(await newProducer());
    const scan = await newScan(item);
    const mine = await newScan(await newItem(producer));
    for (const links of [
      { kind: "scan" as const, refs: [scan] },
      { kind: "scan" as const, refs: [mine, scan] },
      { kind: "item" as const, refs: [item] },
      { kind: "code" as const, refs: ["never scanned"] },
      { kind: "report" as const, refs: [newId()] },
      { kind: "alert" as const, refs: ["nonsense"] },
    ])
      await expect(linkToCase(ctx, id, links)).rejects.toEqual(refusal("link-not-found"));
    expect((await getCase(ctx, id)).links.scan).toBe(0);
  });
});

describe("states", () => {
  test.each(STATES)("from %s only the states that may follow", async (from) => {
    const path = {
      new: [],
      investigating: ["investigating"],
      confirmed: ["confirmed"],
      dismissed: ["dismissed"],
      handedOver: ["confirmed", "handedOver"],
      closed: ["confirmed", "closed"],
    } as const;
    for (const to of STATES) {
      const { id } = await open(`${from} to ${to}`);
      for (const step of path[from]) await moveCases(ctx, [id], step, "");
      const move = moveCases(ctx, [id], to, "Because");
      if (to === from || NEXT[from].includes(to)) await expect(move).resolves.toBeUndefined();
      else await expect(move).rejects.toEqual(refusal("case-moved-on"));
    }
  });

  test("a decision has its time, which ends when the case is reopened; the timeline keeps the reasons", async () => {
    const { id } = await open("Handbags");
    await moveCases(ctx, [id], "confirmed", "Seams are wrong");
    expect((await getCase(ctx, id)).decidedAt).toEqual(expect.any(Date));
    await moveCases(ctx, [id], "closed", "");
    expect((await getCase(ctx, id)).closedAt).toEqual(expect.any(Date));
    await moveCases(ctx, [id], "investigating", "New evidence");
    expect(await getCase(ctx, id)).toMatchObject({ decidedAt: null, closedAt: null });
    const [last] = (await timelineOf(ctx, id, FIRST)).entries;
    expect(last).toMatchObject({
      kind: "moved",
      by: "Test person",
      text: "New evidence",
      changes: [{ path: "/state", from: "closed", to: "investigating" }],
    });
  });

  test("many cases move together or not at all", async () => {
    const [one, two] = [await open("One"), await open("Two")];
    await moveCases(ctx, [two.id], "dismissed", "");
    await expect(changeCases(ctx, [one.id, two.id], { state: "confirmed" })).rejects.toEqual(
      refusal("cases-cannot-become"),
    );
    expect((await getCase(ctx, one.id)).state).toBe("new");
    await changeCases(ctx, [one.id, two.id], {
      state: "investigating",
      ownerId: ctx.personId,
      addTags: ["eu"],
    });
    for (const { id } of [one, two])
      expect(await getCase(ctx, id)).toMatchObject({
        state: "investigating",
        owner: "Test person",
        tags: ["eu"],
      });
  });
});

describe("changing", () => {
  test("a stale save is refused, and each change is told with what it was", async () => {
    const found = await open("Handbags");
    const version = versionOfCase(found);
    await updateCase(ctx, found.id, { ...fieldsOf(found), title: "Bags", ownerId: ctx.personId }, version);
    await expect(updateCase(ctx, found.id, fieldsOf(found), version)).rejects.toEqual(
      refusal("changed-meanwhile"),
    );
    const [last] = (await timelineOf(ctx, found.id, FIRST)).entries;
    expect(last?.changes).toEqual([
      { path: "/title", from: "Handbags", to: "Bags" },
      { path: "/owner", from: null, to: "Test person" },
    ]);
  });
});

test("personal data in summaries and reasons can be erased: no copy of them stays", async () => {
  const found = await open("Handbags", { summary: "Jane Doe, 5 Elm Street" });
  await updateCase(ctx, found.id, { ...fieldsOf(found), summary: "" });
  await moveCases(ctx, [found.id], "confirmed", "Given to Jane Doe");
  const [moved] = (await timelineOf(ctx, found.id, FIRST)).entries;
  await eraseNote(ctx, found.id, moved?.id ?? 0);
  for (const table of ["cases", "case_entries", "audit_events", "events"]) {
    const rows = await db.execute(sql`select to_jsonb(r)::text as row from ${sql.raw(table)} r`);
    expect(JSON.stringify(rows), table).not.toContain("Jane Doe");
  }
  expect(
    (await timelineOf(ctx, found.id, FIRST)).entries.map(({ kind, changes }) => [kind, changes]),
  ).toContainEqual(["changed", [{ path: "/summary" }]]);
});

describe("links", () => {
  test("each thing is in a case once, however often it is added, and leaves by its link", async () => {
    const item = await newItem(producer);
    const scans = [await newScan(item), await newScan(item)];
    const { id } = await open("Handbags");
    expect(await linkToCase(ctx, id, { kind: "scan", refs: [...scans, ...scans] })).toEqual({ added: 2 });
    expect(await linkToCase(ctx, id, { kind: "scan", refs: scans })).toEqual({ added: 0 });
    expect(await casesOf(ctx, "scan", scans[0] ?? "")).toMatchObject([{ id, number: 1, title: "Handbags" }]);
    expect(await casesOf(stranger, "scan", scans[0] ?? "")).toEqual([]);
    const [newest] = (await scansOfCase(ctx, id, FIRST)).entries;
    expect(await unlinkFromCase(ctx, id, { kind: "scan", linkIds: [newest?.id ?? 0] })).toEqual({
      removed: 1,
    });
    expect((await getCase(ctx, id)).links.scan).toBe(1);
    expect(await kindsOf(id)).toEqual(["unlinked", "linked", "opened"]);
  });

  test("unregistered codes and reports come with what is known of them", async () => {
    await newSighting("ROT-1");
    await newSighting("ROT-1");
    const report = await newReport("ROT-2");
    const item = await newItem(producer, { title: "Bag" });
    const { id } = await open("Handbags");
    await linkToCase(ctx, id, { kind: "code", refs: ["ROT-1", "ROT-2"] });
    await linkToCase(ctx, id, { kind: "report", refs: [report] });
    await linkToCase(ctx, id, { kind: "item", refs: [item] });
    expect((await codesOfCase(ctx, id, FIRST)).entries).toMatchObject([
      { code: "ROT-2", sightings: 0, lastSeen: null },
      { code: "ROT-1", sightings: 2, countries: ["NL"] },
    ]);
    expect((await reportsOfCase(ctx, id, FIRST)).entries).toMatchObject([
      { reportId: report, identifier: "ROT-2", text: "Market stall" },
    ]);
    expect((await itemsOfCase(ctx, id, FIRST)).entries).toMatchObject([{ identifier: item, title: "Bag" }]);
    expect(await casesOf(ctx, "code", "ROT-1")).toMatchObject([{ id }]);
    expect(await casesOf(ctx, "item", item)).toMatchObject([{ id }]);
  });

  test("pages follow each other", async () => {
    const { id } = await open("Handbags");
    const codes = Array.from({ length: 5 }, (_, i) => `ROT-${i}`);
    for (const code of codes) await newSighting(code);
    await linkToCase(ctx, id, { kind: "code", refs: codes });
    const first = await codesOfCase(ctx, id, { cursor: undefined, limit: 3 });
    expect(first.entries).toHaveLength(3);
    const cursor = { at: new Date(0), id: String(first.entries[2]?.id) };
    const second = await codesOfCase(ctx, id, { cursor, limit: 3 });
    expect([...first.entries, ...second.entries].map(({ code }) => code).toSorted()).toEqual(codes);
  });
});

describe("notes and people", () => {
  test("a note mentions members alone; an erased one says nothing more, and can no longer change", async () => {
    const { id } = await open("Handbags");
    await expect(noteOnCase(ctx, id, { text: "Hi", mentions: [stranger.personId] })).rejects.toEqual(
      refusal("not-a-member"),
    );
    await expect(noteOnCase(ctx, id, { text: "", mentions: [] })).rejects.toEqual(refusal("note-empty"));
    await noteOnCase(ctx, id, { text: "Ask Sam of Kade 3", mentions: [ctx.personId] });
    const [note] = (await timelineOf(ctx, id, FIRST)).entries;
    expect(note).toMatchObject({ text: "Ask Sam of Kade 3", mentions: ["Test person"], isErased: false });
    await eraseNote(ctx, id, note?.id ?? 0);
    await eraseNote(ctx, id, note?.id ?? 0);
    await expect(eraseNote(ctx, id, 1)).rejects.toEqual(refusal("note-not-found"));
    expect((await timelineOf(ctx, id, FIRST)).entries[0]).toMatchObject({ text: null, isErased: true });
    const entry = sql`case_entries where case_id = ${id}`;
    await expect(db.execute(sql`delete from ${entry}`)).rejects.toThrow();
    await expect(
      db.execute(sql`update case_entries set text = 'other' where case_id = ${id}`),
    ).rejects.toThrow();
    expect(await kindsOf(id)).toEqual(["noted", "opened"]);
  });

  test("two members who edit different fields of a person keep each other's changes", async () => {
    const { id } = await open("Handbags");
    const person = { role: "seller" as const, name: "Sam Sellers", contact: "", note: "" };
    const { id: personId } = await addPerson(ctx, id, person);
    await changePerson(ctx, id, personId, { contact: "Kade 3" });
    await changePerson(ctx, id, personId, { note: "Sells on Sundays" });
    expect((await getCase(ctx, id)).people).toMatchObject([
      { ...person, contact: "Kade 3", note: "Sells on Sundays" },
    ]);
  });

  test("what a case says about a person goes with the person, also from its timeline", async () => {
    const { id } = await open("Handbags");
    const person = { role: "seller" as const, name: "Sam Sellers", contact: "Kade 3", note: "" };
    const { id: personId } = await addPerson(ctx, id, person);
    await changePerson(ctx, id, personId, { role: "witness" });
    expect((await getCase(ctx, id)).people).toMatchObject([{ name: "Sam Sellers", role: "witness" }]);
    await removePerson(ctx, id, personId);
    await expect(removePerson(ctx, id, personId)).rejects.toEqual(refusal("case-person-not-found"));
    expect((await getCase(ctx, id)).people).toEqual([]);
    const entries = await db.execute(sql`select changes::text, text from case_entries where case_id = ${id}`);
    expect(JSON.stringify(entries)).not.toContain("Sam");
  });
});

describe("the list", () => {
  test("filters by status, owner, tag, day and text, and counts as it lists", async () => {
    await open("Handbags of Rotterdam", { tags: ["EU", "bags"], ownerId: ctx.personId });
    const watches = await open("Watches", { dueOn: "2020-01-01", summary: "Seen at a harbour" });
    await noteOnCase(ctx, watches.id, { text: "@Test person", mentions: [ctx.personId] });
    const { id } = await open("Belts");
    await moveCases(ctx, [id], "dismissed", "");
    const both = ["Watches", "Handbags of Rotterdam"];
    for (const [filter, titles] of [
      [{}, ["Belts", ...both]],
      [{ state: "open" }, both],
      [{ state: { is: ["dismissed", "closed"] } }, ["Belts"]],
      [{ state: { isNot: ["open"] } }, ["Belts"]],
      [{ owner: ctx.personId }, ["Handbags of Rotterdam"]],
      [{ owner: "none" }, ["Belts", "Watches"]],
      [{ tag: "eu" }, ["Handbags of Rotterdam"]],
      [{ dueBefore: "2020-01-02" }, ["Watches"]],
      [{ dueBefore: "2020-01-01" }, []],
      [{ search: "rotter" }, ["Handbags of Rotterdam"]],
      [{ search: "HARBOUR" }, ["Watches"]],
      [{ search: "bags" }, ["Handbags of Rotterdam"]],
      [{ search: "#3" }, ["Belts"]],
      [{ search: "%" }, []],
      [{ mentionsMe: true }, ["Watches"]],
    ] as const) {
      expect(await titlesOf(filter)).toEqual(titles);
      expect(await totalOfCases(ctx, filterOf(filter))).toEqual({ count: titles.length, isExact: true });
    }
    expect(await titlesOf({}, { by: "number", descending: false })).toEqual([
      "Handbags of Rotterdam",
      "Watches",
      "Belts",
    ]);
    expect(await tagsOfCases(ctx)).toEqual(["bags", "eu"]);
  });
});

describe("figures", () => {
  test("cases, decisions and the retail value of their items, each item once", async () => {
    const bags = await newGroup(producer, { title: "Bags", data: { retailPrice: "1290.00 EUR" } });
    const [one, two, three] = [
      await newItem(producer, { data: { retailPrice: { amount: 300, currency: "USD" } } }),
      await newItem(producer),
      await newItem(producer, { data: { retailPrice: "cheap" } }),
    ];
    await db.execute(sql`update items set group_id = ${bags} where identifier = ${two}`);
    const scans = [await newScan(two), await newScan(two), await newScan(one), await newScan(three)];
    const confirmed = await open("Bags", {
      links: [
        { kind: "scan", refs: scans },
        { kind: "item", refs: [two] },
      ],
    });
    await moveCases(ctx, [confirmed.id], "confirmed", "");
    await open("Late", { dueOn: "2020-01-01", links: [{ kind: "item", refs: [one] }] });
    const value = [
      { currency: "EUR", amount: 1290 },
      { currency: "USD", amount: 300 },
    ];
    expect(await figuresOfCases(ctx, { from: Date.now() - 60_000, today: "2020-01-02" })).toMatchObject({
      open: 2,
      overdue: 1,
      opened: 2,
      confirmed: 1,
      dismissed: 0,
      msToDecision: expect.any(Number),
      value,
    });
    expect((await getCase(ctx, confirmed.id)).value).toEqual(value);
    expect(await figuresOfCases(stranger, { from: 0, today: "2020-01-02" })).toMatchObject({
      open: 0,
      value: [],
      msToDecision: null,
    });
  });
});

describe("suggestions and places", () => {
  test("what shares a device, an item, a place or the beginning of a code, for its strongest reason, and not what is in it", async () => {
    const [bag, belt, far] = [await newItem(producer), await newItem(producer), await newItem(producer)];
    const linked = await scanOf(bag, { device: "device-1", at: [51.92, 4.48] });
    const sameDevice = await scanOf(belt, { device: "device-1", verdict: "original" });
    const sameItem = await scanOf(bag, {});
    const nearby = await scanOf(far, { at: [51.95, 4.5] });
    await scanOf(far, { at: [48.1, 11.5] });
    for (const code of ["ROT-2026-0001", "ROT-2026-0002", "MUN-2026-0001"])
      await newSighting(code, { at: [51.9, 4.4] });
    const { id } = await open("Handbags", {
      links: [
        { kind: "scan", refs: [linked] },
        { kind: "code", refs: ["ROT-2026-0001"] },
      ],
    });
    const { device, item, place, code } = await suggestionsFor(ctx, id);
    expect([device, item, place].map((scans) => scans.map((scan) => scan.id))).toEqual([
      [sameDevice],
      [sameItem],
      [nearby],
    ]);
    expect(code).toMatchObject([{ code: "ROT-2026-0002", sightings: 1 }]);
    const { cells } = await placesOfCase(ctx, id);
    expect(cells.map(({ fake, unknown }) => ({ fake, unknown }))).toEqual(
      expect.arrayContaining([
        { fake: 1, unknown: 0 },
        { fake: 0, unknown: 1 },
      ]),
    );
  });

  test("a code that is scanned all the time hides no other that begins alike", async () => {
    await db.execute(sql`
      insert into sightings (id, identifier, timestamp, copyclassification, producer_id)
      select new_id(), 'ROT-2026-0001', now(), 'unknown', ${producer.producerId} from generate_series(1, 3000)`);
    for (const code of ["ROT-2026-0002", "ROT-2026-0003"]) await newSighting(code);
    const { id } = await open("Handbags", { links: [{ kind: "code", refs: ["ROT-2026-0002"] }] });
    const codes = (await suggestionsFor(ctx, id)).code.map(({ code }) => code).toSorted();
    expect(codes).toEqual(["ROT-2026-0001", "ROT-2026-0003"]);
  });

  test("other reports of the same web shop", async () => {
    const linked = await newReport("ROT-1", "https://Bags.example/luna?a=1");
    const same = await newReport("ROT-2", "http://bags.example:8080/atlas");
    await newReport("ROT-3", "https://other.example/bags.example");
    await newReport("ROT-4");
    const { id } = await open("Handbags", { links: [{ kind: "report", refs: [linked] }] });
    expect((await suggestionsFor(ctx, id)).seller).toMatchObject([
      { id: same, identifier: "ROT-2", host: "bags.example", text: "Market stall" },
    ]);
  });

  test("the beginning of a code is long enough to mean something", () => {
    expect(prefixOf("ROT-2026-0001")).toBe("ROT-202");
    expect(prefixOf("ABC")).toBeUndefined();
  });

  test("an empty case has nothing to compare", async () => {
    const { id } = await open("Empty");
    expect(await suggestionsFor(ctx, id)).toEqual({ device: [], item: [], place: [], seller: [], code: [] });
  });
});

test("a case holds at most 10,000 links", async () => {
  const { id } = await open("Large");
  await db.execute(sql`
    insert into case_links (case_id, producer_id, kind, code, added_at, added_by)
    select ${id}, ${producer.producerId}, 'code', 'c' || n, now(), 'Test' from generate_series(1, ${MAX.links}) n`);
  await newSighting("one more");
  await expect(linkToCase(ctx, id, { kind: "code", refs: ["one more"] })).rejects.toEqual(
    refusal("too-many-links"),
  );
  expect((await ownedCase(ctx, id)).number).toBe(1);
});
