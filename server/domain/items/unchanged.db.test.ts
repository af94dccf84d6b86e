import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { z } from "zod";
import { events } from "@/db/schema/events";
import { PageByNumber } from "@/server/data/keyset";
import { listAuditEvents } from "@/server/domain/audit-log/list";
import { updateGroup } from "@/server/domain/groups/update";
import { renameProducer } from "@/server/domain/producers/settings";
import { runtime } from "@/server/runtime/runtime";
import { envelope, get, post } from "@/server/testing/api";
import { itemRow, newGroup, newHook, newItem, newProducer } from "@/server/testing/factories";
import { ctxOfMember, newMember } from "@/server/testing/people";
import { updateItem } from "./update";

const History = z.object({ history: z.array(z.unknown()) });

const description = {
  title: "Bag",
  data: { b: [1, { c: 2 }], a: null },
  verificationinfos: [{ key: "k", value: ["x"] }],
};

async function newWorld() {
  const producer = await newProducer();
  const ctx = ctxOfMember(producer, await newMember(producer, "owner", {}));
  const identifier = await newItem(producer, description);
  await newHook(producer);
  const eventNames = async () => {
    const found = await runtime()
      .database.db.select()
      .from(events)
      .where(eq(events.producerId, producer.producerId));
    return found.map(({ type }) => type);
  };
  const history = async () =>
    History.parse((await get(`/items/${identifier}/history`, { token: producer.token })).body).history;
  return { producer, ctx, identifier, eventNames, history };
}

test("saving an item, a group or a producer unchanged in a session writes nothing", async () => {
  const { producer, ctx, identifier, eventNames, history } = await newWorld();
  const group = await newGroup(producer, description);
  const [before, recorded, sent] = [await itemRow(identifier), await history(), await eventNames()];
  const { entries } = await listAuditEvents(ctx, {}, PageByNumber.parse({}));

  expect(await updateItem(ctx, identifier, { ...description, data: { a: null, b: [1, { c: 2 }] } })).toEqual(
    before,
  );
  await updateGroup(ctx, group, description);
  await renameProducer(ctx, "Acme");

  expect(await itemRow(identifier)).toEqual(before);
  expect(await history()).toEqual(recorded);
  expect(await eventNames()).toEqual(sent);
  expect((await listAuditEvents(ctx, {}, PageByNumber.parse({}))).entries).toEqual(entries);
});

test("an unchanged update by a token refreshes _updated and sends its event, but adds no history entry", async () => {
  const { producer, identifier, eventNames, history } = await newWorld();
  const recorded = await history();
  const before = await itemRow(identifier);
  const updated = envelope(await post(`/items/${identifier}`, description, { token: producer.token }));
  expect(updated.data._updated).toBeGreaterThanOrEqual(before.updatedAt.getTime());
  expect(await eventNames()).toEqual(["itemModified"]);
  expect(await history()).toEqual(recorded);
});
