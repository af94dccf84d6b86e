import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { ALL_SCOPES, type Scope } from "@/server/core/scopes";
import type { NewProducer } from "@/server/domain/producers/create";
import { get } from "@/server/testing/api";
import { clientOf, said, tokenWith, told } from "@/server/testing/assistant";
import { newGroup, newItem, newProducer } from "@/server/testing/factories";
import { hashesOfRows } from "@/server/testing/rows";

// Holds decision 0079.

/** The scope that each changing tool needs besides `assistants:write`, and its hints. */
const TOOLS: Record<string, { scope: Scope; destructiveHint: boolean; idempotentHint: boolean }> = {
  create_item: { scope: "items:write", destructiveHint: false, idempotentHint: true },
  update_item: { scope: "items:write", destructiveHint: true, idempotentHint: false },
  invalidate_item: { scope: "items:write", destructiveHint: true, idempotentHint: true },
  create_group: { scope: "groups:write", destructiveHint: false, idempotentHint: false },
  update_group: { scope: "groups:write", destructiveHint: true, idempotentHint: false },
  add_item_to_group: { scope: "groups:write", destructiveHint: false, idempotentHint: true },
  remove_item_from_group: { scope: "groups:write", destructiveHint: true, idempotentHint: true },
};

const ASSISTANT: Scope[] = ["items:read", "items:write", "groups:read", "groups:write", "assistants:write"];

const assistantOf = async (producer: NewProducer) => clientOf(await tokenWith(producer, ASSISTANT));

/** Names and hints of the tools of a client that do not only read. */
const changingOf = async (client: Awaited<ReturnType<typeof clientOf>>) =>
  (await client.listTools()).tools.filter(({ annotations }) => annotations?.readOnlyHint !== true);

/** The arguments of every changing tool, in an order in which each succeeds. */
const argumentsFor = (identifier: string, group: string): [string, Record<string, unknown>][] => [
  ["create_item", { identifier: `new ${identifier}`, title: "New" }],
  ["update_item", { identifier, title: "Renamed", data: { colour: "blue" } }],
  ["create_group", { title: "Bags" }],
  ["update_group", { id: group, title: "Totes 2" }],
  ["add_item_to_group", { group, identifier }],
  ["remove_item_from_group", { group, identifier }],
  ["invalidate_item", { identifier }],
];

describe("everyone x every changing tool x every scope", () => {
  let producer: NewProducer;
  let calls: [string, Record<string, unknown>][];
  beforeAll(async () => {
    producer = await newProducer();
    calls = argumentsFor(await newItem(producer), await newGroup(producer));
  });

  const others = ALL_SCOPES.filter((scope) => scope !== "assistants:write");
  const NONE: [string, Scope[] | null][] = [
    ["no list of scopes", null],
    ["every scope but assistants:write", [...others]],
    ["assistants:write alone", ["assistants:write"]],
    [
      "assistants:write and all that reads",
      ["assistants:write", ...others.filter((s) => s.endsWith(":read"))],
    ],
  ];
  test.each(NONE)(
    "a token with %s has no tool that changes; a call of one is an unknown tool, and changes nothing",
    async (_, scopes) => {
      const client = await clientOf(await tokenWith(producer, scopes));
      expect(await changingOf(client)).toEqual([]);
      const before = await hashesOfRows();
      for (const [name, input] of calls) await expect(said(client, name, input)).rejects.toThrow("not found");
      expect(await hashesOfRows()).toEqual(before);
    },
  );

  test.each(others)("with assistants:write, %s adds the tools whose calls need it", async (scope) => {
    const client = await clientOf(await tokenWith(producer, [scope, "assistants:write"]));
    const allowed = Object.keys(TOOLS).filter((name) => TOOLS[name]?.scope === scope);
    expect((await changingOf(client)).map(({ name }) => name).sort()).toEqual(allowed.sort());
    for (const [name, input] of calls)
      if (!allowed.includes(name)) await expect(said(client, name, input)).rejects.toThrow("not found");
  });
});

test("each changing tool says what it does to the data, and names its arguments", async () => {
  const client = await assistantOf(await newProducer());
  expect(client.getInstructions()).toContain("wait for a yes");
  const tools = await changingOf(client);
  expect(Object.fromEntries(tools.map(({ name, annotations }) => [name, annotations]))).toEqual(
    Object.fromEntries(
      Object.entries(TOOLS).map(([name, { scope: _, ...hints }]) => [
        name,
        { ...hints, readOnlyHint: false, openWorldHint: false },
      ]),
    ),
  );
  const calls = new Map(argumentsFor("a", "b"));
  for (const { name, inputSchema } of tools) {
    const known = Object.keys(z.record(z.string(), z.unknown()).parse(inputSchema.properties));
    expect(known, name).toEqual(expect.arrayContaining(Object.keys(calls.get(name) ?? {})));
    expect(JSON.stringify(inputSchema), name).not.toContain("$ref");
  }
});

const History = z.object({
  history: z.array(z.object({ data: z.object({ action: z.string(), actor: z.unknown() }) })),
});

test("every changing tool does what its call of the API does, in the history in the token's name", async () => {
  const producer = await newProducer();
  const identifier = await newItem(producer, { title: "Tote" });
  const group = await newGroup(producer, { title: "Totes" });
  const client = await assistantOf(producer);
  const answers: Record<string, unknown> = {};
  for (const [name, input] of argumentsFor(identifier, group))
    answers[name] = await told(client, name, input);
  expect(answers).toMatchObject({
    create_item: { id: `new ${identifier}`, data: { title: "New" } },
    update_item: { id: identifier, data: { title: "Renamed", data: { colour: "blue" } } },
    create_group: { data: { title: "Bags" } },
    update_group: { id: group, data: { title: "Totes 2" } },
    add_item_to_group: {},
    remove_item_from_group: {},
    invalidate_item: { data: { invalidated: true } },
  });
  const { token } = producer;
  const { body } = await get(`/items/${identifier}/history`, { token });
  const { history } = History.parse(body);
  expect(history.map(({ data }) => data.action)).toEqual([
    "invalidated",
    "deletedFromGroup",
    "addedToGroup",
    "modified",
    "created",
  ]);
  expect(JSON.stringify(history[0])).toContain("Scoped");
});

test("the API's rules hold: faults name their arguments, quotas and final states refuse", async () => {
  const producer = await newProducer();
  const identifier = await newItem(producer);
  const client = await assistantOf(producer);
  const refused = async (name: string, input: Record<string, unknown>) => {
    const { isError, text } = await said(client, name, input);
    expect(isError, text).toBe(true);
    return text;
  };
  expect(await refused("create_item", { identifier })).toContain("identifier-taken");
  expect(await refused("create_item", { title: "X" })).toMatch(/invalid-input: .* \/identifier /);
  expect(await refused("create_item", { identifier: "\u0001" })).toContain("/identifier");
  expect(await refused("update_item", { title: "X" })).toContain("/identifier must be a text");
  expect(await refused("update_item", { identifier, title: 7 })).toContain("/title");
  expect(await refused("update_item", { identifier: randomUUID(), title: "X" })).toContain("item-not-found");
  expect(await refused("update_group", { id: "none", title: "X" })).toContain("group-not-found");
  expect(await refused("invalidate_item", { identifier, reason: "lost" })).toContain("invalid-input");
  await told(client, "invalidate_item", { identifier });
  expect(await refused("update_item", { identifier, title: "X" })).toContain("item-invalidated");
});

test("a token of another producer changes nothing and receives no texts", async () => {
  const owner = await newProducer();
  const identifier = await newItem(owner, { title: "Secret tote" });
  const group = await newGroup(owner, { title: "Secret totes" });
  const client = await assistantOf(await newProducer());
  const before = await hashesOfRows();
  for (const [name, input] of argumentsFor(identifier, group)) {
    if (name.startsWith("create_")) continue;
    const { isError, text } = await said(client, name, input);
    expect(isError, name).toBe(true);
    expect(text, name).not.toContain("Secret");
  }
  expect(await hashesOfRows()).toEqual(before);
});
