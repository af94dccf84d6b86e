import { eq, isNotNull } from "drizzle-orm";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import type { QuietHours } from "@/db/quiet-hours";
import { alertNotices } from "@/db/schema/alert-notices";
import { alertRules } from "@/db/schema/alert-rules";
import { alerts } from "@/db/schema/alerts";
import { HOUR_MS, MINUTE_MS } from "@/server/core/time";
import { mailServer } from "@/server/testing/mail-server";
import { openReceiver, type ReceivedCall, type ReceiverAnswer } from "@/server/testing/receiver";

// Holds decision 0081.

const smtp = mailServer();

const Slack = z.object({ text: z.string(), blocks: z.array(z.looseObject({ type: z.string() })) });
const BERLIN = "Europe/Berlin";
/** Monday, 4 May 2026, 23:00 in Berlin. */
const NIGHT = Date.UTC(2026, 4, 4, 21);
const NIGHTS: QuietHours = { from: "22:00", to: "07:00", timeZone: BERLIN, days: [1, 2, 3, 4, 5, 6, 7] };
const MORNING = Date.UTC(2026, 4, 5, 5);

beforeEach(() => {
  vi.resetModules();
});

/** A producer with a member who watches its rules, and a receiver of chat messages. */
async function world(answer?: (call: ReceivedCall) => ReceiverAnswer) {
  const receiver = await openReceiver(answer);
  onTestFinished(() => receiver.close());
  vi.stubEnv("SMTP_URL", smtp.url());
  vi.stubEnv("HOOK_ALLOW", receiver.allow);
  const { openAlert } = await import("./open");
  const { createRule } = await import("./create-rule");
  const { moveAlert } = await import("./note");
  const { getAlert } = await import("./read");
  const { sendNotices } = await import("./send-notices");
  const { createChannel } = await import("@/server/domain/alert-channels/create");
  const { updateChannel } = await import("@/server/domain/alert-channels/update");
  const { setQuietHours } = await import("@/server/domain/people/set-quiet-hours");
  const { newProducer } = await import("@/server/testing/factories");
  const { ctxOfMember, newMember } = await import("@/server/testing/people");
  const { runtime } = await import("@/server/runtime/runtime");
  const data = runtime().database;
  await data.db.delete(alertNotices);
  const producer = await newProducer("Müller & Söhne");
  const member = await newMember(producer, "editor", { name: "Zoë" });
  const ctx = ctxOfMember(producer, member);
  let opened = 0;
  return {
    db: data.db,
    ctx,
    receiver,
    rule: (name: string, mailsMe = true) =>
      createRule(ctx, {
        name,
        condition: { kind: "unknownIdentifiers", windowHours: 1, sightings: 2 },
        coolDownHours: 1,
        mailsMe,
      }),
    channel: (fields: { quietHours?: QuietHours; ruleIds?: string[]; url?: string; name?: string } = {}) =>
      createChannel(ctx, {
        name: fields.name ?? "Security",
        kind: "slack",
        url: fields.url ?? receiver.url,
        locale: "en",
        ruleIds: fields.ruleIds ?? null,
        isOn: true,
        quietHours: fields.quietHours ?? null,
      }),
    updateChannel: (id: string, quietHours: QuietHours | null) =>
      updateChannel(ctx, id, { name: "Security", locale: "en", ruleIds: null, isOn: true, quietHours }),
    setQuietHours: (hours: QuietHours | null) => setQuietHours(ctx, member.id, hours),
    /** Opens an alert of the rule; returns its id. */
    async open({ id }: { id: string }, at = Date.now()) {
      const [rule] = await data.db.select().from(alertRules).where(eq(alertRules.id, id));
      if (!rule) throw new Error("no rule");
      opened += 1;
      const figures = { kind: "unknownIdentifiers", sightings: 2 + opened } as const;
      await data.db.transaction((tx) =>
        openAlert({ ...ctx, db: tx }, rule, { at: at + opened, evidence: { figures, from: 0, before: 1 } }),
      );
      const [alert] = await data.db
        .select({ id: alerts.id })
        .from(alerts)
        .where(eq(alerts.openedAt, new Date(at + opened)));
      return alert?.id ?? "";
    },
    acknowledge: (id: string) => moveAlert(ctx, id, "acknowledged", ""),
    told: async (id: string) => (await getAlert(ctx, id)).told,
    /** Makes all notices due since long, so that tests choose the time of sending. */
    makeDue: (at: number) =>
      data.db
        .update(alertNotices)
        .set({ dueAt: new Date(at) })
        .where(eq(alertNotices.attemptsMade, 0)),
    send: (now = Date.now() + MINUTE_MS) => sendNotices(data, { now }),
    mailsTo: () => smtp.taken.filter(({ to }) => String(to) === member.email),
    chats: () => receiver.calls.map(({ body }) => Slack.parse(JSON.parse(body))),
  };
}

test("alerts of several rules that are due together go into one message for each recipient", async () => {
  const { rule, channel, open, send, mailsTo, chats, told } = await world();
  await channel();
  const [one, other] = [await open(await rule("First rule")), await open(await rule("Other rule"))];
  await Promise.all([send(), send(), send()]);
  expect(mailsTo()).toHaveLength(1);
  expect(mailsTo()[0]?.text).toMatch(/2 alerts for Müller & Söhne:[\s\S]*Other rule[\s\S]*First rule/);
  expect(chats()).toHaveLength(1);
  expect(chats()[0]?.text).toContain(`/alerts/${one}`);
  expect(chats()[0]?.text).toContain(`/alerts/${other}`);
  expect((await told(one)).map(({ by, sentAt }) => [by, sentAt !== null])).toEqual(
    expect.arrayContaining([
      ["email", true],
      ["slack", true],
    ]),
  );
});

test("while an alert of a rule is open, its further ones are told together, hours later", async () => {
  const { rule, channel, open, send, mailsTo, chats, told } = await world();
  await channel();
  const watched = await rule("Invented codes");
  await open(watched);
  await send();
  const repeats = [await open(watched), await open(watched)];
  await send(Date.now() + HOUR_MS);
  expect([mailsTo().length, chats().length]).toEqual([1, 1]);
  expect((await told(repeats[0] ?? "")).map(({ heldFor }) => heldFor)).toEqual(["repeats", "repeats"]);
  await send(Date.now() + 4 * HOUR_MS + MINUTE_MS);
  expect([mailsTo().length, chats().length]).toEqual([2, 2]);
  expect(mailsTo()[1]?.text).toContain("opened 2 alerts since");
  expect(chats()[1]?.text).toContain("2 alerts since");
});

test("once the earlier alert is acknowledged, the next one is told at once", async () => {
  const { rule, open, send, mailsTo, acknowledge } = await world();
  const watched = await rule("Invented codes");
  const first = await open(watched);
  await send();
  await acknowledge(first);
  await open(watched);
  await send();
  expect(mailsTo()).toHaveLength(2);
});

test("quiet hours of a person and of a channel hold alerts until their end, then they are told together", async () => {
  const { rule, channel, open, send, setQuietHours, mailsTo, chats, told, makeDue } = await world();
  await setQuietHours(NIGHTS);
  await channel({ quietHours: NIGHTS });
  const ids = [await open(await rule("First rule")), await open(await rule("Other rule"))];
  await makeDue(NIGHT);
  await send(NIGHT);
  expect([mailsTo().length, chats().length]).toEqual([0, 0]);
  for (const id of ids)
    expect(
      (await told(id)).map(({ heldFor, dueAt, attemptsMade }) => [heldFor, dueAt.getTime(), attemptsMade]),
    ).toEqual([
      ["quietHours", MORNING, 0],
      ["quietHours", MORNING, 0],
    ]);
  await send(MORNING - 1);
  expect(mailsTo()).toHaveLength(0);
  await send(MORNING);
  expect([mailsTo().length, chats().length]).toEqual([1, 1]);
  expect(mailsTo()[0]?.text).toContain("2 alerts for Müller & Söhne:");
});

test("when quiet hours are switched off, what they hold is sent", async () => {
  const { rule, channel, open, send, setQuietHours, updateChannel, mailsTo, chats, makeDue } = await world();
  await setQuietHours(NIGHTS);
  const id = await channel({ quietHours: NIGHTS });
  await open(await rule("First rule"));
  await makeDue(NIGHT);
  await send(NIGHT);
  await setQuietHours(null);
  await updateChannel(id, null);
  await send();
  expect([mailsTo().length, chats().length]).toEqual([1, 1]);
});

test("a channel receives the alerts of its rules alone, and none once it is disabled or deleted", async () => {
  const { ctx, rule, channel, open, send, chats } = await world();
  const [chosen, other] = [await rule("Chosen"), await rule("Other")];
  const id = await channel({ ruleIds: [chosen.id] });
  await open(other);
  await open(chosen);
  await send();
  expect(chats().map(({ text }) => text.split("\n")[0])).toEqual(["Alert for Müller &amp; Söhne: Chosen"]);
  const { deleteChannel } = await import("@/server/domain/alert-channels/delete");
  await deleteChannel(ctx, id);
  await open(await rule("Later"));
  await send();
  expect(chats()).toHaveLength(1);
});

test("a channel that fails holds up neither another one nor the e-mails", async () => {
  const { rule, channel, open, send, mailsTo, receiver, told } = await world(({ url }) => ({
    status: url === "/hook/broken" ? 500 : 200,
  }));
  await channel({ url: `${receiver.url}/broken`, name: "Broken" });
  await channel();
  const id = await open(await rule("First rule"));
  await send();
  expect(mailsTo()).toHaveLength(1);
  const states = (await told(id)).map(({ name, sentAt, failure }) => [name, sentAt !== null, failure]);
  expect(states).toEqual(
    expect.arrayContaining([
      ["Zoë", true, null],
      ["Security", true, null],
      ["Broken", false, "HTTP 500"],
    ]),
  );
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
  expect(chats().slice(-2).map(({ text }) => text.split("\n")[0])).toEqual([
    "Alert for Müller &amp; Söhne: Late rule",
    "Alert for Müller &amp; Söhne: Early rule",
  ]);
  expect(await told(early)).toMatchObject([{ sentAt: expect.any(Date), failure: null }]);
});

test("after a sender dies, another one sends when its lease has ended", async () => {
  const { db, rule, channel, open, send, chats } = await world();
  await channel();
  await open(await rule("First rule", false));
  const { claimNotices, dueRecipients } = await import("./claim-notices");
  const now = Date.now() + MINUTE_MS;
  const [recipient] = await dueRecipients({ db }, "channel", { now, excluded: [], limit: 10 });
  expect(recipient && (await claimNotices({ db }, recipient, now))).toHaveLength(1);
  await send(now);
  expect(chats()).toHaveLength(0);
  await send(now + 2 * MINUTE_MS);
  expect(chats()).toHaveLength(1);
});
