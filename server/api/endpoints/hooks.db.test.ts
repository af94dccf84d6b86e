import { afterEach, describe, expect, test, vi } from "vitest";
import type { JsonObject, JsonValue } from "@/db/json";
import { newId } from "@/server/platform/ids";
import { call, del, envelope, get, post, problem } from "@/server/testing/api";
import { newGroup, newItem, newProducer, unacceptedTokens } from "@/server/testing/factories";
import { HookList } from "@/server/webhooks/hooks/schema";

const HOOK = { events: "itemScanned", url: "https://receiver.test/hook?a=1", data: { a: [1, null] } };

type Kind = "item" | "group" | "producer";
const KINDS: Kind[] = ["item", "group", "producer"];

afterEach(() => {
  vi.useRealTimers();
});

/** Creates a producer; returns the id and hook path of the producer or of one of its items or groups. */
async function newTarget(kind: Kind) {
  const producer = await newProducer();
  const { token, ownerKey, producerId } = producer;
  const id =
    kind === "producer" ? producerId : await (kind === "item" ? newItem(producer) : newGroup(producer));
  const path = kind === "producer" ? "/producers/hooks" : `/${kind}s/${id}/hooks`;
  return { producer, token, ownerKey, id, path };
}

const listed = async (path: string, token: string) =>
  HookList.parse((await get(path, { token })).body).hooks.map((hook) => hook.id);

/** Creates a target with one hook. */
async function newHooked(kind: Kind) {
  const target = await newTarget(kind);
  return { ...target, hook: envelope(await post(target.path, HOOK, { token: target.token })).id };
}

describe.each(KINDS)("hooks of the target: %s", (kind) => {
  test("200: creating a hook returns all its fields and its secret; lists omit the secret", async () => {
    const { path, token, id } = await newTarget(kind);
    const reply = await post(path, HOOK, { token });
    expect(reply.status).toBe(200);
    const { id: hook, data } = envelope(reply);
    const { _created } = data;
    expect(_created).toSatisfy((ms: number) => Number.isInteger(ms) && Math.abs(ms - Date.now()) < 60_000);
    const fields = { ...HOOK, type: "httprequest", executed: 0, _created, _updated: _created };
    expect(reply.body).toEqual({
      id: hook,
      data: fields,
      secret: expect.stringMatching(/^whsec_[\w+/]{32}$/),
    });
    expect((await get(path, { token })).body).toEqual({
      id,
      type: kind,
      hooks: [{ id: hook, data: fields }],
    });
  });

  test("200: an owner key creates hooks; 403: it cannot list or delete them", async () => {
    const { path, token, ownerKey } = await newTarget(kind);
    const hook = envelope(await post(path, HOOK, { ownerKey })).id;
    for (const reply of [await get(path, { ownerKey }), await del(`${path}/${hook}`, { ownerKey })])
      expect(problem(reply)).toMatchObject({ status: 403, code: "credential-not-accepted" });
    expect(await listed(path, token)).toEqual([hook]);
  });

  test("403: creating, listing and deleting need an accepted credential", async () => {
    const { producer, path, token, hook } = await newHooked(kind);
    const refused = [{}, ...(await unacceptedTokens(producer)).map(([, token]) => ({ token }))];
    for (const options of [...refused, { ownerKey: token }, { ownerKey: "" }]) {
      expect((await post(path, HOOK, options)).status).toBe(403);
      expect((await get(path, options)).status).toBe(403);
      expect((await del(`${path}/${hook}`, options)).status).toBe(403);
    }
    expect(await listed(path, token)).toEqual([hook]);
  });

  test("200: hooks are listed newest first, for this target only", async () => {
    const { producer, path, token } = await newTarget(kind);
    const elsewhere = [
      `/items/${await newItem(producer)}/hooks`,
      `/groups/${await newGroup(producer)}/hooks`,
    ];
    if (kind !== "producer") elsewhere.push("/producers/hooks");
    for (const other of elsewhere) await post(other, HOOK, { token });
    await post("/producers/hooks", HOOK, { token: (await newProducer()).token });
    const made: string[] = [];
    for (let i = 0; i < 3; i++) {
      vi.setSystemTime(Date.now() + 1000);
      made.unshift(envelope(await post(path, HOOK, { token })).id);
    }
    expect(await listed(path, token)).toEqual(made);
  });

  test("200: a target without hooks has an empty list", async () => {
    const { path, token, id } = await newTarget(kind);
    expect((await get(path, { token })).body).toEqual({ id, type: kind, hooks: [] });
  });

  test("409: an idempotency key with another body; 200: with the same body, the same hook and secret", async () => {
    const { path, token } = await newTarget(kind);
    const options = { token, headers: { "idempotency-key": newId() } };
    const replies = await Promise.all(Array.from({ length: 5 }, () => post(path, HOOK, options)));
    const answers = replies.map(({ status, body }) => ({ status, body }));
    expect(answers).toEqual(Array(5).fill({ status: 200, body: replies[0]?.body }));
    expect(replies[0]?.body).toHaveProperty("secret");
    expect(await listed(path, token)).toHaveLength(1);
    expect(problem(await post(path, { ...HOOK, data: {} }, options))).toMatchObject({
      status: 409,
      code: "idempotency-key-reused",
    });
  });
});

const DELETING: [Kind, string][] = [
  ["item", "DELETE"],
  ["group", "DELETE"],
  ["group", "GET"],
  ["producer", "DELETE"],
];

describe.each(DELETING)("deleting a hook of: %s, by %s", (kind, method) => {
  test("200: the hook is gone, others stay", async () => {
    const { path, token, hook } = await newHooked(kind);
    const other = envelope(await post(path, HOOK, { token })).id;
    const reply = await call(method, `${path}/${hook}`, { token });
    expect(reply).toMatchObject({ status: 200, body: undefined });
    expect(reply.bytes.byteLength).toBe(0);
    expect(await listed(path, token)).toEqual([other]);
    const again = await call(method, `${path}/${hook}`, { token });
    expect(problem(again)).toMatchObject({ status: 404, code: "hook-not-found" });
  });

  test("403: a hook of another producer; 404: after its deletion", async () => {
    const { path, token, hook } = await newHooked(kind);
    const foreign = await newHooked(kind);
    const reply = await call(method, `${path}/${foreign.hook}`, { token });
    expect(problem(reply)).toMatchObject({ status: 403, code: "hook-of-another-producer" });
    expect(await listed(foreign.path, foreign.token)).toEqual([foreign.hook]);
    await call(method, `${foreign.path}/${foreign.hook}`, { token: foreign.token });
    const gone = await call(method, `${path}/${foreign.hook}`, { token });
    expect(problem(gone)).toMatchObject({ status: 404, code: "hook-not-found" });
    expect(await listed(path, token)).toEqual([hook]);
  });

  test("404: a hook of another target, or an unknown one", async () => {
    const { producer, path, token, hook } = await newHooked(kind);
    const elsewhere = `/items/${await newItem(producer)}/hooks`;
    const ids = [envelope(await post(elsewhere, HOOK, { token })).id, newId(), "nothing", "%00"];
    for (const id of ids) {
      const { status, code } = problem(await call(method, `${path}/${id}`, { token }));
      expect([id, status, code]).toEqual(
        id === "%00" ? [id, 400, "invalid-input"] : [id, 404, "hook-not-found"],
      );
    }
    expect(await listed(path, token)).toEqual([hook]);
    expect(await listed(elsewhere, token)).toHaveLength(1);
  });
});

describe.each<["item" | "group", string]>([
  ["item", "DELETE"],
  ["group", "DELETE"],
  ["group", "GET"],
])("target is not a %s of the caller (deleting by %s)", (kind, method) => {
  const allOf = async (path: string, hook: string, token: string) => [
    await post(path, HOOK, { token }),
    await get(path, { token }),
    await call(method, `${path}/${hook}`, { token }),
  ];

  test("403: it belongs to another producer", async () => {
    const { path, token, hook } = await newHooked(kind);
    const stranger = await newProducer();
    for (const reply of [
      ...(await allOf(path, hook, stranger.token)),
      await post(path, HOOK, { ownerKey: stranger.ownerKey }),
    ])
      expect(problem(reply)).toMatchObject({ status: 403, code: `${kind}-of-another-producer` });
    expect(await listed(path, token)).toEqual([hook]);
  });

  test("404: it never existed or was deleted", async () => {
    const { path, token, id, hook } = await newHooked(kind);
    await del(`/${kind}s/${id}`, { token });
    for (const gone of [path, `/${kind}s/${newId()}/hooks`, `/${kind}s/nothing/hooks`])
      for (const reply of await allOf(gone, hook, token))
        expect(problem(reply)).toMatchObject({ status: 404, code: `${kind}-not-found` });
  });
});

test.each<[JsonValue, JsonValue]>([
  ["itemScanned", "itemScanned"],
  ["*", "*"],
  ["itemScanned,itemCreated", "itemScanned,itemCreated"],
  ["itemScanned, itemCreated ", "itemScanned,itemCreated"],
  ["itemScanned,itemScanned", "itemScanned"],
  ["*,itemScanned", "*,itemScanned"],
  [["itemScanned"], ["itemScanned"]],
  [["*"], ["*"]],
  [
    ["itemScanned", "contentDeleted", "itemScanned"],
    ["itemScanned", "contentDeleted"],
  ],
])("200: events %j are shown as %j", async (events, shown) => {
  const { token, path } = await newTarget("producer");
  const reply = await post(path, { ...HOOK, events }, { token });
  expect(envelope(reply).data.events).toEqual(shown);
  expect((await get(path, { token })).body).toMatchObject({ hooks: [{ data: { events: shown } }] });
});

const FAULTY: [string, JsonValue | undefined][] = [
  ...["", " ", ",", "itemScanned,", "itemscanned", "item*", "*,nothing", "toString"].map(
    (events): [string, JsonValue] => ["events", events],
  ),
  ...[[], [""], ["itemScanned,itemCreated"], ["nothing"], [1], null, 1, {}, undefined].map(
    (events): [string, JsonValue | undefined] => ["events", events],
  ),
  ...[
    "",
    "receiver",
    "/hook",
    "//receiver.test/",
    "http://",
    "ftp://receiver.test/",
    "file:///etc/passwd",
  ].map((url): [string, JsonValue] => ["url", url]),
  ...[
    "javascript:alert(1)",
    "http://me@receiver.test/",
    "http://me:secret@receiver.test/",
    "http://:secret@receiver.test/",
    "http://receiver.test:0/",
    "http://receiver.test:65536/",
    "http://receiver.test/\n",
    "http://[::1/",
    "http://1.2.3.4.5/",
    `http://receiver.test/${"x".repeat(1980)}`,
  ].map((url): [string, JsonValue] => ["url", url]),
  ...[null, 1, ["http://receiver.test/"], undefined].map((url): [string, JsonValue | undefined] => [
    "url",
    url,
  ]),
  ...["x", 1, [], true].map((data): [string, JsonValue] => ["data", data]),
];

test.each(FAULTY)("400: %s cannot be %j", async (field, value) => {
  const { token, path } = await newTarget("producer");
  const body: JsonObject = { ...HOOK };
  if (value === undefined) delete body[field];
  else body[field] = value;
  const reply = await post(path, body, { token });
  expect(problem(reply)).toMatchObject({ status: 400, code: "invalid-input" });
  for (const { pointer } of problem(reply).errors ?? []) expect(pointer).toMatch(`/${field}`);
  expect(problem(reply).errors).not.toEqual([]);
  expect(await listed(path, token)).toEqual([]);
});

test("400: all faults of a hook are reported together, even of an absent body", async () => {
  const { token, path } = await newTarget("producer");
  const pointers = async (reply: Promise<Parameters<typeof problem>[0]>) =>
    problem(await reply).errors?.map(({ pointer }) => pointer);
  const all = post(path, { events: "nothing", url: "ftp://receiver.test/", data: 1 }, { token });
  expect(await pointers(all)).toEqual(["/events", "/url", "/data"]);
  expect(await pointers(post(path, undefined, { token }))).toEqual(["/events", "/url"]);
});

test.each([
  "https://8.8.8.8/a?b=c#d",
  "http://receiver.test:8080/hook",
  "https://münchen.test/ü",
  `http://receiver.test/${"x".repeat(1979)}`,
])("200: a url is stored unchanged: %s", async (url) => {
  const { token, path } = await newTarget("producer");
  expect(envelope(await post(path, { ...HOOK, url }, { token })).data.url).toBe(url);
});

test("200: data is stored unchanged; null or absent data is empty", async () => {
  const { token, path } = await newTarget("producer");
  const shownData = async (fields: Record<string, JsonValue>) =>
    envelope(await post(path, { events: "*", url: HOOK.url, ...fields }, { token })).data.data;
  const data = { a: [1, null, { ü: "☃" }], secret: "mine", nothing: null };
  expect(await shownData({ data })).toEqual(data);
  expect(await shownData({ data: null })).toEqual({});
  expect(await shownData({})).toEqual({});
});

test("200: unknown and service-set fields are ignored, so a hook that was read can be sent again", async () => {
  const { token, path } = await newTarget("producer");
  const own = { id: newId(), type: "none", executed: 9, _created: 1, _updated: 1, secret: "mine", x: {} };
  const first = await post(path, { ...own, ...HOOK }, { token });
  const { id, data } = envelope(first);
  expect(data).toEqual({
    ...HOOK,
    type: "httprequest",
    executed: 0,
    _created: data._created,
    _updated: data._created,
  });
  expect([id, data._created]).not.toEqual([own.id, 1]);
  expect(first.body).not.toMatchObject({ secret: "mine" });
});
