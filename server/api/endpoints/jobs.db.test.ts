import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { JsonObject } from "@/db/json";
import { hooks } from "@/db/schema/hooks";
import { jobs } from "@/db/schema/jobs";
import { requestJob } from "@/server/domain/jobs/request";
import { newId } from "@/server/platform/ids";
import { runtime } from "@/server/runtime/runtime";
import { del, envelope, get, post, problem } from "@/server/testing/api";
import { ctxOf, everyPage, newGroup, newHook, newItem, newProducer } from "@/server/testing/factories";

// Holds decision 0047.

const Listed = z.array(z.object({ id: z.string() }));

const { db } = runtime().database;

/** A producer with a group of one item. */
async function newWorld() {
  const producer = await newProducer();
  const { token, producerId } = producer;
  const groupId = await newGroup(producer, { title: "Shoes" });
  const item = await newItem(producer);
  await post(`/groups/${groupId}/items/${item}`, undefined, { token });
  return { producer, token, producerId, groupId, item };
}

type World = Awaited<ReturnType<typeof newWorld>>;

const request = (kind: string, input: JsonObject, { token }: World, key?: string) =>
  post("/jobs", { kind, input }, { token, ...(key ? { headers: { "idempotency-key": key } } : {}) });

/** A running job. */
async function newJob({ producer }: World): Promise<string> {
  const job = { kind: "replay", input: { hookId: newId(), since: 0 }, name: "A hook", total: 4 } as const;
  return (await requestJob(ctxOf(producer), job, async () => ({ cursor: {}, done: 1 }))).id;
}

const fail = (id: string) =>
  db
    .update(jobs)
    .set({ state: "failed", endedAt: new Date(), error: "The webhook is off.", errorCode: "hook-off" })
    .where(eq(jobs.id, id));

describe("POST /jobs", () => {
  test("200: a small group is deleted at once", async () => {
    const world = await newWorld();
    const reply = await request("groupDeletion", { groupId: world.groupId }, world);
    const { id, data } = envelope(reply);
    expect(data).toMatchObject({ kind: "groupDeletion", name: "Shoes", state: "done", done: 1, total: 1 });
    expect((await get(`/groups/${world.groupId}`, { token: world.token })).status).toBe(404);
    expect((await get(`/jobs/${id}`, { token: world.token })).body).toEqual(reply.body);
  });

  test("200: a replay counts the deliveries; the same key requests it once", async () => {
    const world = await newWorld();
    const hookId = await newHook(world.producer);
    const first = await request("replay", { hookId, since: 0 }, world, "one");
    expect(envelope(first).data).toMatchObject({ kind: "replay", state: "done", result: { replayed: 0 } });
    expect((await request("replay", { hookId, since: 0 }, world, "one")).body).toEqual(first.body);
    expect((await get("/jobs", { token: world.token })).body).toHaveLength(1);
  });

  test("400: an unknown kind, or input of another kind", async () => {
    const world = await newWorld();
    const unknown = await request("nothing", {}, world);
    expect(problem(unknown)).toMatchObject({ status: 400, errors: [{ pointer: "/kind" }] });
    const other = await request("replay", { groupId: world.groupId }, world);
    expect(problem(other).errors?.map(({ pointer }) => pointer)).toEqual(["/input/hookId", "/input/since"]);
  });

  test("403: another producer's group, without a token; 404: an absent group; 409: a webhook that is off", async () => {
    const world = await newWorld();
    const input = { groupId: world.groupId };
    expect((await request("groupDeletion", input, await newWorld())).status).toBe(403);
    expect((await post("/jobs", { kind: "groupDeletion", input })).status).toBe(403);
    expect((await request("groupDeletion", { groupId: newId() }, world)).status).toBe(404);
    expect((await request("replay", { hookId: "nothing", since: 0 }, world)).status).toBe(404);
    const hookId = await newHook(world.producer);
    await db.update(hooks).set({ switchedOffAt: new Date() }).where(eq(hooks.id, hookId));
    expect((await request("replay", { hookId, since: 0 }, world)).status).toBe(409);
  });
});

test("200: jobs are listed newest first, page by page, each once", async () => {
  const world = await newWorld();
  const made: string[] = [];
  while (made.length < 7) made.unshift(await newJob(world));
  const pages = await everyPage("/jobs?limit=3", world.token);
  const listed = pages.flatMap(({ body }) => Listed.parse(body).map(({ id }) => id));
  expect(listed).toHaveLength(7);
  expect(new Set(listed)).toEqual(new Set(made));
});

test("200: a job shows its progress and its actor", async () => {
  const world = await newWorld();
  const id = await newJob(world);
  expect(envelope(await get(`/jobs/${id}`, { token: world.token }))).toEqual({
    id,
    data: {
      kind: "replay",
      name: "A hook",
      state: "running",
      done: 1,
      total: 4,
      result: {},
      actor: { type: "token", id: world.producerId, name: "First token" },
      _created: expect.any(Number),
      _updated: expect.any(Number),
    },
  });
});

test("200: a running job is cancelled, and nothing happens to one that has ended", async () => {
  const world = await newWorld();
  const id = await newJob(world);
  for (let n = 0; n < 2; n++) expect((await del(`/jobs/${id}`, { token: world.token })).status).toBe(200);
  const { data } = envelope(await get(`/jobs/${id}`, { token: world.token }));
  expect(data).toMatchObject({ state: "cancelled", _ended: expect.any(Number) });
});

test("200: a failed job shows its reason and is retried; 409: a job that has not failed", async () => {
  const world = await newWorld();
  const { token } = world;
  const id = await newJob(world);
  await fail(id);
  const error = { code: "hook-off", detail: "The webhook is off." };
  expect(envelope(await get(`/jobs/${id}`, { token })).data).toMatchObject({ state: "failed", error });
  const retried = envelope(await post(`/jobs/${id}/retry`, undefined, { token })).data;
  expect(retried).toMatchObject({ state: "running", done: 1 });
  expect(retried).not.toHaveProperty("error");
  expect(problem(await post(`/jobs/${id}/retry`, undefined, { token })).code).toBe("job-not-failed");
});

test("403: another producer's job; 404: an absent one", async () => {
  const world = await newWorld();
  const [{ token }, id] = [await newWorld(), await newJob(world)];
  const statuses = async (id: string) => [
    (await get(`/jobs/${id}`, { token })).status,
    (await del(`/jobs/${id}`, { token })).status,
    (await post(`/jobs/${id}/retry`, undefined, { token })).status,
  ];
  expect(await statuses(id)).toEqual([403, 403, 403]);
  expect(await statuses(newId())).toEqual([404, 404, 404]);
  expect(await statuses("nothing")).toEqual([404, 404, 404]);
});
