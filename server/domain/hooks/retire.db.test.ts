import { beforeEach, expect, test } from "vitest";
import { only } from "@/server/data/only";
import { del, get, post } from "@/server/testing/api";
import { bodyOfCall, deliverNothingElse, openDelivering, registerHook } from "@/server/testing/delivering";
import { ctxOf, newGroup, newItem, newProducer, newScan } from "@/server/testing/factories";
import { listDeliveries } from "@/server/webhooks/deliveries/read";
import { replayDelivery, requestReplay } from "@/server/webhooks/deliveries/replay";

// Holds decision 0020.

beforeEach(async () => {
  await deliverNothingElse();
});

/** An item or a group with a hook that has received one event and has another one queued. */
async function newHooked(kind: "items" | "groups") {
  const delivering = await openDelivering();
  const producer = await newProducer();
  const { token } = producer;
  const ctx = ctxOf(producer);
  const id = await (kind === "items" ? newItem(producer) : newGroup(producer));
  const path = `/${kind}/${id}`;
  const hook = await registerHook(producer, delivering.receiver.url, { path });
  await post(path, { title: "delivered" }, { token });
  await delivering.drain();
  const { entries } = await listDeliveries(ctx, hook.id, { limit: 1 });
  await post(path, { title: "queued" }, { token });
  const received = () => delivering.receiver.calls.map((call) => bodyOfCall(call).event.type);
  return { ...delivering, token, ctx, id, path, hook, delivery: only(entries).id, received };
}

const KINDS: ["items" | "groups", string, string][] = [
  ["items", "itemModified", "itemDeleted"],
  ["groups", "groupModified", "groupDeleted"],
];

test.each(KINDS)(
  "hooks of a deleted target (%s) receive its deletion and all earlier events",
  async (kind, ...events) => {
    const { path, token, drain, received } = await newHooked(kind);
    const [modified, deleted] = events;
    expect((await del(path, { token })).status).toBe(200);
    await drain();
    expect(received().toSorted()).toEqual([deleted, modified, modified].toSorted());
  },
);

test.each(KINDS)("404: nothing is replayed to a hook of a deleted target (%s)", async (kind) => {
  const { path, token, ctx, hook, delivery, drain, received } = await newHooked(kind);
  await del(path, { token });
  await drain();
  const gone = { kind: "notFound", code: "hook-not-found" };
  await expect(replayDelivery(ctx, hook.id, delivery)).rejects.toMatchObject(gone);
  await expect(requestReplay(ctx, { hookId: hook.id, since: 0 })).rejects.toMatchObject(gone);
  await drain();
  expect(received()).toHaveLength(3);
});

test("a new item with the identifier of a deleted one has none of its hooks, and they receive no event of it", async () => {
  const { path, token, id, drain, received } = await newHooked("items");
  await del(path, { token });
  await post("/items", { identifier: id }, { token });
  expect((await get(`${path}/hooks`, { token })).body).toMatchObject({ hooks: [] });
  expect(
    (await post(`${path}/hooks`, { events: "*", url: "https://receiver.test/" }, { token })).status,
  ).toBe(200);
  expect((await get(`${path}/hooks`, { token })).body).toMatchObject({ hooks: [{}] });
  await newScan(id);
  await post(path, { title: "of the new one" }, { token });
  await drain();
  expect(received().filter((event) => event !== "itemModified")).toEqual(["itemDeleted"]);
  expect(received()).toHaveLength(3);
});
