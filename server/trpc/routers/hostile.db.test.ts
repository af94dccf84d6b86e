import { beforeAll, expect, test } from "vitest";
import {
  callProcedure,
  newSignedIn,
  procedures,
  readsField,
  type SignedInPerson,
  statusesOf,
} from "@/server/testing/dashboard";
import { newProducer } from "@/server/testing/factories";

/** An owner who is also an admin: every procedure reads their input. */
let admin: SignedInPerson;
beforeAll(async () => {
  const producer = await newProducer();
  admin = await newSignedIn([{ producer, role: "owner" }], { isAdmin: true });
});

const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;

/** Hostile values for every field of the procedures. */
const VALUES: unknown[] = [
  "\0",
  "\ud800",
  "'; drop table items; --",
  "%_\\",
  "x".repeat(10_000),
  "",
  " ",
  "..",
  "日本語",
  "00000000-0000-0000-0000-000000000000",
  "99999999999999_00000000-0000-0000-0000-000000000000",
  "1_1",
  -1,
  1e308,
  2 ** 53,
  0.5,
  null,
  true,
  [],
  {},
  [[[]]],
  { __proto__: null, constructor: 1 },
];

const FIELDS = [
  "id identifier hookId personId invitationId secret name email role locale current next password kind since target",
  "events url data title image verificationinfos changes search filter fragment cursor limit event validForDays",
]
  .join(" ")
  .split(" ");

const FILTERS =
  "search state group hasFakes createdFrom createdBefore verdict country item os from before kind source".split(
    " ",
  );

const filters = [
  ...VALUES.map((value) => ({ filter: Object.fromEntries(FILTERS.map((field) => [field, value])) })),
  ...FILTERS.flatMap((field) => VALUES.map((value) => ({ filter: { [field]: value } }))),
];
const inputsOf = (path: string) => [
  ...VALUES,
  ...VALUES.map((value) => Object.fromEntries(FIELDS.map((field) => [field, value]))),
  // One field at a time: the first fault hides the others.
  ...["cursor", "limit", "search", "fragment", "id", "identifier", "hookId"]
    .filter((field) => readsField(path, field))
    .flatMap((field) =>
      VALUES.map((value) => ({ id: "x", hookId: "x", identifier: "x", fragment: "x", [field]: value })),
    ),
  ...(readsField(path, "filter") ? filters : []),
];

/** Raw inputs that are not valid tRPC input. */
const RAW = [
  "",
  "{",
  "null",
  "[]",
  '"x"',
  "1e999",
  '{"__proto__":{"isAdmin":true},"constructor":{"prototype":1}}',
  '{"identifier":"x","data":{"__proto__":{"admin":true},"constructor":"Miele","prototype":[]}}',
  '{"identifier":"x","title":"\\u0000"}',
  '{"identifier":"x","title":"\\ud800"}',
  nested(40),
  nested(20_000),
];

/** Returns the inputs for which a procedure answered a status that no input may cause. */
async function failing(path: string, cookie: string): Promise<unknown[]> {
  const inputs = inputsOf(path);
  const statuses = await statusesOf(path, inputs, cookie);
  expect(statuses).toHaveLength(inputs.length);
  return inputs.filter((_, n) => (statuses[n] ?? 500) >= 500);
}

/** Procedures that end the session or run long. */
const APART = ["people.signOutEverywhere", "members.leave", "setUp.seedDemo"];
const paths = [...procedures.keys()].filter((path) => !APART.includes(path));

test.each(paths)("never a 500: %s", async (path) => {
  const { cookie } = admin;
  expect(await failing(path, cookie)).toEqual([]);
  for (const rawBody of RAW) {
    const { status, failure } = await callProcedure(path, undefined, { cookie, rawBody });
    expect(status, `${path} ${rawBody.slice(0, 100)} ${failure?.detail}`).toBeLessThan(500);
    expect(status).not.toBe(401);
  }
});

test.each(APART)("never a 500: %s", async (path) => {
  const { cookie } = await newSignedIn([{ producer: await newProducer(), role: "owner" }]);
  expect(await failing(path, cookie)).toEqual([]);
});

test("400: a body that is too large", async () => {
  const rawBody = JSON.stringify({ identifier: "x", title: "x".repeat(2 ** 20) });
  const reply = await callProcedure("items.create", undefined, { cookie: admin.cookie, rawBody });
  expect(reply.status).toBe(400);
});

test("400: more calls in a batch than our pages send", async () => {
  const paths = Array.from({ length: 21 }, () => "people.me").join();
  const reply = await callProcedure(paths, {}, { cookie: admin.cookie, method: "GET" });
  expect(reply.status).toBe(400);
});

test("an item whose data has keys such as constructor is shown unchanged", async () => {
  const data = JSON.parse('{"constructor":"Miele","prototype":1,"a.b":"c","json":2}');
  await callProcedure("items.create", { identifier: "with-keys", data }, { cookie: admin.cookie });
  const { value } = await callProcedure("items.get", { identifier: "with-keys" }, { cookie: admin.cookie });
  expect(value).toMatchObject({ item: { data }, merged: { data } });
});
