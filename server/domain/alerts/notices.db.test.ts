import { eq } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import type { QuietHours } from "@/db/quiet-hours";
import { memberships } from "@/db/schema/memberships";
import { callingProducer } from "@/server/core/ctx";
import { HOUR_MS, MINUTE_MS } from "@/server/core/time";
import { mailServer } from "@/server/testing/mail-server";
import { newNoticeWorld } from "@/server/testing/notices";
import type { openReceiver } from "@/server/testing/receiver";

// Holds decision 0081.

const smtp = mailServer();

const BERLIN = "Europe/Berlin";
/** Monday, 4 May 2026, 23:00 in Berlin. */
const NIGHT = Date.UTC(2026, 4, 4, 21);
const NIGHTS: QuietHours = { from: "22:00", to: "07:00", timeZone: BERLIN, days: [1, 2, 3, 4, 5, 6, 7] };
const MORNING = Date.UTC(2026, 4, 5, 5);

beforeEach(() => {
  vi.resetModules();
});

const world = (answer?: Parameters<typeof openReceiver>[0]) => newNoticeWorld(smtp, answer);

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

test("while an alert of a rule is open, its further ones come in one message, hours later", async () => {
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

test("once the earlier alert is acknowledged, the next one is sent at once", async () => {
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

test("a member who became an inspector receives no alert", async () => {
  const { ctx, db, rule, open, send, mailsTo } = await world();
  const watched = await rule("Invented codes");
  await db
    .update(memberships)
    .set({ role: "inspector" })
    .where(eq(memberships.producerId, callingProducer(ctx).producerId));
  await open(watched);
  await send();
  expect(mailsTo()).toEqual([]);
});

test("members and channels of a closed producer receive none of its alerts", async () => {
  const { ctx, rule, channel, open, send, mailsTo, chats } = await world();
  await channel();
  await open(await rule("Invented codes"));
  const { closeProducer } = await import("@/server/domain/producers/close");
  const { actor, producerId } = callingProducer(ctx);
  const closing = { producerId, name: "Müller & Söhne", reason: "Contract ended" };
  await closeProducer({ ...ctx, caller: { kind: "admin", actor } }, closing);
  await send();
  expect([mailsTo(), chats()]).toEqual([[], []]);
});
