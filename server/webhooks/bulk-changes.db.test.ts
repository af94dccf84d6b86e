import { expect, test } from "vitest";
import { identifiers } from "@/db/schema/identifiers";
import { items } from "@/db/schema/items";
import { runningJobs } from "@/server/background/run-jobs";
import { requestItemChange } from "@/server/domain/item-changes/change";
import { runPass } from "@/server/loops/pass";
import { newId } from "@/server/platform/ids";
import { runtime } from "@/server/runtime/runtime";
import { bodyOfCall, deliverNothingElse, openDelivering, registerHook } from "@/server/testing/delivering";
import { ctxOf, newItem, newProducer } from "@/server/testing/factories";

// Holds decision 0049.

const ITEMS = 1_000;
/** Deliveries of the large change that may be sent before the other producer's: those that are in flight, and one turn. */
const MAX_BEFORE = 150;

test("the events of a large change delay no other producer's delivery", async () => {
  await deliverNothingElse();
  const { database } = runtime();
  const { receiver, drain } = await openDelivering();
  const [large, small] = [await newProducer(), await newProducer()];
  const { producerId } = large;
  const [, other] = [await registerHook(large, receiver.url), await registerHook(small, receiver.url)];
  const names = Array.from({ length: ITEMS }, () => `flood-${newId()}`);
  await database.db.insert(identifiers).values(names.map((identifier) => ({ identifier, producerId })));
  const at = new Date(Date.now() - 1_000);
  await database.db
    .insert(items)
    .values(names.map((identifier) => ({ identifier, producerId, createdAt: at, updatedAt: at })));
  await requestItemChange(ctxOf(large), {
    selection: { filter: {} },
    change: { action: "setTitle", title: "Shoe" },
  });
  await runPass(runningJobs(), database);
  await newItem(small);
  await drain();
  const hooks = receiver.calls.map((call) => bodyOfCall(call).hook.id);
  expect(hooks).toHaveLength(ITEMS + 1);
  expect(hooks.indexOf(other.id)).toBeLessThan(MAX_BEFORE);
});
