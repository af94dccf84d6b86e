import { expect, test } from "vitest";
import { newId } from "@/server/platform/ids";
import { ctxOf, newGroup, newItem, newProducer } from "@/server/testing/factories";
import { addItemToGroup } from "./add-item";
import { countMembers } from "./count-members";

test("items of groups are counted up to a number, beyond which it is unknown; foreign groups are left out", async () => {
  const [producer, other] = [await newProducer(), await newProducer()];
  const ctx = ctxOf(producer);
  const [large, small, empty] = [
    await newGroup(producer),
    await newGroup(producer),
    await newGroup(producer),
  ];
  for (const group of [large, large, large, small]) await addItemToGroup(ctx, group, await newItem(producer));
  const ids = [large, small, empty, await newGroup(other), newId()];
  expect(await countMembers(ctx, ids, 2)).toEqual(
    new Map([
      [large, null],
      [small, 1],
      [empty, 0],
    ]),
  );
  expect((await countMembers(ctx, ids)).get(large)).toBe(3);
});
