import { and, eq, isNull, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { events } from "@/db/schema/events";
import { groups } from "@/db/schema/groups";
import { history } from "@/db/schema/history";
import { importRows, imports } from "@/db/schema/imports";
import { items } from "@/db/schema/items";
import { jobs } from "@/db/schema/jobs";
import { runningJobs } from "@/server/background/run-jobs";
import type { Ctx } from "@/server/core/ctx";
import { only } from "@/server/data/only";
import { createGroup } from "@/server/domain/groups/create";
import { createItem } from "@/server/domain/items/create";
import { invalidateItem } from "@/server/domain/items/invalidate";
import { runPass } from "@/server/loops/pass";
import { newId } from "@/server/platform/ids";
import { runtime } from "@/server/runtime/runtime";
import { post, problem } from "@/server/testing/api";
import { ctxOf, newContent, newHook, newProducer } from "@/server/testing/factories";
import { picture } from "@/server/testing/pictures";
import { untilWaitedFor } from "@/server/testing/waiting";
import { correctRow, discardImport, requestCheck, requestImport, setImport } from "./change";
import { deleteOldImports } from "./delete";
import { listRefusedRows, ownedImport } from "./read";
import { stageImport } from "./stage";

// Holds decision 0051.

const { database } = runtime();
const { db } = database;

async function* bytesOf(text: string) {
  yield Buffer.from(text);
}

const stage = (ctx: Ctx, text: string, kind: "items" | "groups" = "items") =>
  stageImport(ctx, database.copyClient, { kind, name: "file.csv" }, bytesOf(text));

/** Runs jobs until all have ended. */
async function finishJobs() {
  for (let n = 0; n < 200 && (await db.$count(jobs, isNull(jobs.endedAt))) > 0; n++)
    await runPass(runningJobs(), database);
}

async function run(ctx: Ctx, importId: string) {
  const { id } = await requestImport(ctx, { importId });
  await finishJobs();
  return only(await db.select().from(jobs).where(eq(jobs.id, id)));
}

const refusedOf = async (ctx: Ctx, id: string) => listRefusedRows(ctx, await ownedImport(ctx, id), 0);

test("rows of several parts become items in the order of the file, whatever characters their identifiers have", async () => {
  const ctx = ctxOf(await newProducer());
  const mark = newId();
  const odd = ["null", `a"b`, "c\\d", "{e,f}", "ü'", '"'].map((text) => `${mark}${text}`);
  const names = [...odd, ...Array.from({ length: 600 }, (_, n) => `${mark}-${(n * 7919) % 600}`)];
  const lines = [...names, `${mark}null`].map((name) => `"${name.replaceAll('"', '""')}"`);
  const { id, producerId } = await stage(ctx, `identifier\n${lines.join("\n")}\n`);
  expect((await run(ctx, id)).result).toMatchObject({ new: names.length, refused: 1 });
  const own = await db.select().from(items).where(eq(items.producerId, producerId)).orderBy(items.id);
  expect(own.map(({ identifier }) => identifier)).toEqual(names);
  expect((await refusedOf(ctx, id)).map(({ faults }) => faults)).toMatchObject([
    [{ reason: "duplicate", value: `${mark}null`, detail: "2" }],
  ]);
});

test("images are found by the names of the producer's image files", async () => {
  const producer = await newProducer();
  const ctx = ctxOf(producer);
  const bytes = await picture("png");
  const named = (name: string, of = producer) => newContent(of, "image/png", bytes, { name });
  const boot = await named("Boot.png");
  await named("twice.png");
  await named("twice.png");
  await newContent(producer, "text/plain", "notes", { name: "notes.txt" });
  await named("foreign.png", await newProducer());
  const ids = Array.from({ length: 6 }, newId);
  const names = ["Boot.png", "", "boot.png", "twice.png", "notes.txt", "foreign.png"];
  const file = `identifier,Bilddatei\n${ids.map((id, n) => `${id},${names[n]}\n`).join("")}`;
  const staged = await stage(ctx, file);
  expect(staged.mapping).toEqual(["identifier", "image file"]);
  expect(await run(ctx, staged.id)).toMatchObject({ result: { new: 2, refused: 4 } });
  const own = await db
    .select()
    .from(items)
    .where(eq(items.producerId, producer.producerId))
    .orderBy(items.id);
  expect(own.map(({ image }) => image)).toEqual([`contents/${boot}`, null]);
  const left = await refusedOf(ctx, staged.id);
  expect(left.map(({ faults }) => faults?.[0])).toMatchObject([
    { column: "Bilddatei", value: "boot.png", reason: "unknownFile" },
    { column: "Bilddatei", value: "twice.png", reason: "ambiguousFile" },
    { column: "Bilddatei", value: "notes.txt", reason: "unknownFile" },
    { column: "Bilddatei", value: "foreign.png", reason: "unknownFile" },
  ]);
  expect(await run(ctx, (await stage(ctx, file)).id)).toMatchObject({ result: { unchanged: 2 } });
  const groupsFile = `title,image file\nShoes,Boot.png\n`;
  expect(await run(ctx, (await stage(ctx, groupsFile, "groups")).id)).toMatchObject({ result: { new: 1 } });
  const both = await stage(ctx, `identifier,image,image file\n${newId()},a,b\n`);
  expect(both.mapping).toEqual(["identifier", "image", null]);
});

test("a file becomes items, each once with one history entry and one event; imported again it changes nothing", async () => {
  const producer = await newProducer();
  const ctx = ctxOf(producer);
  await newHook(producer, ["itemCreated", "itemAddedToGroup"]);
  const group = await createGroup(ctx, { title: "Autumn" });
  const prefix = newId();
  const rows = Array.from(
    { length: 1_200 },
    (_, n) => `${prefix}-${n},Item ${n},red,${n % 2 ? "Autumn" : ""}`,
  );
  const file = `Serial number,Name,data.colour,group\n${rows.join("\n")}\n`;
  const staged = await stage(ctx, file);
  expect(staged).toMatchObject({
    state: "open",
    rows: 1_200,
    mapping: ["identifier", "title", "data.colour", "group"],
  });

  await requestCheck(ctx, { importId: staged.id });
  await finishJobs();
  const check = await ownedImport(ctx, staged.id);
  expect(check.checkedAt).not.toBeNull();
  expect(await db.$count(items, eq(items.producerId, producer.producerId))).toBe(0);

  expect(await run(ctx, staged.id)).toMatchObject({
    state: "done",
    result: { new: 1_200, changed: 0, unchanged: 0, refused: 0 },
  });
  const own = eq(items.producerId, producer.producerId);
  expect(await db.$count(items, own)).toBe(1_200);
  expect(await db.$count(items, and(own, eq(items.groupId, group.id)))).toBe(600);
  const entries = await db
    .select({ action: history.action, count: sql<number>`count(*)::int` })
    .from(history)
    .innerJoin(items, eq(items.id, history.itemId))
    .where(own)
    .groupBy(history.action);
  expect(Object.fromEntries(entries.map(({ action, count }) => [action, count]))).toEqual({
    created: 1_200,
    addedToGroup: 600,
  });
  const emitted = await db
    .select({ type: events.type, count: sql<number>`count(*)::int` })
    .from(events)
    .where(eq(events.producerId, producer.producerId))
    .groupBy(events.type);
  expect(Object.fromEntries(emitted.map(({ type, count }) => [type, count]))).toEqual({
    itemCreated: 1_200,
    itemAddedToGroup: 600,
  });

  const again = await stage(ctx, file);
  expect(await run(ctx, again.id)).toMatchObject({
    result: { new: 0, changed: 0, unchanged: 1_200, refused: 0 },
  });
  expect(await db.$count(history)).toBeGreaterThanOrEqual(1_800);
  const [written] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(history)
    .innerJoin(items, eq(items.id, history.itemId))
    .where(own);
  expect(written?.count).toBe(1_800);
});

test("refused rows are corrected, and only they run again", async () => {
  const ctx = ctxOf(await newProducer());
  const [a, b, c] = [newId(), newId(), newId()];
  const file = `identifier,data.weight:number\n${a},12\n${b},heavy\n${a},13\n${c},4.00638E+12\n`;
  const staged = await stage(ctx, file);
  expect(await run(ctx, staged.id)).toMatchObject({ result: { new: 1, refused: 3 } });
  expect((await refusedOf(ctx, staged.id)).map(({ number, faults }) => [number, faults])).toEqual([
    [3, [{ column: "data.weight:number", value: "heavy", reason: "notANumber" }]],
    [4, [{ column: "identifier", value: a, reason: "duplicate", detail: "2" }]],
    [5, [{ column: "data.weight:number", value: "4.00638E+12", reason: "scientificNotation" }]],
  ]);
  await correctRow(ctx, { id: staged.id, row: 3, cells: [{ column: 1, text: "7.5" }] });
  await correctRow(ctx, { id: staged.id, row: 5, cells: [{ column: 1, text: "still wrong" }] });
  expect(await run(ctx, staged.id)).toMatchObject({ result: { new: 1, refused: 1 } });
  const [item] = await db.select().from(items).where(eq(items.identifier, b));
  expect(item?.data).toEqual({ weight: 7.5 });
  expect((await refusedOf(ctx, staged.id)).map(({ number }) => number)).toEqual([4, 5]);
  expect(await ownedImport(ctx, staged.id)).toMatchObject({ created: 2, changed: 0, unchanged: 0 });
});

test("modes: create only refuses changes of items, update only refuses new ones", async () => {
  const ctx = ctxOf(await newProducer());
  const [old, same, fresh] = [newId(), newId(), newId()];
  await createItem(ctx, { identifier: old, title: "old" });
  await createItem(ctx, { identifier: same, title: "new" });
  const file = `identifier,title\n${old},new\n${same},new\n${fresh},new\n`;
  for (const [mode, counts] of [
    ["create", { new: 1, changed: 0, unchanged: 1, refused: 1 }],
    ["update", { new: 0, changed: 1, unchanged: 2, refused: 0 }],
  ] as const) {
    const { id, mapping } = await stage(ctx, file);
    await setImport(ctx, { id, mode, mapping });
    expect(await run(ctx, id)).toMatchObject({ result: counts });
  }
  const { id, mapping } = await stage(ctx, `identifier,title\n${newId()},new\n`);
  await setImport(ctx, { id, mode: "update", mapping });
  expect(await run(ctx, id)).toMatchObject({ result: { new: 0, refused: 1 } });
});

test("an import refuses the same as a call, with the same words", async () => {
  const producer = await newProducer();
  const ctx = ctxOf(producer);
  const [foreign, invalidated] = [newId(), newId()];
  await createItem(ctxOf(await newProducer()), { identifier: foreign });
  await createItem(ctx, { identifier: invalidated });
  await invalidateItem(ctx, invalidated);
  const identifiers = [foreign, " x", "..", "a".repeat(201)];
  const staged = await stage(
    ctx,
    `identifier,title\n${identifiers.map((identifier) => `"${identifier}",x`).join("\n")}\n${invalidated},changed\n`,
  );
  await run(ctx, staged.id);
  const said = (await refusedOf(ctx, staged.id)).map(({ faults }) => faults?.map(({ detail }) => detail));
  const calls = [];
  for (const identifier of identifiers) {
    const { detail, errors } = problem(
      await post("/items", { identifier, title: "x" }, { token: producer.token }),
    );
    calls.push(errors?.map(({ message }) => message) ?? [detail]);
  }
  const { detail } = problem(
    await post(`/items/${invalidated}`, { title: "changed" }, { token: producer.token }),
  );
  expect(said).toEqual([...calls, [detail]]);
});

test("groups are created, found by id or title, and changed", async () => {
  const producer = await newProducer();
  const ctx = ctxOf(producer);
  const staged = await stage(ctx, "title,data.year:number\nSpring,2024\nSummer,2025\n", "groups");
  expect(await run(ctx, staged.id)).toMatchObject({ result: { new: 2 } });
  const again = await stage(ctx, "title,data.year:number\nSpring,2024\nSummer,2026\n", "groups");
  expect(await run(ctx, again.id)).toMatchObject({ result: { new: 0, changed: 1, unchanged: 1 } });
  const rows = await db.select().from(groups).where(eq(groups.producerId, producer.producerId));
  expect(rows.map(({ title, data }) => [title, data.year]).toSorted()).toEqual([
    ["Spring", 2024],
    ["Summer", 2026],
  ]);
});

test("a row that breaks its batch is refused alone, and imported as it is once it no longer does", async () => {
  const producer = await newProducer();
  const ctx = ctxOf(producer);
  const poison = newId();
  await db.execute(
    sql.raw(`create function refuse_import_poison() returns trigger language plpgsql as $$ begin
      if new.identifier = '${poison}' then raise 'poison'; end if; return new; end $$;
      create trigger import_poison before insert on items for each row execute function refuse_import_poison()`),
  );
  const rows = Array.from({ length: 700 }, (_, n) => (n === 432 ? poison : newId()));
  const staged = await stage(ctx, `identifier\n${rows.join("\n")}\n`);
  try {
    expect(await run(ctx, staged.id)).toMatchObject({ state: "done", result: { new: 699, refused: 1 } });
    expect((await refusedOf(ctx, staged.id)).map(({ number, faults }) => [number, faults])).toEqual([
      [434, [{ reason: "internal" }]],
    ]);
  } finally {
    await db.execute(sql`drop function refuse_import_poison cascade`);
  }
  await correctRow(ctx, { id: staged.id, row: 434, cells: [] });
  expect(await run(ctx, staged.id)).toMatchObject({ state: "done", result: { new: 1, refused: 0 } });
  expect(await refusedOf(ctx, staged.id)).toEqual([]);
});

test("an unreadable file leaves nothing, and neither does a discarded or an old import", async () => {
  const producer = await newProducer();
  const ctx = ctxOf(producer);
  const of = eq(imports.producerId, producer.producerId);
  await expect(stage(ctx, 'identifier\n"unclosed')).rejects.toMatchObject({ code: "file-unreadable" });
  expect(await db.$count(imports, of)).toBe(0);
  const [discarded, old, kept] = [
    await stage(ctx, "identifier\na\n"),
    await stage(ctx, "identifier\na\n"),
    await stage(ctx, "identifier\na\n"),
  ];
  await discardImport(ctx, discarded.id);
  await expect(ownedImport(ctx, discarded.id)).rejects.toMatchObject({ code: "import-not-found" });
  await db
    .update(imports)
    .set({ updatedAt: new Date(0) })
    .where(eq(imports.id, old.id));
  await deleteOldImports(ctx);
  expect(await db.select({ id: imports.id }).from(imports).where(of)).toEqual([{ id: kept.id }]);
  expect(await db.$count(importRows, eq(importRows.importId, old.id))).toBe(0);
});

test("an old import that is used again while old ones are deleted keeps its rows", async () => {
  const ctx = ctxOf(await newProducer());
  const { id } = await stage(ctx, "identifier\na\n");
  await db
    .update(imports)
    .set({ updatedAt: new Date(0) })
    .where(eq(imports.id, id));
  const deleting = await db.transaction(async (tx) => {
    await tx.update(imports).set({ updatedAt: new Date() }).where(eq(imports.id, id));
    const work = deleteOldImports(ctx);
    await untilWaitedFor(tx);
    return { work };
  });
  await deleting.work;
  expect(await db.$count(imports, eq(imports.id, id))).toBe(1);
  expect(await db.$count(importRows, eq(importRows.importId, id))).toBe(1);
});
