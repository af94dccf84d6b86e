import { expect, test } from "vitest";
import { del, envelope, get, post, problem } from "@/server/testing/api";
import { itemRow, newGroup, newHook, newItem, newProducer } from "@/server/testing/factories";
import { HookList } from "@/server/webhooks/hooks/schema";

const HOOK = { events: "*", url: "https://receiver.test/" };

type Kind = "producer" | "group" | "item";

/** Creates a target with `count` hooks; `listed` counts the listed ones. */
async function newTarget(kind: Kind, count: number) {
  const producer = await newProducer();
  const { token } = producer;
  const item = await newItem(producer);
  const group = await newGroup(producer);
  const targets = {
    producer: { path: "/producers/hooks", columns: {} },
    group: { path: `/groups/${group}/hooks`, columns: { groupId: group } },
    item: { path: `/items/${item}/hooks`, columns: { itemId: (await itemRow(item)).id } },
  };
  const { path, columns } = targets[kind];
  const made: string[] = [];
  for (let i = 0; i < count; i++) made.push(await newHook(producer, ["*"], columns));
  return {
    producer,
    paths: [targets.producer.path, targets.group.path, targets.item.path].filter((one) => one !== path),
    create: () => post(path, HOOK, { token }),
    createAt: (other: string) => post(other, HOOK, { token }),
    remove: (hook: string) => del(`${path}/${hook}`, { token }),
    listed: async () => HookList.parse((await get(path, { token })).body).hooks.length,
    made,
  };
}

const LIMITS: [Kind, number][] = [
  ["producer", 100],
  ["group", 20],
  ["item", 20],
];

test.each(LIMITS)(
  "400: %s targets have at most %i hooks, even in parallel; deleting one permits another",
  async (kind, maxHooks) => {
    const { create, remove, listed, made } = await newTarget(kind, maxHooks - 2);
    const replies = await Promise.all(Array.from({ length: 8 }, create));
    const refused = replies.filter(({ status }) => status !== 200);
    expect(refused.map((reply) => problem(reply))).toMatchObject(
      Array(6).fill({ status: 400, code: "too-many-hooks" }),
    );
    expect(await listed()).toBe(maxHooks);
    expect((await remove(made[0] ?? "")).status).toBe(200);
    expect((await create()).status).toBe(200);
    expect(problem(await create())).toMatchObject({ status: 400, code: "too-many-hooks" });
    expect(await listed()).toBe(maxHooks);
  },
);

test.each(LIMITS)("200: a full %s target does not limit other targets", async (kind, maxHooks) => {
  const { paths, createAt } = await newTarget(kind, maxHooks);
  for (const path of paths) expect(envelope(await createAt(path)).id).toBeTruthy();
  const other = await newProducer();
  expect((await post("/producers/hooks", HOOK, { token: other.token })).status).toBe(200);
});

test.each([
  ["texts", { text: "x".repeat(1_000_000) }],
  ["large numbers, expanded to all digits", { numbers: Array(3_300).fill(1e308) }],
])(
  "400: the data of a target's hooks is at most 4 MiB in total, for %s; deleting one makes room",
  async (_, data) => {
    const { token } = await newProducer();
    const create = () => post("/producers/hooks", { ...HOOK, data }, { token });
    const replies = [];
    for (let i = 0; i < 5; i++) replies.push(await create());
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 400]);
    expect(problem(replies[4] ?? (await create()))).toMatchObject({
      code: "hooks-too-large",
      errors: [{ pointer: "/data" }],
    });
    await del(`/producers/hooks/${envelope(replies[0] ?? (await create())).id}`, { token });
    expect((await create()).status).toBe(200);
  },
);
