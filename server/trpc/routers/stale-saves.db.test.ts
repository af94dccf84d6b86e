import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { createRule } from "@/server/domain/alerts/create-rule";
import { updateGroup } from "@/server/domain/groups/update";
import { updateItem } from "@/server/domain/items/update";
import type { NewProducer } from "@/server/domain/producers/create";
import { createToken } from "@/server/domain/tokens/create";
import { callProcedure, newSignedIn, type SignedInPerson } from "@/server/testing/dashboard";
import { ctxOf, newGroup, newHook, newItem, newProducer } from "@/server/testing/factories";
import { hashesOfRows, hashesOfWrites } from "@/server/testing/rows";

// A form sends the version that it was opened with, so a save never silently overwrites another person's newer one.

const Versioned = z.looseObject({ version: z.string() });
const WithVersions = z.looseObject({ versions: z.record(z.string(), z.string()) });
const Refused = z.object({
  present: z.object({
    state: z.looseObject({}),
    version: z.string(),
    by: z.string().nullable(),
    at: z.date().nullable(),
  }),
});

const CONDITION = { kind: "impossibleTravel", windowHours: 1, scans: 1 } as const;
const RETENTION = { preciseDays: 90, deviceDays: 400, imageDays: 400 };

const TOKEN = { kind: "token", name: "Line 3" } as const;

interface World {
  producer: NewProducer;
  owner: SignedInPerson;
  admin: SignedInPerson;
  ids: Record<"item" | "group" | "rule" | "hook" | "token" | "os", string>;
}

async function newWorld(): Promise<World> {
  const producer = await newProducer();
  const admin = await newSignedIn([], { isAdmin: true });
  const os = `os-${randomUUID()}`;
  const phoneRule = { os, minimumVersion: "4", physicalOnly: true, unsupportedModels: [] };
  await callProcedure("admin.addPhoneRule", phoneRule, admin);
  const rule = { name: "Watch", condition: CONDITION, coolDownHours: 1, mailsMe: false };
  return {
    producer,
    owner: await newSignedIn([{ producer, role: "owner" }]),
    admin,
    ids: {
      item: await newItem(producer, { title: "Opened", data: { a: 1 } }),
      group: await newGroup(producer, { title: "Opened" }),
      rule: (await createRule(ctxOf(producer), rule)).id,
      hook: await newHook(producer, ["itemScanned", "itemModified"]),
      token: (await createToken(ctxOf(producer), { ...TOKEN, producerId: producer.producerId })).id,
      os,
    },
  };
}

interface Form {
  /** The query that the form reads from. */
  read: (world: World) => [path: string, input?: object];
  /** Selects the entry if the query returns a list. */
  isIt?: (answer: unknown, world: World) => boolean;
  /** Selects the version if the answer serves several forms. */
  of?: "name" | "quotas";
  save: (world: World, text: "one" | "two") => [path: string, input: object];
  /** The state after the first save. */
  first: object;
  isAdmins?: true;
}

const FORMS: Record<string, Form> = {
  item: {
    read: ({ ids }) => ["items.get", { identifier: ids.item }],
    save: ({ ids }, title) => ["items.update", { identifier: ids.item, changes: { title } }],
    first: { title: "one", data: { a: 1 } },
  },
  group: {
    read: ({ ids }) => ["groups.get", { id: ids.group }],
    save: ({ ids }, title) => ["groups.update", { id: ids.group, changes: { title } }],
    first: { title: "one" },
  },
  "alert rule": {
    read: ({ ids }) => ["alerts.rule", { id: ids.rule }],
    save: ({ ids }, name) => [
      "alerts.updateRule",
      { id: ids.rule, name, condition: CONDITION, coolDownHours: 1, mailsMe: false },
    ],
    first: { name: "one", condition: CONDITION, coolDownHours: 1 },
  },
  "phone rule": {
    read: () => ["admin.phoneRules"],
    isIt: (answer, { ids }) => z.looseObject({ os: z.string() }).parse(answer).os === ids.os,
    save: ({ ids }, text) => [
      "admin.changePhoneRule",
      { os: ids.os, minimumVersion: "4", physicalOnly: true, unsupportedModels: [text] },
    ],
    first: { minimumVersion: "4", physicalOnly: true, unsupportedModels: ["one"] },
    isAdmins: true,
  },
  "name of a producer": {
    read: () => ["producers.current"],
    save: (_, name) => ["producers.rename", { name }],
    first: { name: "one" },
  },
  "retention settings": {
    read: () => ["privacy.retention"],
    save: (_, text) => ["privacy.setRetention", { ...RETENTION, preciseDays: text === "one" ? 30 : 60 }],
    first: { ...RETENTION, preciseDays: 30 },
  },
  "activation settings": {
    read: () => ["ownership.settings"],
    save: (_, text) => ["ownership.setSettings", { isOn: false, warrantyMonths: text === "one" ? 12 : 24 }],
    first: { isOn: false, warrantyMonths: 12 },
  },
  webhook: {
    read: ({ ids }) => ["hooks.get", { id: ids.hook }],
    save: ({ ids }, text) => [
      "hooks.update",
      { id: ids.hook, url: "https://receiver.test/", events: "itemScanned", data: { text } },
    ],
    first: { url: "https://receiver.test/", events: ["itemScanned"], data: { text: "one" } },
  },
  "access of a token": {
    read: () => ["tokens.list"],
    isIt: (answer, { ids }) => z.looseObject({ id: z.string() }).parse(answer).id === ids.token,
    save: ({ ids }, text) => [
      "tokens.change",
      {
        id: ids.token,
        scopes: ["items:read"],
        requestsPerMinute: text === "one" ? 1 : 2,
        networks: ["203.0.113.0/24"],
      },
    ],
    first: { scopes: ["items:read"], requestsPerMinute: 1, networks: ["203.0.113.0/24"] },
  },
  "name of a producer, by an admin": {
    read: ({ producer }) => ["admin.producer", { id: producer.producerId }],
    of: "name",
    save: ({ producer }, name) => ["admin.rename", { producerId: producer.producerId, name }],
    first: { name: "one" },
    isAdmins: true,
  },
  "quotas of a producer": {
    read: ({ producer }) => ["admin.producer", { id: producer.producerId }],
    of: "quotas",
    save: ({ producer }, text) => [
      "admin.setQuotas",
      {
        producerId: producer.producerId,
        fileBytes: 2 ** 30,
        recordBytes: text === "one" ? 2 ** 31 : 2 ** 32,
      },
    ],
    first: { fileBytes: 2 ** 30, recordBytes: 2 ** 31 },
    isAdmins: true,
  },
};

const callerOf = ({ owner, admin }: World, { isAdmins }: Form) => (isAdmins ? admin : owner);

async function versionIn(world: World, form: Form): Promise<string> {
  const { value } = await callProcedure(...pair(form.read(world)), callerOf(world, form));
  if (form.of) return WithVersions.parse(value).versions[form.of] ?? "";
  const answers = form.isIt ? z.array(z.unknown()).parse(value) : [value];
  return Versioned.parse(answers.find((answer) => form.isIt?.(answer, world) ?? true)).version;
}

const pair = ([path, input]: [path: string, input?: object]) => [path, input] as const;

async function save(world: World, form: Form, text: "one" | "two", version: string) {
  const [path, input] = form.save(world, text);
  const reply = await callProcedure(path, { ...input, version }, callerOf(world, form));
  expect(reply.failure).toBeUndefined();
  return reply.value;
}

describe.each(Object.entries(FORMS))("%s", (_, form) => {
  let world: World;
  beforeAll(async () => {
    world = await newWorld();
  });

  test("the second of two saves from one version writes nothing and returns the current state, its author and time", async () => {
    const opened = await versionIn(world, form);
    expect(await save(world, form, "one", opened)).toHaveProperty("saved");
    const rows = await hashesOfRows();
    const before = Date.now();
    const { present } = Refused.parse(await save(world, form, "two", opened));
    expect(present.state).toMatchObject(form.first);
    expect(present.by).toBe("Test person");
    expect(present.at?.getTime()).toBeLessThanOrEqual(before);
    expect(await hashesOfRows()).toEqual(rows);

    // The same save from the current version succeeds.
    expect(present.version).toBe(await versionIn(world, form));
    expect(await save(world, form, "two", present.version)).toHaveProperty("saved");
    expect(await versionIn(world, form)).not.toBe(present.version);
  });

  test("of concurrent saves exactly one succeeds", async () => {
    const opened = await versionIn(world, form);
    const answers = await Promise.all(
      (["one", "one", "one", "one"] as const).map((text) => save(world, form, text, opened)),
    );
    expect(answers.filter((answer) => Refused.safeParse(answer).success)).toHaveLength(3);
  });

  test("a save without changes succeeds and writes nothing: no row, no audit event, no webhook event", async () => {
    await save(world, form, "one", await versionIn(world, form));
    const opened = await versionIn(world, form);
    const writes = await hashesOfWrites();
    expect(await save(world, form, "one", opened)).toHaveProperty("saved");
    expect(await hashesOfWrites()).toEqual(writes);
    expect(await versionIn(world, form)).toBe(opened);
  });

  test("400: a save without a version", async () => {
    const [path, input] = form.save(world, "one");
    expect((await callProcedure(path, input, callerOf(world, form))).status).toBe(400);
  });
});

test("changes of an item outside the form's fields are not a conflict", async () => {
  const world = await newWorld();
  const { item, group } = world.ids;
  const form = FORMS.item;
  if (!form) throw new Error("There is no such form.");
  const opened = await versionIn(world, form);
  await callProcedure("groups.addItem", { id: group, identifier: item }, world.owner);
  expect(await save(world, form, "one", opened)).toHaveProperty("saved");
});

test("changes of a webhook outside the form's fields, or another order of its events, are not a conflict", async () => {
  const world = await newWorld();
  const { webhook: form } = FORMS;
  if (!form) throw new Error("There is no such form.");
  const opened = await versionIn(world, form);
  const [path, input] = form.save(world, "one");
  const reordered = { ...input, events: "itemModified, itemScanned", data: {}, version: opened };
  const { url } = z
    .object({ url: z.string() })
    .parse((await callProcedure(...pair(form.read(world)), world.owner)).value);
  expect((await callProcedure(path, { ...reordered, url }, world.owner)).value).toHaveProperty("saved");
  await callProcedure("hooks.pause", { id: world.ids.hook }, world.owner);
  await callProcedure("hooks.rotateSecret", { id: world.ids.hook }, world.owner);
  expect(await save(world, form, "one", opened)).toHaveProperty("saved");
});

test("an owner and an admin who rename a producer do not overwrite each other", async () => {
  const world = await newWorld();
  const { "name of a producer": owners, "name of a producer, by an admin": admins } = FORMS;
  if (!owners || !admins) throw new Error("There is no such form.");
  const opened = [await versionIn(world, owners), await versionIn(world, admins)] as const;
  expect(await save(world, owners, "one", opened[0])).toHaveProperty("saved");
  expect(await save(world, admins, "two", opened[1])).toMatchObject({ present: { state: { name: "one" } } });
  const newer = await versionIn(world, admins);
  expect(await save(world, admins, "two", newer)).toHaveProperty("saved");
  expect(await save(world, owners, "one", newer)).toMatchObject({ present: { state: { name: "two" } } });
});

test("quotas and name of a producer can be saved independently", async () => {
  const world = await newWorld();
  const { "quotas of a producer": quotas, "name of a producer, by an admin": name } = FORMS;
  if (!quotas || !name) throw new Error("There is no such form.");
  const opened = await versionIn(world, quotas);
  expect(await save(world, name, "one", await versionIn(world, name))).toHaveProperty("saved");
  expect(await save(world, quotas, "one", opened)).toHaveProperty("saved");
});

test("a verb without a version, as the API calls it, saves", async () => {
  const world = await newWorld();
  const ctx = ctxOf(world.producer);
  expect(await updateItem(ctx, world.ids.item, { title: "Of a token" })).toMatchObject({
    title: "Of a token",
  });
  expect(await updateGroup(ctx, world.ids.group, { title: "Of a token" })).toMatchObject({
    title: "Of a token",
  });
});
