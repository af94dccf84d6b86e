import { expect, test } from "vitest";
import { newId } from "@/server/platform/ids";
import { post } from "@/server/testing/api";
import { newProducer } from "@/server/testing/factories";

test("409: of equal items that are created concurrently one is created, whichever unique key conflicts first", async () => {
  const { token } = await newProducer();
  for (let round = 0; round < 40; round++) {
    const item = { identifier: newId() };
    const replies = await Promise.all(Array.from({ length: 20 }, () => post("/items", item, { token })));
    const statuses = replies.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
  }
});
