import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { events } from "@/db/schema/events";
import { history } from "@/db/schema/history";
import { items } from "@/db/schema/items";
import { newId } from "@/server/platform/ids";
import { runtime } from "@/server/runtime/runtime";
import { post, problem } from "@/server/testing/api";
import { ctxOf, newHook, newProducer } from "@/server/testing/factories";
import { createItem, createItems } from "./create";
import { deleteItem } from "./delete";

const { db } = runtime().database;

test("many items are created in a few statements, each with one history entry and one event", async () => {
  const producer = await newProducer();
  const other = ctxOf(await newProducer());
  const ctx = ctxOf(producer);
  await newHook(producer, ["itemCreated"]);
  const [foreign, taken, again] = [newId(), newId(), newId()];
  await createItem(other, { identifier: foreign });
  await createItem(ctx, { identifier: taken });
  await createItem(ctx, { identifier: again });
  await deleteItem(ctx, again);
  const fresh = Array.from({ length: 300 }, () => newId());
  const inputs = [...fresh, foreign, taken, again, String(fresh[0])].map((identifier, n) => ({
    identifier,
    title: `Item ${n}`,
  }));

  const created = await createItems(ctx, inputs);
  expect(created.slice(0, 300)).toEqual(
    fresh.map((identifier, n) => expect.objectContaining({ identifier, title: `Item ${n}` })),
  );
  expect(created.slice(300)).toEqual([
    expect.objectContaining({ message: `The identifier ${foreign} is taken.` }),
    expect.objectContaining({ message: `There already is an item ${taken}.` }),
    expect.objectContaining({ identifier: again, title: "Item 302" }),
    expect.objectContaining({ message: `There already is an item ${fresh[0]}.` }),
  ]);

  const entries = await db
    .select({ identifier: items.identifier, action: history.action, position: history.position })
    .from(history)
    .innerJoin(items, eq(items.id, history.itemId))
    .where(eq(items.title, "Item 7"));
  expect(entries).toEqual([{ identifier: fresh[7], action: "created", position: 1 }]);
  const written = await db.select().from(events).where(eq(events.producerId, producer.producerId));
  const named = written.map(({ snapshot }) => snapshot.item?.identifier);
  expect(named.toSorted()).toEqual([...fresh, taken, again, again].toSorted());
});

test("many items and a single one are refused with the same words", async () => {
  const producer = await newProducer();
  const identifier = newId();
  await createItem(ctxOf(producer), { identifier });
  const { code, detail } = problem(await post("/items", { identifier }, { token: producer.token }));
  const [refused] = await createItems(ctxOf(producer), [{ identifier }]);
  expect(refused).toMatchObject({ code, message: detail });
});
