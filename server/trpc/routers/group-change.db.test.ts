import { expect, test } from "vitest";
import { z } from "zod";
import { del, post } from "@/server/testing/api";
import { callProcedure, newSignedIn } from "@/server/testing/dashboard";
import { newGroup, newItem, newProducer } from "@/server/testing/factories";

const Found = z.object({
  groupChange: z.object({ what: z.string(), at: z.date(), isRecorded: z.boolean() }).nullable(),
});
const Listed = z.object({
  entries: z.array(z.object({ action: z.string(), changes: z.array(z.object({ path: z.string() })) })),
});

/** Creates an item in a group, invalidated by default; `change` reads the group change that its page shows. */
async function newWorld({ isInvalidated = true } = {}) {
  const producer = await newProducer();
  const { token } = producer;
  const group = await newGroup(producer, { title: "Series" });
  const identifier = await newItem(producer);
  await post(`/groups/${group}/items/${identifier}`, undefined, { token });
  await post(`/groups/${group}`, { title: "Before" }, { token });
  if (isInvalidated) {
    await post(`/items/${identifier}/invalidate`, {}, { token });
  }
  const { cookie } = await newSignedIn([{ producer, role: "viewer" }]);
  return {
    token,
    group,
    cookie,
    change: async () =>
      Found.parse((await callProcedure("items.get", { identifier }, { cookie })).value).groupChange,
  };
}

test("an invalidated item shows a later change of its group and where it is recorded", async () => {
  const { token, group, cookie, change } = await newWorld();
  expect(await change()).toBeNull();
  const before = Date.now();
  await post(`/groups/${group}`, { data: { season: "autumn" } }, { token });
  const shown = await change();
  expect(shown).toMatchObject({ what: "changed", isRecorded: true });
  expect(shown?.at.getTime()).toBeGreaterThanOrEqual(before);

  const { value } = await callProcedure("auditEvents.list", { filter: { target: group } }, { cookie });
  expect(Listed.parse(value).entries[0]).toMatchObject({
    action: "groupChanged",
    changes: [{ path: "/data/season" }],
  });
});

test("an update without effect is not a change of the group", async () => {
  const { token, group, change } = await newWorld();
  await post(`/groups/${group}`, { title: "Before" }, { token });
  expect(await change()).toBeNull();
});

test("an invalidated item shows the later deletion of its group", async () => {
  const { token, group, change } = await newWorld();
  await del(`/groups/${group}`, { token });
  expect(await change()).toMatchObject({ what: "deleted", isRecorded: true });
});

test("a valid item shows no change of its group", async () => {
  const { token, group, change } = await newWorld({ isInvalidated: false });
  await post(`/groups/${group}`, { title: "After" }, { token });
  expect(await change()).toBeNull();
});
