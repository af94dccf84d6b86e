import { randomBytes } from "node:crypto";
import { readdir, utimes } from "node:fs/promises";
import path from "node:path";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import type { Ctx } from "@/server/core/ctx";
import { blobs } from "@/server/platform/blobs";
import { folderBlobs } from "@/server/platform/blobs-folder";
import { derivatives } from "@/server/platform/derivatives";
import { env } from "@/server/platform/env";
import { newId } from "@/server/platform/ids";
import { get } from "@/server/testing/api";
import { newProducer, systemCtx } from "@/server/testing/factories";
import { createContent, keepContent } from "./create";
import { sweepOrphans } from "./sweep";

// Holds decision 0017.

const FOLDER = path.resolve(env.DATA_DIR, "blobs");
const HOURS = 3_600_000;
/** The test writes a thousand blobs to the disk one by one. */
const SLOW_MS = 60_000;
const inAnHour = () => new Date(Date.now() + HOURS);

/** The context of an upload by a new producer. */
async function uploader(): Promise<Ctx> {
  const { producerId } = await newProducer();
  const actor = { type: "token", id: "test", name: "Test" } as const;
  return { ...systemCtx(), caller: { kind: "producer", producerId, sandbox: 0, credential: "token", actor } };
}

const keep = (ctx: Ctx, data: Buffer) =>
  keepContent(ctx, { "content-type": "application/octet-stream", data });

/** Creates a content with its row. Returns its id. */
async function content(ctx: Ctx, data = randomBytes(1_000)): Promise<string> {
  return (await createContent(ctx, await keep(ctx, data))).id;
}

/** Stores bytes without a row, as a crash leaves them. Returns their id. */
async function orphan(): Promise<string> {
  const id = newId();
  await blobs().put(id, randomBytes(100));
  return id;
}

/** Makes the store believe that a blob is `hours` old. */
async function age(id: string, hours: number) {
  const then = new Date(Date.now() - hours * HOURS);
  const found = (await readdir(FOLDER, { recursive: true })).find((file) => path.basename(file) === id);
  if (!found) throw new Error(`There is no blob ${id}.`);
  await utimes(path.join(FOLDER, found), then, then);
}

const isKept = async (id: string) => (await blobs().read(id)) !== undefined;

let ctx: Ctx;

beforeEach(async () => {
  ctx = await uploader();
  await sweepOrphans(systemCtx(), { keptBefore: inAnHour() });
});

test("orphans are removed; bytes with a row stay readable", async () => {
  const bytes = randomBytes(300_000);
  const owned = await content(ctx, bytes);
  const orphans = await Promise.all([orphan(), orphan(), orphan()]);
  expect(await sweepOrphans(systemCtx(), { keptBefore: inAnHour() })).toBe(3);
  expect(await Promise.all(orphans.map(isKept))).toEqual([false, false, false]);
  expect((await get(`/contents/${owned}`)).bytes.equals(bytes)).toBe(true);
  expect(await sweepOrphans(systemCtx(), { keptBefore: inAnHour() })).toBe(0);
});

test("by default only orphans older than an hour are swept", async () => {
  const [young, almost, old, owned] = [await orphan(), await orphan(), await orphan(), await content(ctx)];
  await age(almost, 0.9);
  await age(old, 1.1);
  await age(owned, 1_000);
  expect(await sweepOrphans(systemCtx())).toBe(1);
  expect(await Promise.all([young, almost, old, owned].map(isKept))).toEqual([true, true, false, true]);
});

test("an upload in flight, in this or another process, is not swept", async () => {
  const bytes = randomBytes(1_000);
  const inFlight = await keep(ctx, bytes);
  // Another process with the same folder, between its bytes and its row.
  const other = newId();
  await folderBlobs(FOLDER).put(other, bytes);
  const writing = folderBlobs(FOLDER).put(newId(), randomBytes(8_000_000));
  expect(await sweepOrphans(systemCtx())).toBe(0);
  await expect(writing).resolves.toBeUndefined();
  expect(await isKept(other)).toBe(true);
  const { id } = await createContent(ctx, inFlight);
  expect((await get(`/contents/${id}`)).bytes.equals(bytes)).toBe(true);
});

test(
  "more orphans than a page of the listing, among contents, are all removed and no content is",
  async () => {
    const owned = await Promise.all(Array.from({ length: 20 }, () => content(ctx)));
    const orphans = await Promise.all(Array.from({ length: 1_100 }, orphan));
    expect(await sweepOrphans(systemCtx(), { keptBefore: inAnHour() })).toBe(orphans.length);
    expect(await Promise.all(owned.map(isKept))).toEqual(owned.map(() => true));
    expect((await Promise.all(orphans.map(isKept))).filter(Boolean)).toEqual([]);
  },
  SLOW_MS,
);

test("pictures of swept bytes are removed with them", async () => {
  const id = await orphan();
  await derivatives().take(`${id}-100-80`, async () => Buffer.from("a picture"));
  await sweepOrphans(systemCtx(), { keptBefore: inAnHour() });
  const again = await derivatives().take(`${id}-100-80`, async () => Buffer.from("made anew"));
  expect(again.toString()).toBe("made anew");
});

test("nothing is removed while the database is unavailable", async () => {
  const id = await orphan();
  const { db } = systemCtx();
  const broken = new Proxy(db, {
    get: (target, name) => {
      if (name === "select") throw new Error("no database");
      return Reflect.get(target, name);
    },
  });
  await expect(sweepOrphans({ ...systemCtx(), db: broken }, { keptBefore: inAnHour() })).rejects.toThrow(
    "no database",
  );
  expect(await isKept(id)).toBe(true);
});

describe("shutdown during a sweep", () => {
  test("ends it after the current orphan; the next sweep removes the rest", async () => {
    const owned = await content(ctx);
    const orphans = await Promise.all([orphan(), orphan(), orphan()]);
    const ending = new AbortController();
    const remove = blobs().remove;
    const removing = vi.spyOn(blobs(), "remove").mockImplementation((id) => {
      ending.abort();
      return remove(id);
    });
    onTestFinished(() => removing.mockRestore());
    expect(await sweepOrphans(systemCtx(), { keptBefore: inAnHour(), signal: ending.signal })).toBe(1);
    expect(removing).toHaveBeenCalledTimes(1);
    expect((await Promise.all(orphans.map(isKept))).filter(Boolean)).toHaveLength(2);
    expect(await sweepOrphans(systemCtx(), { keptBefore: inAnHour() })).toBe(2);
    expect(await isKept(owned)).toBe(true);
  });

  test.each([
    ["old contents", new Date(0)],
    ["young files", new Date(Date.now() + 2 * HOURS)],
  ])("ends the listing even if it has only %s to skip", async (_, keptAt) => {
    const id = await content(ctx);
    const ending = new AbortController();
    let pages = 0;
    const listing = vi.spyOn(blobs(), "list").mockImplementation(async function* () {
      for (; pages < 10; pages++) {
        if (pages === 2) ending.abort();
        yield [{ id, keptAt }];
      }
    });
    onTestFinished(() => listing.mockRestore());
    expect(await sweepOrphans(systemCtx(), { keptBefore: inAnHour(), signal: ending.signal })).toBe(0);
    expect(pages).toBe(2);
  });

  test("before its start removes nothing", async () => {
    const [, id] = [await content(ctx), await orphan()];
    expect(await sweepOrphans(systemCtx(), { keptBefore: inAnHour(), signal: AbortSignal.abort() })).toBe(0);
    expect(await isKept(id)).toBe(true);
  });
});
