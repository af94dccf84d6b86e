import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { z } from "zod";
import { hooks } from "@/db/schema/hooks";
import { only } from "@/server/data/only";
import { runtime } from "@/server/runtime/runtime";
import { post, problem } from "@/server/testing/api";
import { callProcedure, newSignedIn, type SignedInPerson } from "@/server/testing/dashboard";
import { queueAllEvents } from "@/server/testing/delivering";
import { itemRow, newGroup, newHook, newItem, newProducer } from "@/server/testing/factories";

// Holds decision 0021.

const rowOf = async (id: string) =>
  only(await runtime().database.db.select().from(hooks).where(eq(hooks.id, id)));

async function world() {
  const producer = await newProducer();
  const editor = await newSignedIn([{ producer, role: "editor" }]);
  return { producer, editor, hook: await newHook(producer, ["itemScanned"]) };
}

/** Saves over the current version, like a form that was just opened. */
async function edit(editor: SignedInPerson, id: string, changed: object) {
  const { value } = await callProcedure("hooks.get", { id }, editor);
  const { version } = z.object({ version: z.string() }).parse(value);
  return callProcedure("hooks.update", { id, ...changed, version }, editor);
}

test.each(["http://127.0.0.1/", "http://2130706433/", "http://[::ffff:10.0.0.1]/", "http://localhost:3000/"])(
  "400: all three calls, the dashboard and edits refuse a webhook to %s, with the reason",
  async (url) => {
    const { producer, editor, hook } = await world();
    const body = { events: "*", url };
    const refused = [{ pointer: "/url", message: expect.stringMatching(/not on the public internet/) }];
    for (const path of [
      "/producers/hooks",
      `/items/${await newItem(producer)}/hooks`,
      `/groups/${await newGroup(producer)}/hooks`,
    ])
      expect(problem(await post(path, body, { token: producer.token }))).toMatchObject({
        status: 400,
        errors: refused,
      });
    const made = await callProcedure("hooks.create", { ...body, target: "producer" }, editor);
    const edited = await edit(editor, hook, body);
    for (const { failure } of [made, edited]) expect(failure?.errors).toMatchObject(refused);
  },
);

test("an edit changes url, events and data, keeps the secret, and is recorded", async () => {
  const { editor, hook } = await world();
  const before = await rowOf(hook);
  const wanted = { url: "https://new.test/hook", events: "itemCreated,itemDeleted", data: { system: "ERP" } };
  expect((await edit(editor, hook, wanted)).value).toMatchObject({ saved: { data: wanted } });
  const { secret, url, events, data } = await rowOf(hook);
  expect({ secret, url, events, data }).toEqual({
    secret: before.secret,
    url: wanted.url,
    events: ["itemCreated", "itemDeleted"],
    data: wanted.data,
  });
  const AuditEvents = z.object({
    entries: z.array(z.object({ action: z.string(), changes: z.array(z.object({ path: z.string() })) })),
  });
  const auditEvents = AuditEvents.parse(
    (await callProcedure("auditEvents.list", { filter: { kind: "hook" } }, editor)).value,
  );
  const paths = auditEvents.entries[0]?.changes.map(({ path }) => path);
  expect([auditEvents.entries[0]?.action, paths]).toEqual(["hookChanged", ["/url", "/events", "/data"]]);
  await edit(editor, hook, wanted);
  const again = AuditEvents.parse(
    (await callProcedure("auditEvents.list", { filter: { kind: "hook" } }, editor)).value,
  );
  expect(again.entries).toHaveLength(auditEvents.entries.length);
});

const text = (bytes: number) => ({ text: "x".repeat(bytes) });

test("400: an edit beyond 4 MiB of data of a target's webhooks; a large webhook can still be changed", async () => {
  const { producer, editor, hook } = await world();
  const target = { itemId: (await itemRow(await newItem(producer))).id };
  for (let i = 0; i < 4; i++) await newHook(producer, ["*"], { data: text(1_000_000) });
  const [large, small] = [await newHook(producer, ["*"], { data: text(100_000) }), hook];
  const ofItem = await newHook(producer, ["*"], target);
  const changed = { url: "https://other.test/", events: "*" };
  const refused = await edit(editor, small, { ...changed, data: text(1_000_000) });
  expect(refused.failure).toMatchObject({ appCode: "hooks-too-large", errors: [{ pointer: "/data" }] });
  expect((await rowOf(small)).url).not.toBe(changed.url);
  for (const id of [large, ofItem]) {
    const { value } = await edit(editor, id, { ...changed, data: text(id === large ? 100_000 : 1_000_000) });
    expect(value).toMatchObject({ saved: { data: { url: changed.url } } });
  }
});

test("if the data of a target's webhooks already exceeds the limit, edits that add none are saved", async () => {
  const { producer, editor } = await world();
  const [first = ""] = await Promise.all(
    Array.from({ length: 5 }, () => newHook(producer, ["*"], { data: text(1_000_000) })),
  );
  for (const bytes of [1_000_000, 900_000]) {
    const { failure } = await edit(editor, first, {
      url: `https://${bytes}.test/`,
      events: "*",
      data: text(bytes),
    });
    expect(failure).toBeUndefined();
  }
  const grown = await edit(editor, first, { url: "https://other.test/", events: "*", data: text(900_001) });
  expect(grown.failure).toMatchObject({ appCode: "hooks-too-large" });
});

test("of concurrent edits, those that fit the limit together are saved", async () => {
  const { producer, editor } = await world();
  for (let i = 0; i < 3; i++) await newHook(producer, ["*"], { data: text(1_000_000) });
  const small = await Promise.all(Array.from({ length: 4 }, () => newHook(producer, ["*"])));
  const outcomes = await Promise.all(
    small.map((id) => edit(editor, id, { url: "https://other.test/", events: "*", data: text(1_000_000) })),
  );
  expect(outcomes.filter(({ failure }) => !failure)).toHaveLength(1);
});

test("the list of webhooks does not contain their data", async () => {
  const { producer, editor } = await world();
  await newHook(producer, ["*"], { data: text(1_000_000) });
  const { value } = await callProcedure("hooks.list", {}, editor);
  expect(z.object({ entries: z.array(z.object({ id: z.string() })).length(2) }).parse(value)).toBeTruthy();
  expect(JSON.stringify(value).length).toBeLessThan(2_000);
});

const Deliveries = z.object({ entries: z.array(z.object({ state: z.string() })) });

test("a paused webhook gets nothing, keeps its events, and can replay them once it is switched on", async () => {
  const { producer, editor, hook } = await world();
  await callProcedure("hooks.pause", { id: hook }, editor);
  expect(await rowOf(hook)).toMatchObject({ paused: true, switchedOffAt: expect.any(Date) });
  const identifier = await newItem(producer);
  await post("/scans", { identifier });
  await queueAllEvents();
  const states = async () =>
    Deliveries.parse((await callProcedure("deliveries.list", { hookId: hook }, editor)).value).entries.map(
      ({ state }) => state,
    );
  expect(await states()).toEqual(["held"]);
  await callProcedure("hooks.switchOn", { id: hook }, editor);
  expect(await rowOf(hook)).toMatchObject({ paused: false, switchedOffAt: null });
  const replayed = await callProcedure("deliveries.replayFailed", { hookId: hook, since: 0 }, editor);
  expect(replayed.value).toMatchObject({ state: "done", result: { replayed: 1 } });
  expect(await states()).toEqual(["waiting"]);
});

test("the navigation counts webhooks that failures switched off, not paused ones", async () => {
  const { producer, editor, hook } = await world();
  const count = async () => (await callProcedure("hooks.switchedOff", undefined, editor)).value;
  await callProcedure("hooks.pause", { id: hook }, editor);
  expect(await count()).toEqual({ count: 0 });
  const failed = await newHook(producer);
  await runtime().database.db.update(hooks).set({ switchedOffAt: new Date() }).where(eq(hooks.id, failed));
  await newHook(await newProducer());
  expect(await count()).toEqual({ count: 1 });
});
