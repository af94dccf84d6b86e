import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { hooks } from "@/db/schema/hooks";
import { producers } from "@/db/schema/producers";
import { runtime } from "@/server/runtime/runtime";
import { del, get, post } from "@/server/testing/api";
import { bodyOfCall, deliverNothingElse, openDelivering, registerHook } from "@/server/testing/delivering";
import { eventsOf, newGroup, newItem, newProducer, newScan } from "@/server/testing/factories";

// Holds decision 0020.

const db = () => runtime().database.db;

beforeEach(async () => {
  await deliverNothingElse();
});

/** Creates a producer with two items and two groups, and a receiver for its webhooks. */
async function newWorld() {
  const producer = await newProducer("Hanse");
  const { token } = producer;
  const [item, otherItem] = [await newItem(producer, { title: "old" }), await newItem(producer)];
  const [group, otherGroup] = [await newGroup(producer, { title: "old" }), await newGroup(producer)];
  const delivering = await openDelivering();
  /** The events that each webhook received, sorted, since the order of calls is not guaranteed. */
  const toldTo = (hook: { id: string }) =>
    delivering.receiver.calls
      .map(bodyOfCall)
      .filter((body) => body.hook.id === hook.id)
      .map(({ event }) => event.type)
      .toSorted();
  return { producer, token, item, otherItem, group, otherGroup, ...delivering, toldTo };
}

test("each webhook receives the events of its item, group or producer, and no others", async () => {
  const { producer, token, item, otherItem, group, otherGroup, receiver, drain, toldTo } = await newWorld();
  const stranger = await newProducer();
  const hook = (path: string, of = producer) => registerHook(of, receiver.url, { path });
  const ofItem = await hook(`/items/${item}`);
  const ofGroup = await hook(`/groups/${group}`);
  const ofOthers = [await hook(`/items/${otherItem}`), await hook(`/groups/${otherGroup}`)];
  const ofProducer = await hook("/producers");
  const ofStranger = await hook("/producers", stranger);

  await post(`/items/${item}`, { title: "before the group" }, { token });
  await post(`/groups/${group}`, { title: "new" }, { token });
  await post(`/groups/${group}/items/${item}`, undefined, { token });
  await newScan(item);
  await post("/contents", { "content-type": "text/plain", data: btoa("x") }, { token });
  await newItem(producer);
  await newGroup(producer);
  await del(`/groups/${group}/items/${item}`, { token });
  await post(`/items/${item}`, { title: "after the group" }, { token });
  await newScan(item);
  await del(`/items/${item}`, { token });
  await del(`/groups/${group}`, { token });
  await drain();

  const inGroup = ["itemAddedToGroup", "itemDeletedFromGroup", "itemScanned"];
  expect(toldTo(ofItem)).toEqual(
    [...inGroup, "itemDeleted", "itemModified", "itemModified", "itemScanned"].toSorted(),
  );
  expect(toldTo(ofGroup)).toEqual(["groupDeleted", "groupModified", ...inGroup]);
  for (const other of [...ofOthers, ofStranger]) expect(toldTo(other)).toEqual([]);
  expect(toldTo(ofProducer)).toEqual(
    [
      ...["contentCreated", "groupCreated", "groupDeleted", "groupModified", "itemCreated", "itemDeleted"],
      ...[...inGroup, "itemModified", "itemModified", "itemScanned"],
    ].toSorted(),
  );
  const [deleted] = receiver.calls.map(bodyOfCall).filter(({ event }) => event.type === "itemDeleted");
  expect(deleted).toMatchObject({ group: {}, identifier: { data: { title: "after the group" } } });
});

test("an event of an item in a group reaches the webhooks of item, group and producer, each once", async () => {
  const { producer, token, item, group, receiver, drain } = await newWorld();
  await post(`/groups/${group}/items/${item}`, undefined, { token });
  const registered: string[] = [];
  for (const path of [`/items/${item}`, `/groups/${group}`, "/producers", "/producers"])
    registered.push((await registerHook(producer, receiver.url, { path })).id);
  await post(`/items/${item}/invalidate`, {}, { token });
  await drain();
  const received = receiver.calls.map((call) => bodyOfCall(call).hook.id);
  expect(received.toSorted()).toEqual(registered.toSorted());
  expect(new Set(receiver.calls.map(({ headers }) => headers["webhook-id"])).size).toBe(4);
});

test("a webhook receives only the events that it names", async () => {
  const { producer, token, item, receiver, drain, toldTo } = await newWorld();
  const one = await registerHook(producer, receiver.url, { events: "itemModified" });
  const two = await registerHook(producer, receiver.url, { events: "itemScanned, itemInvalidated" });
  await newScan(item);
  await post(`/items/${item}`, {}, { token });
  await post(`/items/${item}/invalidate`, {}, { token });
  await drain();
  expect(toldTo(one)).toEqual(["itemModified"]);
  expect(toldTo(two)).toEqual(["itemInvalidated", "itemScanned"]);
});

test("webhooks of a deleted group receive the deletion and their queued deliveries, even though both are gone", async () => {
  const { producer, token, group, receiver, drain, toldTo } = await newWorld();
  const hook = await registerHook(producer, receiver.url, { path: `/groups/${group}` });
  await post(`/groups/${group}`, { title: "last" }, { token });
  await del(`/groups/${group}`, { token });
  expect((await get(`/groups/${group}/hooks`, { token })).status).toBe(404);
  await drain();
  expect(toldTo(hook)).toEqual(["groupDeleted", "groupModified"]);
  expect(receiver.calls.map(bodyOfCall)).toEqual(
    Array(2).fill(expect.objectContaining({ group: expect.objectContaining({ id: group }) })),
  );
});

test("a refused or rolled-back change emits no event", async () => {
  const { producer, token, item, group, receiver, drain } = await newWorld();
  await registerHook(producer, receiver.url);
  const refused = [
    await post("/items", { identifier: item }, { token }),
    await del(`/groups/${group}/items/${item}`, { token }),
    await post("/scans", { identifier: "nothing" }),
  ];
  expect(refused.map(({ status }) => status)).toEqual([409, 404, 404]);
  await drain();
  expect(receiver.calls).toEqual([]);
});

test("a body shows everything as it was at the time of the event", async () => {
  const { producer, token, item, group, receiver, drain } = await newWorld();
  await post(`/groups/${group}/items/${item}`, undefined, { token });
  const hook = await registerHook(producer, receiver.url, { events: "itemScanned", data: { version: 1 } });
  await newScan(item);

  await post(`/items/${item}`, { title: "new" }, { token });
  await post(`/groups/${group}`, { title: "new" }, { token });
  await newScan(item, { copyclassification: "original" });
  await db().update(producers).set({ name: "New" }).where(eq(producers.id, producer.producerId));
  await db()
    .update(hooks)
    .set({ data: { version: 2 }, executed: 7 })
    .where(eq(hooks.id, hook.id));
  await newScan(item, { copyclassification: "error" });
  await drain();

  const received = receiver.calls.map(bodyOfCall);
  const of = (classification: string) =>
    received.find((body) => JSON.stringify(body.scan).includes(`"copyclassification":"${classification}"`));
  const then = {
    producer: { data: { name: "Hanse" } },
    hook: { data: { data: { version: 1 }, executed: 0 } },
  };
  expect(of("fake")).toMatchObject({ ...then, item: { data: { title: "old", _scans: 1, _fakes: 1 } } });
  expect(of("original")).toMatchObject({ ...then, item: { data: { title: "new", _scans: 2, _fakes: 1 } } });
  expect(of("error")).toMatchObject({
    producer: { data: { name: "New" } },
    hook: { data: { data: { version: 2 }, executed: 7 } },
    item: { data: { _scans: 3 } },
  });
});

test("a body still shows what is deleted before its delivery", async () => {
  const { producer, token, otherItem, otherGroup, receiver, drain } = await newWorld();
  await post(`/groups/${otherGroup}/items/${otherItem}`, undefined, { token });
  await registerHook(producer, receiver.url, { events: "itemModified" });
  await post(`/items/${otherItem}`, { title: "kept" }, { token });
  await del(`/groups/${otherGroup}`, { token });
  await del(`/items/${otherItem}`, { token });
  await drain();
  expect(receiver.calls.map(bodyOfCall)).toMatchObject([
    { identifier: { data: { title: "kept", _group: otherGroup } }, group: { id: otherGroup } },
  ]);
});

test("events are stored only if a webhook is for them", async () => {
  const { producer, token, item, otherItem } = await newWorld();
  await post(`/items/${item}`, { title: "no webhook is called" }, { token });
  await registerHook(producer, "https://receiver.test/", { path: `/items/${item}`, events: "itemModified" });
  await post(`/items/${item}/invalidate`, {}, { token });
  await post(`/items/${otherItem}`, { title: "no webhook is called" }, { token });
  expect(await eventsOf(producer)).toEqual([]);
});
