import { and, eq, isNull, sql } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import type { Db } from "@/db/client";
import { auditEvents } from "@/db/schema/audit-events";
import { items } from "@/db/schema/items";
import { ownerLinks } from "@/db/schema/owner-links";
import { ownershipRequests } from "@/db/schema/ownership-requests";
import { ownerships } from "@/db/schema/ownerships";
import { producers } from "@/db/schema/producers";
import { DAY_MS } from "@/server/core/time";
import type { NewProducer } from "@/server/domain/producers/create";
import { newId } from "@/server/platform/ids";
import { mailServer } from "@/server/testing/mail-server";
import { until } from "@/server/testing/until";

import { printedCode } from "./second-codes";

// Holds decision 0085.

const smtp = mailServer();

/** The verbs, with a mail server. */
async function world() {
  vi.resetModules();
  vi.stubEnv("SMTP_URL", smtp.url());
  const { requestActivation } = await import("./activate");
  const { confirmOwnership, readConfirmation } = await import("./confirm");
  const { requestTransfer, cancelTransfer } = await import("./transfer");
  const { setStolen } = await import("./theft");
  const { giveUpOwnership } = await import("./give-up");
  const { requestOwnerLink } = await import("./send-link");
  const { shownOwnership, ownerView } = await import("./state");
  const { voidOwnership, voidSecondCode } = await import("./void");
  const { eraseOwner, dataOfOwner } = await import("./data");
  const { setActivation } = await import("./settings");
  const { deleteItem } = await import("@/server/domain/items/delete");
  const { runPass } = await import("@/server/loops/pass");
  const { oldOwnershipRequests } = await import("./delete-old");
  const factories = await import("@/server/testing/factories");
  const owners = await import("@/server/testing/owners");
  const { tablesWith } = await import("@/server/testing/tables-with");
  const { runtime } = await import("@/server/runtime/runtime");
  const ctx = factories.systemCtx();
  const asked = (identifier: string, network?: string) => ({ identifier, locale: "en" as const, network });
  const activate = (identifier: string, code: string, email: string, network?: string) =>
    requestActivation(ctx, asked(identifier, network), { code, email });
  const confirm = (identifier: string, secret: string) => confirmOwnership(ctx, { identifier, secret });
  return {
    ...factories,
    ...owners,
    tablesWith,
    ctx,
    db: ctx.db,
    activate,
    confirm,
    read: (identifier: string, secret: string) => readConfirmation(ctx, { identifier, secret }),
    transfer: (identifier: string, secret: string, email: string) =>
      requestTransfer(ctx, { identifier, secret }, email, asked(identifier)),
    cancel: (identifier: string, secret: string) => cancelTransfer(ctx, { identifier, secret }),
    setStolen: (identifier: string, secret: string, isStolen: boolean) =>
      setStolen(ctx, { identifier, secret }, isStolen),
    giveUp: (identifier: string, secret: string) => giveUpOwnership(ctx, { identifier, secret }),
    sendLink: (identifier: string, email: string) => requestOwnerLink(ctx, asked(identifier), email),
    shown: (identifier: string, ...secrets: string[]) => shownOwnership(ctx, identifier, secrets),
    view: (identifier: string, secret: string) => ownerView(ctx, { identifier, secret }),
    voidOwnership,
    voidSecondCode,
    eraseOwner,
    dataOfOwner,
    setActivation,
    deleteItem,
    expire: () => runPass(oldOwnershipRequests, { ...runtime().database }),
    /** An item with an owner, and the secret of their page. */
    async newOwned(email: string, fields = {}) {
      const producer = await owners.newActivatingProducer();
      const { identifier, code } = await owners.newActivatable(producer, fields);
      await activate(identifier, code, email);
      return {
        producer,
        identifier,
        code,
        secret: await confirm(identifier, await linkTo(email, "confirm")),
      };
    },
  };
}

const newEmail = () => `${newId()}@people.test`;
const mailsTo = (email: string) => smtp.taken.filter(({ to }) => to.includes(email));
/** The secret of the newest link of a kind in the mails to an address. */
async function linkTo(email: string, kind: "confirm" | "owner", count = 1): Promise<string> {
  const link = new RegExp(`^https://assay\\.test/v/[^/]+/${kind}/([\\w-]{43})$`, "m");
  const secrets = () => mailsTo(email).flatMap(({ text }) => link.exec(text)?.[1] ?? []);
  await until(() => expect(secrets().length).toBeGreaterThanOrEqual(count));
  return secrets()[count - 1] ?? "";
}

test("a second code and a click in an e-mail make the first owner; a look at the link changes nothing", async () => {
  const { db, activate, confirm, read, shown, newActivatable, newActivatingProducer } = await world();
  const { identifier, code } = await newActivatable(await newActivatingProducer(24));
  const email = newEmail();
  expect(await shown(identifier)).toEqual({ state: "open" });
  await activate(identifier, code, email);
  const secret = await linkTo(email, "confirm");
  expect(JSON.stringify(await db.select().from(ownershipRequests))).not.toContain(secret);
  for (let looks = 0; looks < 2; looks++)
    expect(await read(identifier, secret)).toMatchObject({ kind: "activation", isActivated: false });
  expect(await shown(identifier)).toEqual({ state: "open" });
  const link = await confirm(identifier, secret);
  expect(await shown(identifier)).toMatchObject({ state: "owned", ownSecret: undefined, stolenAt: null });
  expect(await shown(identifier, link)).toMatchObject({ state: "owned", ownSecret: expect.any(String) });
  await expect(confirm(identifier, secret)).rejects.toMatchObject({ code: "ownership-link-not-open" });
  expect(await linkTo(email, "owner")).toBe(link);
  const all = JSON.stringify([await db.select().from(ownerLinks), await db.select().from(ownerships)]);
  expect(all).not.toContain(link);
  expect(JSON.stringify(await shown(identifier, link))).not.toContain(email);
});

test("of 1,000 confirmed activations at once, one makes an owner, and 999 learn that the item is activated", async () => {
  const { db, confirm, newActivatable, newActivatingProducer, pendingActivations, itemRow } = await world();
  const { identifier } = await newActivatable(await newActivatingProducer());
  const secrets = await pendingActivations(identifier, 1000);
  const outcomes = await Promise.allSettled(secrets.map((secret) => confirm(identifier, secret)));
  const refused = outcomes.flatMap((one) => (one.status === "rejected" ? [one.reason.code] : []));
  expect(refused).toHaveLength(999);
  expect(new Set(refused)).toEqual(new Set(["item-activated"]));
  const { id } = await itemRow(identifier);
  expect(await db.$count(ownerships, eq(ownerships.itemId, id))).toBe(1);
}, 60_000);

test("three activations of an item wait for a click at most; a further one of the same address replaces the first", async () => {
  const { db, activate, newActivatable, newActivatingProducer, itemRow, confirm } = await world();
  const { identifier, code } = await newActivatable(await newActivatingProducer());
  const emails = Array.from({ length: 20 }, newEmail);
  const outcomes = await Promise.allSettled(emails.map((email) => activate(identifier, code, email)));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
  const { id } = await itemRow(identifier);
  const pending = await db.select().from(ownershipRequests).where(eq(ownershipRequests.itemId, id));
  expect(pending).toHaveLength(3);
  const email = pending[0]?.email ?? "";
  const first = await linkTo(email, "confirm");
  await activate(identifier, code, email);
  expect(await db.$count(ownershipRequests, eq(ownershipRequests.itemId, id))).toBe(3);
  await expect(confirm(identifier, first)).rejects.toMatchObject({ code: "ownership-link-not-open" });
  await confirm(identifier, await linkTo(email, "confirm", 2));
});

test("of 100 wrong codes at once five are compared; then the right one is refused too, until the hour is over", async () => {
  const { activate, newActivatable, newActivatingProducer } = await world();
  const { identifier, code } = await newActivatable(await newActivatingProducer());
  const wrong = code.startsWith("0") ? `1${code.slice(1)}` : `0${code.slice(1)}`;
  const outcomes = await Promise.allSettled(
    Array.from({ length: 100 }, () => activate(identifier, wrong, newEmail())),
  );
  const codes = outcomes.map((one) => (one.status === "rejected" ? one.reason.code : "none"));
  expect(codes.filter((one) => one === "second-code-wrong")).toHaveLength(5);
  expect(codes.filter((one) => one === "too-many-requests")).toHaveLength(95);
  const refusals = await Promise.all(
    [code, wrong].map((one) => activate(identifier, one, newEmail()).catch((error: unknown) => error)),
  );
  const [right, other] = refusals.map((one) => Object(one).details.headers["retry-after"]);
  expect(refusals).toMatchObject([{ code: "too-many-requests" }, { code: "too-many-requests" }]);
  expect(Math.abs(Number(right) - Number(other))).toBeLessThanOrEqual(1);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3_601_000 });
  try {
    await activate(identifier, code, newEmail());
  } finally {
    vi.useRealTimers();
  }
});

/** More by hand: SECOND_CODE_TRIES=100000. */
const TRIES = Number(process.env.SECOND_CODE_TRIES ?? 2_000);
const TRIES_AN_HOUR = 100;

test(`a guesser finds nothing in ${TRIES} attempts: five an hour are compared`, async () => {
  const { db, activate, newActivatable, newActivatingProducer, itemRow } = await world();
  const { identifier } = await newActivatable(await newActivatingProducer());
  const guess = () => newId().replaceAll("-", "").slice(-12).toUpperCase();
  const counts = new Map<string, number>();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  try {
    for (let tried = 0; tried < TRIES; tried += TRIES_AN_HOUR) {
      const outcomes = await Promise.allSettled(
        Array.from({ length: TRIES_AN_HOUR }, () => activate(identifier, guess(), "guesser@people.test")),
      );
      for (const one of outcomes) {
        const code = one.status === "rejected" ? one.reason.code : "found";
        counts.set(code, (counts.get(code) ?? 0) + 1);
      }
      vi.setSystemTime(Date.now() + 3_601_000);
    }
  } finally {
    vi.useRealTimers();
  }
  expect(Object.fromEntries(counts)).toEqual({
    "second-code-wrong": (TRIES / TRIES_AN_HOUR) * 5,
    "too-many-requests": (TRIES / TRIES_AN_HOUR) * (TRIES_AN_HOUR - 5),
  });
  const { id } = await itemRow(identifier);
  expect(await db.$count(ownershipRequests, eq(ownershipRequests.itemId, id))).toBe(0);
}, 900_000);

test("a network has 30 codes an hour, over all items", async () => {
  const { activate, newActivatable, newActivatingProducer } = await world();
  const producer = await newActivatingProducer();
  const network = `test ${newId()}`;
  const refusals: string[] = [];
  for (let n = 0; n < 8; n++) {
    const { identifier } = await newActivatable(producer);
    for (let attempt = 0; attempt < 4; attempt++)
      await activate(identifier, "000000000000", newEmail(), network).catch((error) =>
        refusals.push(error.code),
      );
  }
  expect(refusals.slice(0, 30)).toEqual(Array(30).fill("second-code-wrong"));
  expect(refusals.slice(30)).toEqual(["too-many-requests", "too-many-requests"]);
});

test("strangers with wrong codes cannot lock an owner out", async () => {
  const { activate, newOwned, setStolen, sendLink, shown } = await world();
  const email = newEmail();
  const { identifier, secret } = await newOwned(email);
  for (let n = 0; n < 7; n++)
    await expect(activate(identifier, "000000000000", newEmail())).rejects.toMatchObject({
      code: "item-activated",
    });
  await sendLink(identifier, email);
  const second = await linkTo(email, "owner", 2);
  expect(second).not.toBe(secret);
  await setStolen(identifier, second, true);
  expect(await shown(identifier, secret)).toMatchObject({
    ownSecret: expect.any(String),
    stolenAt: expect.any(Date),
  });
});

test("the answer to a request for a link does not tell the owner, and an address receives five e-mails a day", async () => {
  const { newOwned, sendLink } = await world();
  const email = newEmail();
  const { identifier } = await newOwned(email);
  const stranger = newEmail();
  expect(await sendLink(identifier, stranger)).toBe(await sendLink(identifier, email));
  for (let n = 0; n < 8; n++) await sendLink(identifier, email);
  // One confirmed the activation, and one came with the confirmation: they are not counted as links.
  await linkTo(email, "owner", 6);
  await sendLink(identifier, email);
  await until(() => expect(mailsTo(email)).toHaveLength(7));
  expect(mailsTo(stranger)).toEqual([]);
});

test("a transfer changes the owner in one step once the next one confirms it; the former owner's link ends", async () => {
  const { db, newOwned, transfer, confirm, shown, view, itemRow } = await world();
  const [email, next] = [newEmail(), newEmail()];
  const { identifier, secret } = await newOwned(email);
  await transfer(identifier, secret, next);
  expect(await view(identifier, secret)).toMatchObject({ email, offer: { email: next } });
  const offered = await linkTo(next, "confirm");
  const theirs = await confirm(identifier, offered);
  expect(await view(identifier, theirs)).toMatchObject({ email: next, offer: undefined });
  await expect(view(identifier, secret)).rejects.toMatchObject({ code: "ownership-link-not-open" });
  expect(await shown(identifier, secret)).toMatchObject({ ownSecret: undefined });
  const { id } = await itemRow(identifier);
  const rows = await db
    .select()
    .from(ownerships)
    .where(eq(ownerships.itemId, id))
    .orderBy(ownerships.beganAt);
  expect(rows).toMatchObject([
    { email: null, endReason: "transferred", endedAt: rows[1]?.beganAt },
    { email: next, endedAt: null, activatedAt: rows[0]?.activatedAt, warrantyMonths: 24 },
  ]);
  await until(() => expect(mailsTo(email).some(({ text }) => /was transferred/.test(text))).toBe(true));
});

test("an offer ends by its cancelling, by a theft, by a further offer, and after seven days", async () => {
  const { db, newOwned, transfer, cancel, confirm, setStolen, view } = await world();
  const { identifier, secret } = await newOwned(newEmail());
  const ended: string[] = [];
  const offer = async () => {
    const email = newEmail();
    await transfer(identifier, secret, email);
    ended.push(await linkTo(email, "confirm"));
  };
  await offer();
  await cancel(identifier, secret);
  await offer();
  await setStolen(identifier, secret, true);
  await expect(transfer(identifier, secret, newEmail())).rejects.toMatchObject({ code: "item-stolen" });
  await setStolen(identifier, secret, false);
  await offer();
  await offer();
  await db.update(ownershipRequests).set({
    createdAt: new Date(Date.now() - 8 * DAY_MS),
    expiresAt: new Date(Date.now() - DAY_MS),
  });
  for (const link of ended)
    await expect(confirm(identifier, link)).rejects.toMatchObject({ code: "ownership-link-not-open" });
  expect(await view(identifier, secret)).toMatchObject({ offer: undefined });
});

test("a confirmed transfer and its cancelling at once: one of them happens", async () => {
  const { newOwned, transfer, cancel, confirm, setStolen, shown } = await world();
  for (const against of [
    cancel,
    (identifier: string, secret: string) => setStolen(identifier, secret, true),
  ]) {
    const next = newEmail();
    const { identifier, secret } = await newOwned(newEmail());
    await transfer(identifier, secret, next);
    const link = await linkTo(next, "confirm");
    const [confirmed] = await Promise.allSettled([confirm(identifier, link), against(identifier, secret)]);
    const { ownSecret } = Object(await shown(identifier, secret));
    expect(ownSecret !== undefined).toBe(confirmed?.status === "rejected");
  }
});

test("no table has a second code or the secret of a link; an e-mail address is in no table but those of owners", async () => {
  const w = await world();
  const [email, next] = [newEmail(), newEmail()];
  const { producer, identifier, code, secret } = await w.newOwned(email);
  await w.transfer(identifier, secret, next);
  const offered = await linkTo(next, "confirm");
  for (const hidden of [code, printedCode(code), secret, offered])
    expect(await w.tablesWith(hidden)).toEqual([]);
  // A control: the search finds what is there.
  expect(await w.tablesWith(email)).toEqual(["ownerships"]);
  expect(await w.tablesWith(next)).toEqual(["ownership_requests"]);
  await w.voidOwnership(w.ctxOf(producer), { identifier, reason: "Sold by mistake" });
  for (const address of [email, next]) expect(await w.tablesWith(address)).toEqual([]);
});

test("giving up erases the owner, keeps the days, and lets the item be activated again", async () => {
  const { db, newOwned, giveUp, activate, confirm, shown, itemRow } = await world();
  const email = newEmail();
  const { identifier, secret, code } = await newOwned(email);
  await giveUp(identifier, secret);
  expect(await shown(identifier, secret)).toEqual({ state: "open" });
  const { id } = await itemRow(identifier);
  const all = JSON.stringify([
    await db.select().from(ownerships).where(eq(ownerships.itemId, id)),
    await db.select().from(ownershipRequests),
    await db.select().from(ownerLinks),
  ]);
  expect(all).not.toContain(email);
  expect(all).toContain("ended");
  const next = newEmail();
  await activate(identifier, code, next);
  await confirm(identifier, await linkTo(next, "confirm"));
});

test("a deleted item has no owner and no e-mail address; expired requests are deleted with theirs", async () => {
  const w = await world();
  const email = newEmail();
  const { producer, identifier } = await w.newOwned(email);
  const pending = await w.newActivatable(producer);
  const waiting = newEmail();
  await w.activate(pending.identifier, pending.code, waiting);
  const { id } = await w.itemRow(identifier);
  await w.deleteItem(w.ctxOf(producer), identifier);
  expect(await w.db.select().from(ownerships).where(eq(ownerships.itemId, id))).toMatchObject([
    { email: null, endReason: "itemDeleted" },
  ]);
  await w.db
    .update(ownershipRequests)
    .set({ createdAt: new Date(Date.now() - 2 * DAY_MS), expiresAt: new Date(Date.now() - 1) })
    .where(eq(ownershipRequests.email, waiting));
  await w.expire();
  expect(await w.db.$count(ownershipRequests, eq(ownershipRequests.email, waiting))).toBe(0);
});

test("voiding an ownership or a second code ends them, and both are in the audit log", async () => {
  const w = await world();
  const { producer, identifier, code, secret } = await w.newOwned(newEmail());
  const ctx = w.ctxOf(producer);
  await w.voidOwnership(ctx, { identifier, reason: "Sold by mistake" });
  expect(await w.shown(identifier, secret)).toEqual({ state: "open" });
  await expect(w.voidOwnership(ctx, { identifier, reason: "Again" })).rejects.toMatchObject({
    code: "item-not-activated",
  });
  await w.voidSecondCode(ctx, { identifier, reason: "Label photographed" });
  await expect(w.activate(identifier, code, newEmail())).rejects.toMatchObject({ code: "second-code-wrong" });
  await w.activate(identifier, await w.codeOf(producer, identifier), newEmail());
  const other = w.ctxOf(await w.newProducer());
  for (const verb of [w.voidOwnership, w.voidSecondCode])
    await expect(verb(other, { identifier, reason: "Mine" })).rejects.toMatchObject({ kind: "forbidden" });
});

test("a producer erases an owner by their address, and other producers keep theirs", async () => {
  const w = await world();
  const email = newEmail();
  const mine = await w.newOwned(email);
  const theirs = await w.newActivatable(await w.newActivatingProducer());
  await w.activate(theirs.identifier, theirs.code, email);
  expect(await w.eraseOwner(w.ctxOf(mine.producer), email)).toEqual({ owned: 1, requests: 0 });
  await expect(w.eraseOwner(w.ctxOf(mine.producer), email)).rejects.toMatchObject({
    code: "nothing-to-erase",
  });
  expect(await w.db.$count(ownershipRequests, eq(ownershipRequests.email, email))).toBe(1);
  expect(await w.db.$count(ownerships, and(eq(ownerships.email, email), isNull(ownerships.endedAt)))).toBe(0);
});

test("the warranty is that of the item, else of its group, else of the producer, as it was at the activation", async () => {
  const w = await world();
  const producer = await w.newActivatingProducer(24);
  const groupId = await w.newGroup(producer, { data: { warrantyMonths: 36 } });
  const months = async (fields: object, group: string | null = null) => {
    const email = newEmail();
    const { identifier, code } = await w.newActivatable(producer, fields);
    await w.db.update(items).set({ groupId: group }).where(eq(items.identifier, identifier));
    await w.activate(identifier, code, email);
    await w.confirm(identifier, await linkTo(email, "confirm"));
    const { id } = await w.itemRow(identifier);
    const [row] = await w.db.select().from(ownerships).where(eq(ownerships.itemId, id));
    return row?.warrantyMonths;
  };
  expect(await months({})).toBe(24);
  expect(await months({}, groupId)).toBe(36);
  expect(await months({ data: { warrantyMonths: 60 } }, groupId)).toBe(60);
  expect(await months({ data: { warrantyMonths: 601 } })).toBe(24);
  expect(await months({ data: { warrantyMonths: "12" } })).toBe(24);
  for (const warrantyMonths of ["12", null, 601])
    expect(await months({ data: { warrantyMonths } }, groupId), String(warrantyMonths)).toBe(36);
});

test("409: items of a producer without activation, and invalidated items, are not activated", async () => {
  const w = await world();
  const producer = await w.newActivatingProducer();
  const { identifier, code } = await w.newActivatable(producer);
  await w.setActivation(w.ctxOf(producer), { isOn: false, warrantyMonths: null });
  await expect(w.activate(identifier, code, newEmail())).rejects.toMatchObject({ code: "activation-off" });
  expect(await w.shown(identifier)).toBeUndefined();
  await expect(w.activate("no such item", code, newEmail())).rejects.toMatchObject({ kind: "notFound" });
});

test("an activation that waits for a click does not outlast activation, the item or its producer's suspension", async () => {
  const w = await world();
  const now = new Date();
  const ends: ((producer: NewProducer, identifier: string) => Promise<unknown>)[] = [
    (producer) => w.setActivation(w.ctxOf(producer), { isOn: false, warrantyMonths: null }),
    (_, identifier) => w.db.update(items).set({ invalidatedAt: now }).where(eq(items.identifier, identifier)),
    ({ producerId }) =>
      w.db
        .update(producers)
        .set({ suspendedAt: now, suspendedReason: "A test" })
        .where(eq(producers.id, producerId)),
  ];
  for (const end of ends) {
    const producer = await w.newActivatingProducer();
    const { identifier, code } = await w.newActivatable(producer);
    const email = newEmail();
    await w.activate(identifier, code, email);
    const secret = await linkTo(email, "confirm");
    await end(producer, identifier);
    expect(await w.shown(identifier)).toBeUndefined();
    await expect(w.confirm(identifier, secret)).rejects.toMatchObject({ code: "activation-off" });
    await expect(w.activate(identifier, code, newEmail())).rejects.toMatchObject({ code: "activation-off" });
  }
});

/** Statements that wait for a lock. */
async function waiting(db: Db): Promise<number> {
  const [{ count } = { count: 0 }] = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
  return count;
}

test("a code that is voided while it is typed makes no owner", async () => {
  const w = await world();
  const producer = await w.newActivatingProducer();
  const { identifier, code } = await w.newActivatable(producer);
  const outcome = await w.db.transaction(async (tx) => {
    await w.voidSecondCode({ ...w.ctxOf(producer), db: tx }, { identifier, reason: "Label photographed" });
    const activating = w.activate(identifier, code, newEmail()).catch((error: unknown) => error);
    await until(async () => expect(await waiting(w.db)).toBe(1));
    return { activating };
  });
  expect(await outcome.activating).toMatchObject({ code: "second-code-wrong" });
  const { id } = await w.itemRow(identifier);
  expect(await w.db.$count(ownershipRequests, eq(ownershipRequests.itemId, id))).toBe(0);
});

test("no offer is left beside a theft or after the end of an ownership, however they meet", async () => {
  const w = await world();
  const { setStolen, giveUp } = w;
  for (const against of [
    (identifier: string, secret: string) => setStolen(identifier, secret, true),
    (identifier: string, secret: string) => giveUp(identifier, secret),
  ]) {
    const { identifier, secret } = await w.newOwned(newEmail());
    const { id } = await w.itemRow(identifier);
    const both = await w.db.transaction(async (tx) => {
      await tx.select().from(ownerships).where(eq(ownerships.itemId, id)).for("no key update");
      const offering = w.transfer(identifier, secret, newEmail());
      const isHeld = (count: number) => until(async () => expect(await waiting(w.db)).toBe(count));
      await Promise.race([offering, isHeld(1)]);
      const ending = against(identifier, secret);
      await until(async () => expect(await waiting(w.db)).toBeGreaterThan(0));
      return { done: Promise.allSettled([offering, ending]) };
    });
    await both.done;
    expect(await w.db.$count(ownershipRequests, eq(ownershipRequests.itemId, id))).toBe(0);
  }
});

test("an ownership that began by a faster clock can end", async () => {
  const { db, newOwned, giveUp, itemRow } = await world();
  const { identifier, secret } = await newOwned(newEmail());
  const { id } = await itemRow(identifier);
  const beganAt = new Date(Date.now() + 5_000);
  await db.update(ownerships).set({ beganAt }).where(eq(ownerships.itemId, id));
  await giveUp(identifier, secret);
  expect(await db.select().from(ownerships).where(eq(ownerships.itemId, id))).toMatchObject([
    { endedAt: beganAt },
  ]);
});

test("strangers who use up the e-mails to an address do not keep its owner from their link", async () => {
  const { newOwned, transfer, sendLink } = await world();
  const email = newEmail();
  const { identifier } = await newOwned(email);
  const stranger = await newOwned(newEmail());
  for (let n = 0; n < 4; n++) await transfer(stranger.identifier, stranger.secret, email);
  await expect(transfer(stranger.identifier, stranger.secret, email)).rejects.toMatchObject({
    code: "too-many-requests",
  });
  await sendLink(identifier, email);
  await linkTo(email, "owner", 2);
});

test("the export of an owner has requests that wait, and is in the audit log without the address", async () => {
  const w = await world();
  const email = newEmail();
  const { producer, identifier } = await w.newOwned(email);
  const pending = await w.newActivatable(producer);
  await w.activate(pending.identifier, pending.code, email);
  expect(await w.dataOfOwner(w.ctxOf(producer), email)).toMatchObject({
    email,
    owned: [{ identifier, locale: "en" }],
    requests: [{ identifier: pending.identifier, kind: "activation" }],
  });
  const { producerId } = producer;
  const recorded = await w.db.select().from(auditEvents).where(eq(auditEvents.producerId, producerId));
  expect(recorded.map(({ action }) => action)).toContain("personalDataExported");
  expect(JSON.stringify(recorded)).not.toContain(email);
  await expect(w.dataOfOwner(w.ctxOf(producer), newEmail())).rejects.toMatchObject({ kind: "notFound" });
});
