import { eq, inArray, isNotNull } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "@/db/json";
import { contents } from "@/db/schema/contents";
import { groups } from "@/db/schema/groups";
import { identifiers } from "@/db/schema/identifiers";
import { items } from "@/db/schema/items";
import { runningJobs } from "@/server/background/run-jobs";
import { runPass } from "@/server/loops/pass";
import { runtime } from "@/server/runtime/runtime";
import { envelope, get, post, problem } from "@/server/testing/api";
import { itemRow, keptBlobs, newContent, newGroup, newItem, newProducer } from "@/server/testing/factories";
import { picture } from "@/server/testing/pictures";

// Holds decision 0049.

const { db } = runtime().database;

async function newWorld() {
  const producer = await newProducer();
  return { producer, token: producer.token, item: await newItem(producer, { title: "Boot" }) };
}

type World = Awaited<ReturnType<typeof newWorld>>;

const ask = (kind: string, input: JsonObject, { token }: World) => post("/jobs", { kind, input }, { token });

const change = (change: JsonObject, world: World, selection: JsonObject = { identifiers: [world.item] }) =>
  ask("itemChange", { selection, change }, world);

describe("itemChange", () => {
  test("200: each action changes its items at once", async () => {
    const world = await newWorld();
    const groupId = await newGroup(world.producer, { title: "Shoes" });
    const changes: [JsonObject, JsonObject][] = [
      [{ action: "addToGroup", groupId }, { groupId }],
      [{ action: "removeFromGroup", groupId }, { groupId: null }],
      [{ action: "setTitle", title: "Shoe" }, { title: "Shoe" }],
      [{ action: "setImage", image: null }, {}],
      [{ action: "setData", key: "size", value: 42 }, { data: { size: 42 } }],
      [{ action: "setData", key: "size" }, { data: {} }],
    ];
    for (const [input, expected] of changes) {
      const answer = await change(input, world);
      expect(answer.status).toBe(200);
      expect(envelope(answer).data).toMatchObject({ kind: "itemChange", state: "done", done: 1, total: 1 });
      expect(await itemRow(world.item)).toMatchObject(expected);
    }
    expect(envelope(await change({ action: "invalidate", reason: "Stolen" }, world)).data).toMatchObject({
      name: "Stolen",
      result: { changed: 1, unchanged: 0 },
    });
    const refused = {
      refused: { "item-invalidated": 1 },
      refusals: [{ id: world.item, code: "item-invalidated" }],
    };
    const deletion = envelope(await change({ action: "delete" }, world));
    expect(deletion.data).toMatchObject({ result: { changed: 0, ...refused } });
    const { data } = envelope(await get(`/jobs/${deletion.id}`, { token: world.token }));
    expect(data).toMatchObject({ result: refused });
  });

  test("200: an undo restores the items", async () => {
    const world = await newWorld();
    const { id } = envelope(
      await change({ action: "setTitle", title: "Shoe" }, world, { filter: { search: world.item } }),
    );
    const undo = envelope(await ask("itemChangeUndo", { jobId: id }, world));
    expect(undo.data).toMatchObject({ kind: "itemChangeUndo", state: "done", result: { changed: 1 } });
    expect((await itemRow(world.item)).title).toBe("Boot");
    const again = await ask("itemChangeUndo", { jobId: id }, world);
    expect([again.status, problem(again).code]).toEqual([409, "nothing-to-undo"]);
  });

  test("400: no selection, an unknown filter, too many identifiers, an unknown action or a long change", async () => {
    const world = await newWorld();
    const title = { action: "setTitle", title: "Shoe" };
    for (const [input, selection] of [
      [title, {}],
      [title, { identifiers: [] }],
      [title, { filter: { grup: "none" } }],
      [title, { identifiers: Array.from({ length: 1_001 }, (_, n) => `item ${n}`) }],
      [{ action: "explode" }, undefined],
      [{ action: "invalidate", reason: " " }, undefined],
      [{ action: "setData", key: "k", value: "x".repeat(20_000) }, undefined],
    ] satisfies [JsonObject, JsonObject | undefined][])
      expect((await change(input, world, selection)).status).toBe(400);
    expect((await itemRow(world.item)).title).toBe("Boot");
  });

  test("403: another producer's group or job; 404: absent ones", async () => {
    const [world, other] = [await newWorld(), await newWorld()];
    const group = await newGroup(other.producer);
    expect((await change({ action: "addToGroup", groupId: group }, world)).status).toBe(403);
    expect((await change({ action: "addToGroup", groupId: "nothing" }, world)).status).toBe(404);
    const { id } = envelope(await change({ action: "setTitle", title: "Shoe" }, other));
    expect((await ask("itemChangeUndo", { jobId: id }, world)).status).toBe(403);
    expect((await ask("itemChangeUndo", { jobId: "nothing" }, world)).status).toBe(404);
  });
});

describe("groupsDeletion", () => {
  const groupOf = async (item: string) => (await itemRow(item)).groupId;

  test("200: groups are deleted and their items kept; another producer's group is left and counted", async () => {
    const world = await newWorld();
    const [full, empty] = [
      await newGroup(world.producer, { title: "Shoes" }),
      await newGroup(world.producer),
    ];
    await change({ action: "addToGroup", groupId: full }, world);
    const foreign = await newGroup((await newWorld()).producer);
    const job = envelope(
      await ask("groupsDeletion", { selection: { ids: [full, empty, foreign, full] } }, world),
    );
    expect(job.data).toMatchObject({
      state: "done",
      done: 3,
      total: 3,
      result: { deleted: 2, refused: { "group-not-found": 1 } },
    });
    expect(await groupOf(world.item)).toBeNull();
    expect(await db.$count(groups, inArray(groups.id, [full, empty, foreign]))).toBe(1);
    const history = await get(`/items/${world.item}/history`, { token: world.token });
    expect(JSON.stringify(history.body)).toContain("deletedFromGroup");
  });

  test("200: a filter selects all groups that match when it is asked", async () => {
    const world = await newWorld();
    const { producerId } = world.producer;
    const [old, other] = [
      await newGroup(world.producer, { title: "Old shoes" }),
      await newGroup(world.producer, { title: "Bags" }),
    ];
    // Groups of the moment of the request do not match.
    const at = new Date(Date.now() - 1_000);
    await db.update(groups).set({ createdAt: at }).where(eq(groups.producerId, producerId));
    const job = envelope(await ask("groupsDeletion", { selection: { filter: { search: "shoes" } } }, world));
    expect(job.data).toMatchObject({ state: "done", total: 1, result: { deleted: 1 } });
    const { token } = world;
    expect((await get(`/groups/${old}`, { token })).status).toBe(404);
    expect((await get(`/groups/${other}`, { token })).status).toBe(200);
  });

  test.each([["ids"], ["a filter"]])(
    "a large group among those of %s loses its items in several batches, and all are deleted once",
    async (by) => {
      const world = await newWorld();
      const { producerId } = world.producer;
      const ids: string[] = [];
      for (let n = 0; n < 3; n++) ids.push(await newGroup(world.producer, { title: `Batch ${n}` }));
      const at = new Date(Date.now() - 1_000);
      await db.update(groups).set({ createdAt: at }).where(eq(groups.producerId, producerId));
      const names = Array.from({ length: 700 }, (_, n) => `${ids[1]}-${n}`);
      await db.insert(identifiers).values(names.map((identifier) => ({ identifier, producerId })));
      await db.insert(items).values(
        names.map((identifier) => ({
          identifier,
          producerId,
          groupId: ids[1],
          createdAt: at,
          updatedAt: at,
        })),
      );
      const selection = by === "ids" ? { ids } : { filter: { search: "batch" } };
      const { id, data } = envelope(await ask("groupsDeletion", { selection }, world));
      expect(data).toMatchObject({ state: "running", total: 3 });
      await runPass(runningJobs(), runtime().database);
      const ended = envelope(await get(`/jobs/${id}`, { token: world.token }));
      expect(ended.data).toMatchObject({ state: "done", done: 3, result: { deleted: 3 } });
      expect(await db.$count(groups, eq(groups.producerId, producerId))).toBe(0);
      expect(await db.$count(items, isNotNull(items.groupId))).toBe(0);
    },
  );
});

describe("fileDeletion", () => {
  test("200: unused files are deleted with their bytes; used ones and other producers' are left and counted", async () => {
    const world = await newWorld();
    const [free, used] = [
      await newContent(world.producer, "text/plain", "a", { name: "free.txt" }),
      await newContent(world.producer, "text/plain", "b", { name: "used.txt" }),
    ];
    await change({ action: "setImage", image: used }, world);
    const foreign = await newContent((await newWorld()).producer, "text/plain", "c");
    const job = envelope(await ask("fileDeletion", { selection: { ids: [free, used, foreign] } }, world));
    expect(job.data).toMatchObject({
      state: "done",
      result: { deleted: 1, refused: { "content-in-use": 1, "content-not-found": 1 } },
    });
    const left = await db.select({ id: contents.id }).from(contents).where(eq(contents.id, free));
    expect(left).toEqual([]);
    const blobs = await keptBlobs();
    expect([free, used, foreign].map((id) => blobs.includes(id))).toEqual([false, true, true]);
  });

  test("200: a file that an item shows as its image is left, also if the item or the selection names it in capitals", async () => {
    const world = await newWorld();
    const used = await newContent(world.producer, "image/png", await picture());
    for (const place of ["", "contents/", "https://assay.test/api/v2/contents/"]) {
      await change({ action: "setImage", image: place + used.toUpperCase() }, world);
      const selection = { ids: [used.toUpperCase()] };
      const job = envelope(await ask("fileDeletion", { selection }, world));
      expect(job.data).toMatchObject({ result: { deleted: 0, refused: { "content-in-use": 1 } } });
      expect(job.data.result).not.toHaveProperty("refused.content-not-found");
    }
  });

  test("200: a filter selects all files that match", async () => {
    const world = await newWorld();
    const [text, other] = [
      await newContent(world.producer, "text/plain", "a", { name: "old.txt" }),
      await newContent(world.producer, "text/plain", "b", { name: "new.txt" }),
    ];
    // Files of the moment of the request do not match.
    const at = new Date(Date.now() - 1_000);
    await db
      .update(contents)
      .set({ createdAt: at })
      .where(eq(contents.producerId, world.producer.producerId));
    const job = envelope(await ask("fileDeletion", { selection: { filter: { search: "old" } } }, world));
    expect(job.data).toMatchObject({ state: "done", total: 1, result: { deleted: 1 } });
    const { token } = world;
    expect((await get(`/contents/${text}`, { token })).status).toBe(404);
    expect((await get(`/contents/${other}`, { token })).status).toBe(200);
  });
});
