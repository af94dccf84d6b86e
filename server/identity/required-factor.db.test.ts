import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { TOTP } from "otpauth";
import { expect, test } from "vitest";
import { z } from "zod";
import { auditEvents } from "@/db/schema/audit-events";
import { producers } from "@/db/schema/producers";
import { sessions } from "@/db/schema/sessions";
import type { NewProducer } from "@/server/domain/producers/create";
import { runtime } from "@/server/runtime/runtime";
import { newAuthenticator } from "@/server/testing/authenticator";
import { Browser } from "@/server/testing/browser";
import { callProcedure, newSignedIn, procedures, producerQuery } from "@/server/testing/dashboard";
import { newContent, newItem, newProducer, newScan } from "@/server/testing/factories";
import { newMember, PASSWORD } from "@/server/testing/people";
import { until } from "@/server/testing/until";
import { exportList } from "@/server/web/dashboard/export-list";
import { watchScans } from "@/server/web/dashboard/live";
import { exportPersonalData } from "@/server/web/dashboard/personal-data";
import { showScanMap } from "@/server/web/dashboard/scan-map";
import { PRODUCER_COOKIE, signedInPerson } from "./from-session";

// Holds decision 0075.

const { db } = runtime().database;
const Begun = z.object({ secret: z.string() });
const NEEDED = { httpStatus: 403, appCode: "second-factor-needed" };

const requireIn = ({ producerId }: NewProducer) =>
  db.update(producers).set({ requiresSecondFactor: true }).where(eq(producers.id, producerId));

const codeOf = (secret: string, minutes = 0) =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + minutes * 60_000 });

/** A browser of a member whose pages show the producer. */
async function memberOf(producer: NewProducer, role: "owner" | "editor" | "viewer" = "owner") {
  const person = await newMember(producer, role);
  const browser = new Browser();
  await browser.signIn(person.email, PASSWORD);
  browser.cookies.set(PRODUCER_COOKIE, producer.producerId);
  return { person, browser };
}

async function call(browser: Browser, path: string, input?: unknown) {
  const reply = await callProcedure(path, input, { cookie: browser.headers().get("cookie") ?? "" });
  browser.keep(reply);
  return reply;
}

async function addApp(browser: Browser) {
  const { secret } = Begun.parse((await call(browser, "factors.beginTotp")).value);
  const added = await call(browser, "factors.addTotp", { name: "Phone", code: codeOf(secret) });
  expect(added.failure).toBeUndefined();
  return secret;
}

test("403: without a second factor a member can call nothing of a producer that requires one", async () => {
  const producer = await newProducer();
  const { browser } = await memberOf(producer);
  await requireIn(producer);
  const ofProducer = [
    "inspections.kit",
    "items.list",
    "items.create",
    "scans.list",
    "tokens.create",
    "members.leave",
    "search.find",
  ];
  const inputs: Record<string, unknown> = {
    "inspections.kit": undefined,
    "items.list": {},
    "items.create": { identifier: randomUUID() },
    "scans.list": {},
    "tokens.create": { kind: "token", name: "Way around" },
    "search.find": { fragment: "item" },
  };
  for (const path of ofProducer) {
    expect(procedures.has(path), path).toBe(true);
    expect((await call(browser, path, inputs[path])).failure, path).toMatchObject(NEEDED);
  }
  // The account stays open, where one is added.
  expect((await call(browser, "people.me")).value).toMatchObject({
    memberships: [{ producerId: producer.producerId, needsSecondFactor: true }],
  });
  await addApp(browser);
  expect((await call(browser, "items.list", {})).status).toBe(200);
});

test("403: downloads, pictures and the live feed of such a producer; an open feed ends", async () => {
  const producer = await newProducer();
  const scan = await newScan(await newItem(producer));
  await newContent(producer, "text/plain", "x");
  const { browser } = await memberOf(producer);
  const cookie = browser.headers().get("cookie") ?? "";
  const request = (path: string, query = "") =>
    new Request(`https://assay.test/api/${path}?${producerQuery(cookie)}&${query}`, {
      headers: { cookie, "sec-fetch-site": "same-origin" },
    });
  const feed = await watchScans(request("live"));
  expect(feed.status).toBe(200);
  await requireIn(producer);
  let said = "";
  const reader = feed.body?.getReader();
  await until(async () => {
    said += Buffer.from((await reader?.read())?.value ?? new Uint8Array()).toString();
    expect(said).toContain("event: end");
  });
  for (const answer of [
    await watchScans(request("live")),
    await exportList(request("dashboard/export", "list=items&format=csv")),
    await exportPersonalData(request("dashboard/privacy/export", `scan=${scan}`)),
    await showScanMap(request("dashboard/scan-map"), { params: Promise.resolve({ id: scan }) }),
  ])
    expect(answer.status).toBe(403);
});

test("a session from before the requirement is refused until it confirms the second factor", async () => {
  const producer = await newProducer();
  const { person, browser: enrolling } = await memberOf(producer, "viewer");
  const old = new Browser();
  await old.signIn(person.email, PASSWORD);
  old.cookies.set(PRODUCER_COOKIE, producer.producerId);
  // Begun while there was no factor.
  const options = z.object({ challenge: z.string() }).parse((await call(old, "factors.beginPasskey")).value);
  const passkey = newAuthenticator().create(options);
  const secret = await addApp(enrolling);
  await requireIn(producer);
  expect((await call(old, "items.list", {})).failure).toMatchObject(NEEDED);
  // Neither the password nor a factor of one's own making opens it.
  await call(old, "people.confirm", { password: PASSWORD });
  expect((await call(old, "items.list", {})).failure).toMatchObject(NEEDED);
  expect((await call(old, "factors.beginTotp")).failure).toMatchObject(NEEDED);
  expect((await call(old, "factors.beginPasskey")).failure).toMatchObject(NEEDED);
  const adding = await call(old, "factors.addTotp", { name: "Thief", code: codeOf(secret) });
  expect(adding.failure).toMatchObject(NEEDED);
  expect((await call(old, "factors.addPasskey", { name: "Thief", passkey })).failure).toMatchObject(NEEDED);
  expect((await call(old, "factors.renewRecoveryCodes")).failure).toMatchObject(NEEDED);
  expect((await call(old, "people.confirm", { code: "000000" })).failure?.appCode).toBe("factor-refused");
  await call(old, "people.beginConfirmation");
  await call(old, "people.confirm", { code: codeOf(secret, 0.5) });
  expect((await call(old, "items.list", {})).status).toBe(200);
});

test("removing the last second factor closes the producer again", async () => {
  const producer = await newProducer();
  const { browser } = await memberOf(producer);
  await addApp(browser);
  await requireIn(producer);
  const list = z
    .object({ factors: z.array(z.object({ id: z.string() })) })
    .parse((await call(browser, "factors.list")).value);
  await call(browser, "factors.remove", { id: list.factors[0]?.id });
  expect((await call(browser, "items.list", {})).failure).toMatchObject(NEEDED);
});

test("other producers of the person stay open, and show nothing of the closed one", async () => {
  const [open, closed] = [await newProducer(), await newProducer()];
  const item = await newItem(closed);
  const person = await newSignedIn([
    { producer: open, role: "viewer" },
    { producer: closed, role: "viewer" },
  ]);
  const holder = async () =>
    (await callProcedure("producers.holderOf", { kind: "item", id: item }, person)).value;
  expect(await holder()).toMatchObject({ id: closed.producerId });
  await requireIn(closed);
  expect((await callProcedure("items.list", {}, person)).status).toBe(200);
  expect(await holder()).toBeNull();
});

test("an owner with a second factor can require one, which is recorded; 403 without one, and for other roles", async () => {
  const producer = await newProducer();
  const [owner, editor] = [await memberOf(producer), await memberOf(producer, "editor")];
  const set = ({ browser }: typeof owner, isRequired: boolean) =>
    call(browser, "producers.requireSecondFactor", { isRequired });
  expect((await set(editor, true)).failure?.appCode).toBe("role-too-low");
  expect((await set(owner, true)).failure?.appCode).toBe("own-factor-first");
  await addApp(owner.browser);
  for (const isRequired of [true, true, false]) expect((await set(owner, isRequired)).status).toBe(200);
  const actions = await db.select().from(auditEvents).where(eq(auditEvents.producerId, producer.producerId));
  expect(actions.map(({ action }) => action).filter((action) => action.startsWith("secondFactor"))).toEqual([
    "secondFactorRequired",
    "secondFactorOptional",
  ]);
});

/** The calls that need a fresh sign-in, each with an input that another rule would refuse or accept. */
const SENSITIVE = [
  "admin.close",
  "admin.createPasswordLink",
  "admin.disablePerson",
  "admin.enablePerson",
  "admin.invite",
  "admin.makeAdmin",
  "admin.reactivate",
  "admin.removeFactors",
  "admin.resendInvitation",
  "admin.revokeInvitation",
  "admin.signOutPerson",
  "admin.suspend",
  "admin.unmakeAdmin",
  "cases.makePack",
  "cases.preparePackDownload",
  "factors.addPasskey",
  "factors.addTotp",
  "factors.beginPasskey",
  "factors.beginTotp",
  "factors.remove",
  "factors.renewRecoveryCodes",
  "hooks.create",
  "hooks.rotateSecret",
  "hooks.update",
  "members.changeRole",
  "members.invite",
  "members.remove",
  "members.revokeInvitation",
  "members.signOut",
  "ownership.data",
  "ownership.erase",
  "ownership.setSettings",
  "ownership.voidOwnership",
  "ownership.voidSecondCode",
  "people.beFresh",
  "privacy.erase",
  "privacy.eraseEverywhere",
  "privacy.setRetention",
  "producers.create",
  "producers.requireSecondFactor",
  "tokens.change",
  "tokens.create",
];

test("403: eleven minutes after the sign-in sensitive calls and downloads need a confirmation, and no others do", async () => {
  const producer = await newProducer();
  const { person, browser } = await memberOf(producer);
  await db
    .update(sessions)
    .set({ confirmedAt: new Date(Date.now() - 11 * 60_000) })
    .where(eq(sessions.personId, person.id));
  const refused: string[] = [];
  for (const path of procedures.keys()) {
    if (path === "people.signOutEverywhere") continue;
    const { failure } = await call(browser, path, {});
    if (failure?.appCode === "confirmation-needed") refused.push(path);
  }
  expect(refused.toSorted()).toEqual(SENSITIVE);
  const cookie = browser.headers().get("cookie") ?? "";
  const download = () =>
    exportList(
      new Request(`https://assay.test/api/dashboard/export?${producerQuery(cookie)}&list=items&format=csv`, {
        headers: { cookie, "sec-fetch-site": "same-origin" },
      }),
    );
  expect((await download()).status).toBe(403);

  const invite = () =>
    call(browser, "members.invite", { email: `${randomUUID()}@example.com`, role: "viewer" });
  expect((await call(browser, "people.confirm", { password: "wrong" })).failure?.errors).toMatchObject([
    { pointer: "/password" },
  ]);
  expect((await invite()).failure?.appCode).toBe("confirmation-needed");
  await call(browser, "people.confirm", { password: PASSWORD });
  expect((await invite()).status).toBe(200);
  const answer = await download();
  expect(answer.status).toBe(200);
  await answer.body?.cancel();
});

test("a passkey confirms, once; wrong passwords count as failed sign-ins", async () => {
  const producer = await newProducer();
  const { browser } = await memberOf(producer);
  const authenticator = newAuthenticator();
  const options = z.object({ challenge: z.string() });
  const made = authenticator.create(options.parse((await call(browser, "factors.beginPasskey")).value));
  await call(browser, "factors.addPasskey", { name: "Laptop", passkey: made });
  const means = z.object({ passkey: options });
  const begun = means.parse((await call(browser, "people.beginConfirmation")).value).passkey;
  const passkey = authenticator.prove(begun);
  expect((await call(browser, "people.confirm", { passkey })).failure).toBeUndefined();
  expect((await call(browser, "people.confirm", { passkey })).failure?.appCode).toBe("factor-refused");
  const again = means.parse((await call(browser, "people.beginConfirmation")).value).passkey;
  const foreign = newAuthenticator().prove(again);
  expect((await call(browser, "people.confirm", { passkey: foreign })).failure?.appCode).toBe(
    "factor-refused",
  );
  for (let i = 0; i < 5; i++)
    expect((await call(browser, "people.confirm", { password: "wrong" })).status).toBe(400);
  expect((await call(browser, "people.confirm", { password: PASSWORD })).status).toBe(429);
  expect(await signedInPerson(browser.headers())).toBeDefined();
});
