import { eq, isNotNull } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import { alertNotices } from "@/db/schema/alert-notices";
import { alertRules } from "@/db/schema/alert-rules";
import { alerts } from "@/db/schema/alerts";
import { HOUR_MS, MINUTE_MS } from "@/server/core/time";
import { mailServer } from "@/server/testing/mail-server";
import { newNoticeWorld } from "@/server/testing/notices";
import type { openReceiver } from "@/server/testing/receiver";

// Holds decision 0081: alerts survive outages of three days, and receivers that hang hold up no others.

const smtp = mailServer();
const world = (answer?: Parameters<typeof openReceiver>[0]) => newNoticeWorld(smtp, answer);

beforeEach(() => {
  vi.resetModules();
});

test("a receiver's refusal is kept as the reason, repeated with delays, and given up after three days", async () => {
  const { rule, channel, open, send, receiver, told } = await world(() => ({
    status: 404,
    body: "no_service",
  }));
  await channel();
  const id = await open(await rule("First rule", false));
  await send();
  expect(await told(id)).toMatchObject([
    {
      name: "Security",
      by: "slack",
      attemptsMade: 1,
      failure: "HTTP 404: no_service",
      sentAt: null,
      givenUpAt: null,
    },
  ]);
  await send();
  expect(receiver.calls).toHaveLength(1);
  const start = Date.now();
  for (let hour = 1; hour < 72; hour++) await send(start + hour * HOUR_MS);
  expect(await told(id)).toMatchObject([{ givenUpAt: null, attemptsMade: receiver.calls.length }]);
  expect(receiver.calls.length).toBeLessThan(20);
  for (let hour = 73; hour < 90; hour++) await send(start + hour * HOUR_MS);
  expect(await told(id)).toMatchObject([{ givenUpAt: expect.any(Date) }]);
  expect(receiver.calls.length).toBeLessThan(20);
});

test("during an outage further alerts neither shorten the three days of earlier ones nor put them off", async () => {
  let isDown = true;
  const { db, rule, channel, open, send, makeDue, receiver } = await world(() => ({
    status: isDown ? 503 : 200,
  }));
  await channel();
  const watched = await rule("First rule", false);
  const start = Date.now();
  const givenUp = () => db.$count(alertNotices, isNotNull(alertNotices.givenUpAt));
  for (let minute = 0; minute < 12 * 60; minute += 10) {
    const now = start + minute * MINUTE_MS;
    await open(watched, now);
    await makeDue(now);
    await send(now);
  }
  // Each new alert is tried at once; the earlier ones wait longer each time.
  expect(receiver.calls.length).toBeLessThan(72 + 20);
  for (let hour = 12; hour < 72; hour++) await send(start + hour * HOUR_MS);
  expect(await givenUp()).toBe(0);
  isDown = false;
  await send(start + 78 * HOUR_MS);
  expect(await db.$count(alertNotices, isNotNull(alertNotices.sentAt))).toBe(72);
  expect(await givenUp()).toBe(0);
});

test("each alert is given up by its own age, three days after it was first tried", async () => {
  const { rule, channel, open, send, makeDue, told } = await world(() => ({ status: 503 }));
  await channel();
  const watched = await rule("First rule", false);
  const start = Date.now();
  const openAt = async (now: number) => {
    const id = await open(watched, now);
    await makeDue(now);
    await send(now);
    return id;
  };
  const first = await openAt(start);
  for (let hour = 1; hour < 48; hour++) await send(start + hour * HOUR_MS);
  const later = await openAt(start + 48 * HOUR_MS);
  for (let hour = 49; hour < 80; hour++) await send(start + hour * HOUR_MS);
  expect(await told(first)).toMatchObject([{ givenUpAt: expect.any(Date) }]);
  for (let hour = 80; hour < 119; hour++) await send(start + hour * HOUR_MS);
  expect(await told(later)).toMatchObject([{ givenUpAt: null }]);
});

test("a channel that answers again receives at once what waits after failures", async () => {
  let isDown = true;
  const { rule, channel, open, send, makeDue, chats, told } = await world(() => ({
    status: isDown ? 503 : 200,
  }));
  await channel();
  const start = Date.now();
  const early = await open(await rule("Early rule", false));
  await makeDue(start);
  for (const minute of [0, 1, 6, 21]) await send(start + minute * MINUTE_MS);
  isDown = false;
  await open(await rule("Late rule", false));
  await makeDue(start + 30 * MINUTE_MS);
  await send(start + 30 * MINUTE_MS);
  await send(start + 30 * MINUTE_MS);
  expect(
    chats()
      .slice(-2)
      .map(({ text }) => text.split("\n")[0]),
  ).toEqual(["Alert for Müller &amp; Söhne: Late rule", "Alert for Müller &amp; Söhne: Early rule"]);
  expect(await told(early)).toMatchObject([{ sentAt: expect.any(Date), failure: null }]);
});

/** Channels of a producer whose receiver hangs, each with a notice that is due for longer than the world's own. */
async function hang({ db, receiver }: Awaited<ReturnType<typeof world>>, count: number, dueAt: Date) {
  const { alertChannels } = await import("@/db/schema/alert-channels");
  const { sealedUrl } = await import("@/server/domain/alert-channels/post");
  const { newId } = await import("@/server/platform/ids");
  const { newProducer } = await import("@/server/testing/factories");
  const { producerId } = await newProducer();
  const [ruleId, alertId, now] = [newId(), newId(), new Date()];
  const condition = { kind: "unknownIdentifiers", windowHours: 1, sightings: 1 } as const;
  const evidence = { figures: { kind: "unknownIdentifiers", sightings: 2 }, from: 0, before: 1 } as const;
  await db.insert(alertRules).values({
    id: ruleId,
    producerId,
    name: "Rule",
    condition,
    coolDownHours: 1,
    evaluatedUntil: now,
    createdAt: now,
    updatedAt: now,
  });
  await db.insert(alerts).values({
    id: alertId,
    producerId,
    ruleId,
    ruleName: "Rule",
    condition,
    openedAt: now,
    evidence,
  });
  const channels = Array.from({ length: count }, () => newId());
  await db.insert(alertChannels).values(
    channels.map((id) => ({
      id,
      producerId,
      name: "Hangs",
      kind: "slack" as const,
      url: sealedUrl(`${receiver.url}/hang`, id),
      host: "127.0.0.1",
      locale: "en" as const,
      allRules: true,
      createdAt: now,
      updatedAt: now,
    })),
  );
  await db.insert(alertNotices).values(channels.map((channelId) => ({ alertId, channelId, dueAt })));
  return { producerId, channels };
}

test("50 channels of one producer that hang put another producer's channel off by less than one timeout", async () => {
  let hear = (_at: number) => {};
  const heard = new Promise<number>((resolve) => {
    hear = resolve;
  });
  const w = await world(({ url }) => {
    if (url.endsWith("/hang")) return "hang";
    hear(performance.now());
    return { status: 200 };
  });
  const now = Date.now() + MINUTE_MS;
  await w.channel();
  await w.open(await w.rule("First rule", false));
  await hang(w, 50, new Date(now - HOUR_MS));
  const ending = new AbortController();
  const began = performance.now();
  const sending = w.send(now, ending.signal);
  expect((await heard) - began).toBeLessThan(10_000);
  ending.abort();
  await w.receiver.close();
  await sending;
}, 60_000);

test("recipients whose last message failed come after all others", async () => {
  const w = await world();
  const now = Date.now() + MINUTE_MS;
  const { channels } = await hang(w, 4, new Date(now - HOUR_MS));
  const [failing = "", ...others] = channels.toSorted();
  await w.db
    .update(alertNotices)
    .set({ failure: "HTTP 500", attemptsMade: 1, dueAt: new Date(0) })
    .where(eq(alertNotices.channelId, failing));
  const { dueRecipients } = await import("./claim-notices");
  const due = await dueRecipients(w, "channel", { now, excluded: [], limit: 10 });
  expect(due.map(({ id }) => id)).toEqual([...others, failing]);
});
