import { expect, test, vi } from "vitest";
import { limit } from "@/server/http/limits";
import { fromNetwork } from "@/server/platform/caller-network";
import { runtime } from "@/server/runtime/runtime";
import { callProcedure, newSignedIn, statusesOf } from "@/server/testing/dashboard";
import { endlessBody } from "@/server/testing/endless-body";
import { newProducer } from "@/server/testing/factories";
import { serveTrpc } from "@/server/trpc/handler";

// Holds decision 0013.

vi.hoisted(() => {
  process.env.RATE_LIMITS = "on";
});

const times = <T>(count: number, call: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => call(n)));

test("429: more than 300 calls of a person in ten seconds; other people are served", async () => {
  const producer = await newProducer();
  const [one, other] = [await newSignedIn([{ producer, role: "viewer" }]), await newSignedIn()];
  const statuses: number[] = [];
  for (let n = 0; n < 16; n++)
    statuses.push(...(await statusesOf("people.me", Array(20).fill(null), one.cookie)));
  expect(statuses.filter((status) => status === 200)).toHaveLength(300);
  expect(statuses.filter((status) => status === 429)).toHaveLength(20);
  expect((await callProcedure("people.me", undefined, other)).status).toBe(200);
});

test("429: more than 60 public calls per minute from one address; other addresses and sessions are served", async () => {
  const invitation = () => callProcedure("members.invitation", { secret: "none" });
  const from = (network: string) => fromNetwork(network, async () => (await invitation()).status);
  const statuses = await times(65, () => from("192.0.2.7"));
  expect(statuses.filter((status) => status === 429)).toHaveLength(5);
  expect(await from("192.0.2.8")).not.toBe(429);
  const { cookie } = await newSignedIn();
  const { status } = await fromNetwork("192.0.2.7", () => callProcedure("people.me", undefined, { cookie }));
  expect(status).toBe(200);
});

/** Counts the pool's statements that wait for a lock. */
async function waiting(): Promise<number> {
  const rows = await runtime().database.batchClient<{ count: number }[]>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and application_name in ('assay', 'assay-walks') and wait_event_type = 'Lock'`;
  return rows[0]?.count ?? 0;
}

test("at most four calls of a person run at once and the rest wait; another person's calls run", async () => {
  const producer = await newProducer();
  const [one, other] = await times(2, () => newSignedIn([{ producer, role: "viewer" }]));
  const held = await runtime().database.db.$client.reserve();
  await held`begin`;
  await held`lock table sightings in access exclusive mode`;
  const many = statusesOf("sightings.list", Array(20).fill({}), one?.cookie ?? "");
  await vi.waitFor(async () => expect(await waiting()).toBe(4), { timeout: 3_000 });
  expect((await callProcedure("producers.current", undefined, { cookie: other?.cookie })).status).toBe(200);
  expect(await waiting()).toBe(4);
  await held`rollback`;
  held.release();
  expect(await many).toEqual(Array(20).fill(200));
});

test("429: further calls while 80 calls of the same person wait", async () => {
  const producer = await newProducer();
  const { cookie } = await newSignedIn([{ producer, role: "viewer" }]);
  const held = await runtime().database.db.$client.reserve();
  await held`begin`;
  await held`lock table sightings in access exclusive mode`;
  const refused: number[] = [];
  const all = times(100, async () => {
    const { status } = await callProcedure("sightings.list", {}, { cookie });
    if (status === 429) refused.push(status);
    return status;
  });
  await vi.waitFor(() => expect(refused).toHaveLength(16), { timeout: 3_000 });
  await held`rollback`;
  held.release();
  expect((await all).filter((status) => status === 200)).toHaveLength(84);
});

/** Sends a call with an endless body; returns its status and the number of reads of the body. */
async function postEndless(headers: Record<string, string>) {
  const { body, pulls } = endlessBody();
  const all = { "content-type": "application/json", "sec-fetch-site": "same-origin", ...headers };
  const init = { method: "POST", headers: all, body, duplex: "half" };
  const { status } = await serveTrpc(new Request("https://assay.test/api/trpc/items.create", init));
  return [status, pulls()];
}

test("403: a call from another site is refused before its body is read, despite a session", async () => {
  const { cookie } = await newSignedIn([{ producer: await newProducer(), role: "owner" }]);
  expect(await postEndless({ cookie, "sec-fetch-site": "cross-site" })).toEqual([403, 0]);
});

test("429: a call above the person's limit is refused before its body is read", async () => {
  const { cookie, personId } = await newSignedIn([{ producer: await newProducer(), role: "owner" }]);
  for (let n = 0; n < 300; n++) await limit("calls of this person", personId);
  expect(await postEndless({ cookie })).toEqual([429, 0]);
});

test.each([
  ["without a session", {}],
  ["with a session that is not ours", { cookie: "next-auth.session-token=made-up" }],
])("401: a call %s is refused before its body is read", async (_, headers) => {
  expect(await postEndless(headers)).toEqual([401, 0]);
});
