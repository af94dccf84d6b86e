import { eq, lt } from "drizzle-orm";
import { TOTP } from "otpauth";
import { expect, test } from "vitest";
import { z } from "zod";
import { auditEvents } from "@/db/schema/audit-events";
import { factors, recoveryCodes } from "@/db/schema/factors";
import { oneTimeSecrets } from "@/db/schema/one-time-secrets";
import { people } from "@/db/schema/people";
import { signInAttempts } from "@/db/schema/sign-in-attempts";
import { HOUR_MS } from "@/server/core/time";
import { runtime } from "@/server/runtime/runtime";
import { newAuthenticator } from "@/server/testing/authenticator";
import { Browser } from "@/server/testing/browser";
import { callProcedure, newSignedIn } from "@/server/testing/dashboard";
import { newPerson, OTHER_PASSWORD, PASSWORD } from "@/server/testing/people";
import { signedInPerson } from "./from-session";
import { SESSION_COOKIE } from "./session-token";
import { stepCookieName } from "./step-cookie";

// Holds decision 0074.

const { db } = runtime().database;

const STEP = "https://assay.test/login?step=second-factor&next=%2F";
const SIGN_IN_COOKIE = stepCookieName("sign-in");
const SET_UP_COOKIE = stepCookieName("set-up");
const Added = z.object({ recoveryCodes: z.array(z.string()).nullable() });
const Begun = z.object({ secret: z.string(), qr: z.string() });
const Options = z.object({ challenge: z.string() });
const Second = z.object({ hasApp: z.boolean(), passkey: Options.nullable() });

/** Calls a procedure as a page in the browser does. */
async function call(browser: Browser, path: string, input?: unknown) {
  const reply = await callProcedure(path, input, { cookie: browser.headers().get("cookie") ?? "" });
  browser.keep(reply);
  return reply;
}

const code = (secret: string, minutes = 0) =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + minutes * 60_000 });

async function urlOf(response: Response): Promise<string> {
  const { url }: { url: string } = await response.json();
  return url;
}

/** A person who has signed in by password. */
async function newVisitor() {
  const person = await newPerson();
  const browser = new Browser();
  await browser.signIn(person.email, PASSWORD);
  return { person, browser };
}

/** A person with an authenticator app whose present code is unused. */
async function withApp() {
  const { person, browser } = await newVisitor();
  const { secret } = Begun.parse((await call(browser, "factors.beginTotp")).value);
  const added = await call(browser, "factors.addTotp", { name: "Phone", code: code(secret) });
  await db.update(factors).set({ counter: 0 }).where(eq(factors.personId, person.id));
  return { person, browser, secret, codes: Added.parse(added.value).recoveryCodes ?? [] };
}

async function withPasskey() {
  const { person, browser } = await newVisitor();
  const authenticator = newAuthenticator();
  const options = Options.parse((await call(browser, "factors.beginPasskey")).value);
  const passkey = authenticator.create(options);
  const added = await call(browser, "factors.addPasskey", { name: "Laptop", passkey });
  expect(added.failure).toBeUndefined();
  return { person, browser, authenticator, codes: Added.parse(added.value).recoveryCodes ?? [] };
}

/** Signs in by password, up to the second step. */
async function atSecondStep(email: string) {
  const browser = new Browser();
  const response = await browser.signIn(email, PASSWORD);
  expect([response.status, await urlOf(response)]).toEqual([200, STEP]);
  return browser;
}

const prove = (browser: Browser, form: Record<string, string>) => browser.post("callback/credentials", form);
const provePasskey = (browser: Browser, step: "passkey" | "secondFactor", passkey: object) =>
  prove(browser, { step, passkey: JSON.stringify(passkey) });

test("with an authenticator app, the password alone makes no session; its code does, once", async () => {
  const { person, secret } = await withApp();
  const browser = await atSecondStep(person.email);
  expect(browser.cookies.has(SESSION_COOKIE)).toBe(false);
  expect(await signedInPerson(browser.headers())).toBeUndefined();
  expect(await browser.session()).toEqual({});
  expect((await call(browser, "people.me")).status).toBe(401);
  expect((await call(browser, "people.secondStep")).value).toEqual({ hasApp: true, passkey: null });
  const current = code(secret);
  expect((await prove(browser, { code: "000000" })).status).toBe(401);
  expect((await prove(browser, { code: `${current.slice(0, 3)} ${current.slice(3)}` })).status).toBe(200);
  expect((await signedInPerson(browser.headers()))?.session.hasSecondFactor).toBe(true);

  // The same code does not work again, nor does an older one, also not in another browser.
  const again = await atSecondStep(person.email);
  for (const used of [current, code(secret, -0.5)])
    expect((await prove(again, { code: used })).status).toBe(401);
  expect((await prove(again, { code: code(secret, 0.5) })).status).toBe(200);
});

test("a step is bound to its browser, works once, and is over after ten minutes", async () => {
  const { person, secret } = await withApp();
  const browser = await atSecondStep(person.email);
  expect((await prove(new Browser(), { code: code(secret) })).status).toBe(401);
  const copy = browser.cookies.get(SIGN_IN_COOKIE) ?? "";
  expect((await prove(browser, { code: code(secret) })).status).toBe(200);
  const thief = new Browser();
  thief.cookies.set(SIGN_IN_COOKIE, copy);
  expect((await prove(thief, { code: code(secret, 0.5) })).status).toBe(401);
  expect((await call(thief, "people.secondStep")).failure?.appCode).toBe("sign-in-step-over");

  const late = await atSecondStep(person.email);
  await db
    .update(oneTimeSecrets)
    .set({ expiresAt: new Date() })
    .where(eq(oneTimeSecrets.personId, person.id));
  expect((await prove(late, { code: code(secret, 0.5) })).status).toBe(401);
});

test("a step ends with the person's sessions and with the account", async () => {
  const { person, secret } = await withApp();
  const ended = await atSecondStep(person.email);
  await db.update(people).set({ sessionVersion: 7 }).where(eq(people.id, person.id));
  await prove(ended, { code: code(secret) });
  expect(await signedInPerson(ended.headers())).toBeUndefined();
  const disabled = await atSecondStep(person.email);
  await db.update(people).set({ disabledAt: new Date() }).where(eq(people.id, person.id));
  await prove(disabled, { code: code(secret, 0.5) });
  expect(await signedInPerson(disabled.headers())).toBeUndefined();
});

test("429: the eleventh code of a person in 15 minutes, from whatever network, also the right one", async () => {
  const { person, secret } = await withApp();
  const browser = await atSecondStep(person.email);
  for (let i = 0; i < 10; i++) expect((await prove(browser, { code: "abcdef" })).status).toBe(401);
  const elsewhere = new Browser("198.51.100.77");
  await elsewhere.signIn(person.email, PASSWORD);
  for (const one of [browser, elsewhere]) {
    const refused = await prove(one, { code: code(secret) });
    expect([refused.status, Number(refused.headers.get("retry-after")) > 0]).toEqual([429, true]);
  }
});

test("429: the 31st wrong code of an app in a day; a recovery code still works", async () => {
  const { browser, secret, codes } = await withApp();
  const confirm = async (one: string) => (await call(browser, "people.confirm", { code: one })).status;
  const quarterPasses = () =>
    db
      .update(signInAttempts)
      .set({ endsAt: new Date() })
      .where(lt(signInAttempts.endsAt, new Date(Date.now() + HOUR_MS)));
  for (let quarter = 0; quarter < 3; quarter++) {
    for (let tries = 0; tries < 10; tries++) expect(await confirm("000000")).toBe(403);
    expect(await confirm("000000")).toBe(429);
    await quarterPasses();
  }
  expect(await confirm(code(secret))).toBe(429);
  expect(await confirm(codes[0] ?? "")).toBe(200);
});

test("a right code of a new app leaves the count of wrong codes as it is", async () => {
  const { browser } = await withApp();
  const wrong = async () => (await call(browser, "people.confirm", { code: "000000" })).status;
  for (let tries = 1; tries < 10; tries++) expect(await wrong()).toBe(403);
  const { secret } = Begun.parse((await call(browser, "factors.beginTotp")).value);
  expect((await call(browser, "factors.addTotp", { name: "Second", code: code(secret) })).status).toBe(200);
  expect([await wrong(), await wrong()]).toEqual([403, 429]);
});

test("403: a new password in a session without the second factor that the person has; with it, the new session has it, too", async () => {
  const { person, browser } = await newVisitor();
  const old = new Browser();
  await old.signIn(person.email, PASSWORD);
  const { secret } = Begun.parse((await call(browser, "factors.beginTotp")).value);
  await call(browser, "factors.addTotp", { name: "Phone", code: code(secret) });
  const change = { current: PASSWORD, next: OTHER_PASSWORD };
  expect((await call(old, "people.changePassword", change)).failure?.appCode).toBe("second-factor-needed");
  expect((await call(browser, "people.changePassword", change)).status).toBe(200);
  expect((await call(browser, "factors.beginPasskey")).status).toBe(200);
});

test("a recovery code signs in once; ten exist, stored as hashes; new ones replace them", async () => {
  const { person, browser, codes } = await withApp();
  expect(codes).toHaveLength(10);
  expect(new Set(codes.filter((one) => /^([0-9a-z]{4}-){3}[0-9a-z]{4}$/.test(one))).size).toBe(10);
  const stored = await db.select().from(recoveryCodes).where(eq(recoveryCodes.personId, person.id));
  expect(stored.map(({ hash }) => hash.length)).toEqual(Array(10).fill(32));
  const [first = "", second = ""] = codes;
  const one = await atSecondStep(person.email);
  expect((await prove(one, { code: first.toUpperCase() })).status).toBe(200);
  const two = await atSecondStep(person.email);
  expect((await prove(two, { code: first })).status).toBe(401);
  expect((await call(browser, "factors.list")).value).toMatchObject({ recoveryCodes: 9 });
  const renewed = z.array(z.string()).parse((await call(browser, "factors.renewRecoveryCodes")).value);
  expect((await prove(two, { code: second })).status).toBe(401);
  expect((await prove(two, { code: renewed[0] ?? "" })).status).toBe(200);
});

test("a confirmation in the middle of a set-up leaves the set-up open", async () => {
  const { browser } = await newVisitor();
  const { secret } = Begun.parse((await call(browser, "factors.beginTotp")).value);
  await call(browser, "people.beginConfirmation");
  expect((await call(browser, "people.confirm", { password: PASSWORD })).status).toBe(200);
  expect((await call(browser, "factors.addTotp", { name: "Phone", code: code(secret) })).status).toBe(200);
});

test("the secret of an app is stored sealed, and another person cannot add it", async () => {
  const { person, browser, secret } = await withApp();
  const [row] = await db.select().from(factors).where(eq(factors.personId, person.id));
  expect(row?.secret?.toString("latin1")).not.toContain(secret);
  const other = await newVisitor();
  const begun = Begun.parse((await call(browser, "factors.beginTotp")).value);
  other.browser.cookies.set(SET_UP_COOKIE, browser.cookies.get(SET_UP_COOKIE) ?? "");
  const input = { name: "Stolen", code: code(begun.secret) };
  expect((await call(other.browser, "factors.addTotp", input)).failure?.appCode).toBe("factor-setup-over");
  expect((await call(browser, "factors.addTotp", { name: "Wrong", code: "123" })).failure?.appCode).toBe(
    "factor-refused",
  );
});

test("a passkey alone signs in and counts as two factors", async () => {
  const { person, authenticator } = await withPasskey();
  await db.update(people).set({ lastSignInAt: null }).where(eq(people.id, person.id));
  const browser = new Browser();
  const options = Options.parse((await call(browser, "people.beginPasskeySignIn")).value);
  const proof = authenticator.prove(options);
  expect((await provePasskey(browser, "passkey", proof)).status).toBe(200);
  const [seen] = await db.select().from(people).where(eq(people.id, person.id));
  expect(seen?.lastSignInAt).toBeInstanceOf(Date);
  expect(await signedInPerson(browser.headers())).toMatchObject({
    person: { id: person.id },
    session: { hasSecondFactor: true },
  });
  // The challenge is used.
  expect((await provePasskey(browser, "passkey", proof)).status).toBe(401);
});

test("a passkey after the password signs in; one of another person does not, and ends the step", async () => {
  const [mine, other] = [await withPasskey(), await withPasskey()];
  const browser = await atSecondStep(mine.person.email);
  const { passkey } = Second.parse((await call(browser, "people.secondStep")).value);
  const challenge = { challenge: passkey?.challenge ?? "" };
  expect((await provePasskey(browser, "secondFactor", mine.authenticator.prove(challenge))).status).toBe(200);

  const foreign = await atSecondStep(mine.person.email);
  const second = Second.parse((await call(foreign, "people.secondStep")).value).passkey;
  const theirs = other.authenticator.prove({ challenge: second?.challenge ?? "" });
  expect((await provePasskey(foreign, "secondFactor", theirs)).status).toBe(401);
  const own = mine.authenticator.prove({ challenge: second?.challenge ?? "" });
  expect((await provePasskey(foreign, "secondFactor", own)).status).toBe(401);
});

test("401: a passkey for another challenge, browser, origin or host, without verification, or with an old counter", async () => {
  const { authenticator } = await withPasskey();
  const attempt = async (
    difference: Parameters<typeof authenticator.prove>[1],
    { challenge, forget = () => {} }: { challenge?: string; forget?: (browser: Browser) => void } = {},
  ) => {
    const browser = new Browser();
    const options = Options.parse((await call(browser, "people.beginPasskeySignIn")).value);
    forget(browser);
    const proof = authenticator.prove(challenge === undefined ? options : { challenge }, difference);
    return (await provePasskey(browser, "passkey", proof)).status;
  };
  expect(await attempt({})).toBe(200);
  expect(await attempt({ origin: "https://evil.test" })).toBe(401);
  expect(await attempt({ rpId: "evil.test" })).toBe(401);
  expect(await attempt({ isVerified: false })).toBe(401);
  expect(await attempt({ counter: 0 })).toBe(401);
  expect(await attempt({}, { challenge: "AAAA" })).toBe(401);
  expect(await attempt({}, { forget: ({ cookies }) => cookies.delete(SIGN_IN_COOKIE) })).toBe(401);
  const unknown = newAuthenticator();
  const browser = new Browser();
  const options = Options.parse((await call(browser, "people.beginPasskeySignIn")).value);
  expect((await provePasskey(browser, "passkey", unknown.prove(options))).status).toBe(401);
});

test("401: the passkey alone of a person who signs in at the identity provider alone", async () => {
  const { person, authenticator } = await withPasskey();
  const ofProvider = { passwordHash: null, oidcIssuer: "https://idp.test", oidcSubject: person.id };
  await db
    .update(people)
    .set({ ...ofProvider, emailProvenAt: new Date() })
    .where(eq(people.id, person.id));
  const browser = new Browser();
  const options = Options.parse((await call(browser, "people.beginPasskeySignIn")).value);
  expect((await provePasskey(browser, "passkey", authenticator.prove(options))).status).toBe(401);
});

test("401: the passkey of a disabled person", async () => {
  const { person, authenticator } = await withPasskey();
  await db.update(people).set({ disabledAt: new Date() }).where(eq(people.id, person.id));
  const browser = new Browser();
  const options = Options.parse((await call(browser, "people.beginPasskeySignIn")).value);
  expect((await provePasskey(browser, "passkey", authenticator.prove(options))).status).toBe(401);
});

test("403: a new passkey for another challenge, origin or person, or without verification; 409: a known one", async () => {
  const { browser, authenticator } = await withPasskey();
  const add = async (
    passkeyOf: (options: { challenge: string }) => object,
    by = browser,
    begin: Browser | undefined = browser,
  ) => {
    const options = Options.parse((await call(begin, "factors.beginPasskey")).value);
    by.cookies.set(SET_UP_COOKIE, begin.cookies.get(SET_UP_COOKIE) ?? "");
    return (await call(by, "factors.addPasskey", { name: "Key", passkey: passkeyOf(options) })).failure
      ?.appCode;
  };
  const fresh = () => newAuthenticator();
  expect(await add(() => fresh().create({ challenge: "AAAA" }))).toBe("factor-refused");
  expect(await add((options) => fresh().create(options, { origin: "https://evil.test" }))).toBe(
    "factor-refused",
  );
  expect(await add((options) => fresh().create(options, { isVerified: false }))).toBe("factor-refused");
  expect(await add((options) => fresh().create(options), (await newVisitor()).browser)).toBe(
    "factor-refused",
  );
  expect(await add((options) => authenticator.create(options))).toBe("passkey-known");
  expect(await add((options) => fresh().create(options))).toBeUndefined();
});

test("a person names and removes factors, of their own only; the last one takes the recovery codes along", async () => {
  const { person, browser } = await withApp();
  const other = await newVisitor();
  const [factor] = await db.select().from(factors).where(eq(factors.personId, person.id));
  const id = factor?.id ?? "";
  for (const [path, input] of [
    ["rename", { id, name: "Mine" }],
    ["remove", { id }],
  ] as const)
    expect((await call(other.browser, `factors.${path}`, input)).failure?.appCode).toBe("factor-not-found");
  await call(browser, "factors.rename", { id, name: "Work phone" });
  expect((await call(browser, "factors.list")).value).toMatchObject({
    factors: [{ id, name: "Work phone" }],
  });
  await call(browser, "factors.remove", { id });
  expect((await call(browser, "factors.list")).value).toEqual({ factors: [], recoveryCodes: 0 });
  expect((await call(browser, "factors.renewRecoveryCodes")).failure?.appCode).toBe("no-factor");
  expect((await signedInPerson(browser.headers()))?.session.hasSecondFactor).toBe(false);
  expect((await new Browser().signIn(person.email, PASSWORD)).headers.getSetCookie().join()).toContain(
    SESSION_COOKIE,
  );
  const actions = await db.select().from(auditEvents).where(eq(auditEvents.targetId, person.id));
  expect(actions.map(({ action }) => action)).toEqual(["factorAdded", "factorRemoved"]);
});

test("a new password leaves the second factor; an admin removes it, and the sessions end", async () => {
  const { person, browser } = await withApp();
  await call(browser, "people.changePassword", { current: PASSWORD, next: OTHER_PASSWORD });
  const next = new Browser();
  expect(await urlOf(await next.signIn(person.email, OTHER_PASSWORD))).toBe(STEP);
  const admin = await newSignedIn([], { isAdmin: true });
  expect((await callProcedure("admin.person", { personId: person.id }, admin)).value).toMatchObject({
    factors: 1,
  });
  await callProcedure("admin.removeFactors", { personId: person.id }, admin);
  expect(await signedInPerson(browser.headers())).toBeUndefined();
  await next.signIn(person.email, OTHER_PASSWORD);
  expect(await signedInPerson(next.headers())).toBeDefined();
  const actions = await db.select().from(auditEvents).where(eq(auditEvents.targetId, person.id));
  expect(actions.at(-1)).toMatchObject({ action: "factorsRemoved", actorId: admin.personId });
});
