import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { endedSessions } from "@/db/schema/ended-sessions";
import { memberships } from "@/db/schema/memberships";
import { people } from "@/db/schema/people";
import { sessions } from "@/db/schema/sessions";
import { signInAttempts } from "@/db/schema/sign-in-attempts";
import { changePassword } from "@/server/domain/people/change-password";
import { noteSeen, oldSessions } from "@/server/domain/people/sessions";
import { failedSignIns } from "@/server/domain/people/sign-in-attempts";
import { signOutEverywhere } from "@/server/domain/people/sign-out-everywhere";
import {
  namedMembership,
  PRODUCER_COOKIE,
  PRODUCER_HEADER,
  signedInPerson,
} from "@/server/identity/from-session";
import {
  readSessionCookie,
  SESSION_COOKIE,
  sealToken,
  sessionCookie,
  sessionSecret,
} from "@/server/identity/session-token";
import { runPass } from "@/server/loops/pass";
import { runtime } from "@/server/runtime/runtime";
import { get, problem } from "@/server/testing/api";
import { Browser } from "@/server/testing/browser";
import { callProcedure } from "@/server/testing/dashboard";
import { newItem, newProducer, systemCtx } from "@/server/testing/factories";
import { newMember, newPerson, OTHER_PASSWORD, PASSWORD } from "@/server/testing/people";

// Holds decision 0022.

const EIGHT_HOURS = 8 * 3600;

async function signedIn(email: string): Promise<Browser> {
  const browser = new Browser();
  expect((await browser.signIn(email, PASSWORD)).status).toBe(200);
  return browser;
}

const withSession = (value: string) => new Headers({ cookie: `${SESSION_COOKIE}=${value}` });

async function errorOf(response: Response): Promise<string | null> {
  const { url }: { url: string } = await response.json();
  return new URL(url).searchParams.get("error");
}

test("a person signs in through next-auth and is identified by the cookie", async () => {
  const producer = await newProducer("Acme");
  const { id, email, name } = await newMember(producer, "editor");
  const browser = new Browser();
  expect(await signedInPerson(browser.headers())).toBeUndefined();
  // Neither case nor spaces of the e-mail matter.
  const response = await browser.signIn(` ${email.toUpperCase()}`, PASSWORD);
  expect(response.status).toBe(200);
  const cookie = response.headers.getSetCookie().find((line) => line.startsWith(SESSION_COOKIE)) ?? "";
  expect(cookie).toMatch(/^__Host-.*; Path=\/; .*HttpOnly; Secure; SameSite=Lax$/);
  expect(await signedInPerson(browser.headers())).toEqual({
    session: { id: expect.any(String), hasSecondFactor: false, confirmedAt: expect.any(Date) },
    isAdminLocked: false,
    person: { id, email, name, isAdmin: false, isDemoVisitor: false, locale: null },
    memberships: [
      {
        producerId: producer.producerId,
        producerName: "Acme",
        sandbox: 0,
        sandboxOf: null,
        role: "editor",
        suspendedReason: null,
        needsSecondFactor: false,
      },
    ],
  });
  expect(await browser.session()).toMatchObject({ user: { id, email, name, isAdmin: false } });
  const [row] = await runtime().database.db.select().from(people).where(eq(people.id, id));
  expect(Date.now() - (row?.lastSignInAt?.getTime() ?? 0)).toBeLessThan(10_000);
});

test("the session token holds its id, a person, a version and its start, nothing else, and lasts eight hours without renewal", async () => {
  const { id, email } = await newPerson();
  const browser = await signedIn(email);
  const token = await readSessionCookie(browser.cookies.get(SESSION_COOKIE) ?? "");
  expect(token).toEqual({ id: expect.any(String), sub: id, version: 1, since: expect.any(Number) });
  await browser.session();
  expect(await readSessionCookie(browser.cookies.get(SESSION_COOKIE) ?? "")).toEqual(token);
  const now = Math.floor(Date.now() / 1000);
  const seal = (since: number) =>
    sealToken({
      token: { ...token, since },
      secret: sessionSecret(),
      maxAge: 10 * EIGHT_HOURS,
    });
  expect(await signedInPerson(withSession(await seal(now - EIGHT_HOURS + 60)))).toBeDefined();
  expect(await signedInPerson(withSession(await seal(now - EIGHT_HOURS - 60)))).toBeUndefined();
});

test("401: a wrong password, an unknown e-mail, a disabled person and a person without a password are refused alike", async () => {
  const known = await newPerson();
  const disabled = await newPerson();
  const elsewhere = await newPerson();
  const { db } = runtime().database;
  await db.update(people).set({ disabledAt: new Date() }).where(eq(people.id, disabled.id));
  await db.update(people).set({ passwordHash: null }).where(eq(people.id, elsewhere.id));
  for (const [email, password] of [
    [known.email, OTHER_PASSWORD],
    ["unknown@people.test", PASSWORD],
    [disabled.email, PASSWORD],
    [elsewhere.email, PASSWORD],
    ["no e-mail", PASSWORD],
    [known.email, ""],
    [known.email, "x".repeat(5000)],
    [known.email, "\0"],
  ] as const) {
    const browser = new Browser();
    const response = await browser.signIn(email, password);
    expect(response.status).toBe(401);
    expect(await errorOf(response)).toBe("CredentialsSignin");
    expect(browser.cookies.has(SESSION_COOKIE)).toBe(false);
  }
});

test("an unknown e-mail takes as much work to refuse as a wrong password", async () => {
  const { email } = await newPerson();
  /** The CPU time of an attempt, whatever else keeps the machine busy. */
  const workOf = async (of: string, network: string) => {
    const browser = new Browser(network);
    await browser.csrfToken();
    const before = process.cpuUsage();
    await browser.signIn(of, OTHER_PASSWORD);
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  await workOf(email, "warm");
  const known: number[] = [];
  const unknown: number[] = [];
  for (let i = 0; i < 9; i++) {
    known.push(await workOf(email, `known ${i}`));
    unknown.push(await workOf("unknown@people.test", `unknown ${i}`));
  }
  const middle = (work: number[]) => work.sort((a, b) => a - b)[4] ?? 0;
  // Hashing is most of the work; without it, the ratio would be a fraction of this.
  expect(middle(unknown) / middle(known)).toBeGreaterThan(0.5);
  expect(middle(unknown) / middle(known)).toBeLessThan(2);
});

test("429: the sixth attempt in 15 minutes, even with the right password, for this account from this network alone", async () => {
  const { email } = await newPerson();
  const browser = new Browser("198.51.100.1");
  for (let i = 0; i < 5; i++) expect((await browser.signIn(email, OTHER_PASSWORD)).status).toBe(401);
  const refused = await browser.signIn(email, PASSWORD);
  expect(refused.status).toBe(429);
  const seconds = Number(refused.headers.get("retry-after"));
  expect(seconds).toBeGreaterThan(14 * 60);
  expect(seconds).toBeLessThanOrEqual(15 * 60);
  expect(await errorOf(refused)).toBe(`TooManyTries:${seconds}`);
  expect((await browser.signIn((await newPerson()).email, PASSWORD)).status).toBe(200);
  expect((await new Browser("198.51.100.2").signIn(email, PASSWORD)).status).toBe(200);
  // Once the window has ended.
  const past = sql`now() - interval '1 second'`;
  await runtime().database.db.update(signInAttempts).set({ endsAt: past });
  expect((await browser.signIn(email, PASSWORD)).status).toBe(200);
  await runPass(failedSignIns, systemCtx());
});

test("429: concurrent attempts count like consecutive ones, and so do unknown e-mails", async () => {
  for (const email of [(await newPerson()).email, "still.unknown@people.test"]) {
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => new Browser("198.51.100.3").signIn(email, OTHER_PASSWORD)),
    );
    const count = (status: number) => answers.filter((answer) => answer.status === status).length;
    expect([count(401), count(429)]).toEqual([5, 7]);
  }
});

test("200: right passwords are never counted, however many sign-ins are concurrent", async () => {
  const { email } = await newPerson();
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => new Browser("198.51.100.4").signIn(email, PASSWORD)),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200));
});

test("429: a network that tries one password on many accounts is refused", async () => {
  const network = "198.51.100.5";
  const tried = new Browser(network);
  await tried.signIn("first.of.many@people.test", OTHER_PASSWORD);
  await runtime().database.db.update(signInAttempts).set({ failed: 100 }).where(eq(signInAttempts.failed, 1));
  expect((await tried.signIn((await newPerson()).email, PASSWORD)).status).toBe(429);
});

test("attempts are stored without e-mails and addresses", async () => {
  const email = "secretive@people.test";
  await new Browser("203.0.113.77").signIn(email, OTHER_PASSWORD);
  const rows = await runtime().database.db.select().from(signInAttempts);
  expect(rows.length).toBeGreaterThan(0);
  for (const { key } of rows) expect(key).toHaveLength(32);
});

test("signing out everywhere ends all sessions at once, and removes the cookie", async () => {
  const { id, email } = await newPerson();
  const [one, two] = [await signedIn(email), await signedIn(email)];
  await signOutEverywhere(systemCtx(), id);
  for (const browser of [one, two]) {
    expect(await signedInPerson(browser.headers())).toBeUndefined();
    expect(await browser.session()).toEqual({});
    expect(browser.cookies.get(SESSION_COOKIE) ?? "").toBe("");
  }
  expect(await signedInPerson((await signedIn(email)).headers())).toBeDefined();
});

test("changing the password ends the other sessions, and the person continues with a new cookie", async () => {
  const { id, email } = await newPerson();
  const [mine, other] = [await signedIn(email), await signedIn(email)];
  const change = { current: PASSWORD, next: OTHER_PASSWORD };
  const session = await changePassword(
    systemCtx(),
    { personId: id, hasSecondFactor: false },
    change,
    undefined,
  );
  expect(await signedInPerson(mine.headers())).toBeUndefined();
  expect(await signedInPerson(other.headers())).toBeUndefined();
  const cookie = await sessionCookie(session, new Headers());
  expect(cookie).toMatch(/; Path=\/; Max-Age=28800; HttpOnly; SameSite=Lax; Secure$/);
  expect(await signedInPerson(new Headers({ cookie: cookie.split(";")[0] ?? "" }))).toBeDefined();
});

test("disabling a person ends the session at once", async () => {
  const { id, email } = await newPerson();
  const browser = await signedIn(email);
  await runtime().database.db.update(people).set({ disabledAt: new Date() }).where(eq(people.id, id));
  expect(await signedInPerson(browser.headers())).toBeUndefined();
});

test("signing out ends that session for every copy of its cookie and removes the cookie; other sessions continue", async () => {
  const { email } = await newPerson();
  const [browser, other] = [await signedIn(email), await signedIn(email)];
  const copy = browser.headers();
  expect((await browser.signOut()).status).toBe(200);
  expect(browser.cookies.get(SESSION_COOKIE) ?? "").toBe("");
  expect(await signedInPerson(copy)).toBeUndefined();
  expect(await signedInPerson(other.headers())).toBeDefined();
  expect((await browser.signOut()).status).toBe(200);
});

test("503: a sign-out that cannot be stored is not confirmed, and the session keeps its cookie", async () => {
  const browser = await signedIn((await newPerson()).email);
  const { db } = runtime().database;
  await db.execute(sql`alter table sessions rename to away`);
  const response = await browser.signOut();
  await db.execute(sql`alter table away rename to sessions`);
  expect(response.status).toBe(503);
  expect(await signedInPerson(browser.headers())).toBeDefined();
});

test("sessions are deleted once they have expired", async () => {
  const { db } = runtime().database;
  const { email } = await newPerson();
  const [over, lasting] = [await signedIn(email), await signedIn(email)];
  const idOf = async (browser: Browser) => (await signedInPerson(browser.headers()))?.session.id ?? "";
  const [overId, lastingId] = [await idOf(over), await idOf(lasting)];
  const past = sql`now() - interval '1 second'`;
  await db
    .update(sessions)
    .set({ startedAt: sql`now() - interval '8 hours'`, expiresAt: past })
    .where(eq(sessions.id, overId));
  expect(await signedInPerson(over.headers())).toBeUndefined();
  await runPass(oldSessions, systemCtx());
  const ids = (await db.select().from(sessions)).map(({ id }) => id);
  expect([ids.includes(overId), ids.includes(lastingId)]).toEqual([false, true]);
});

const CHROME = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36";
const SAFARI =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Safari/604.1";

test("a person lists their sessions with browser, system and country, and ends one or all others", async () => {
  const { email } = await newPerson();
  const stranger = await signedIn((await newPerson()).email);
  const from = async (agent: string) => {
    const browser = new Browser("192.0.2.1", { "user-agent": agent });
    await browser.signIn(email, PASSWORD);
    return browser;
  };
  const [mine, phone, third] = [await from(CHROME), await from(SAFARI), await from("curl/8")];
  const call = (browser: Browser, path: string, input?: object) =>
    callProcedure(`people.${path}`, input, { cookie: browser.headers().get("cookie") ?? "" });
  const idOf = async (browser: Browser) => (await signedInPerson(browser.headers()))?.session.id ?? "";
  const { value } = await call(mine, "sessions");
  expect(value).toHaveLength(3);
  expect(value).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ id: await idOf(mine), browser: "Chrome", os: "Windows" }),
      expect.objectContaining({ id: await idOf(phone), browser: "Safari", os: "iOS" }),
      expect.objectContaining({ browser: null, os: null, country: null }),
    ]),
  );
  // Of another person nothing is ended.
  await call(mine, "endSession", { id: await idOf(stranger) });
  expect(await signedInPerson(stranger.headers())).toBeDefined();
  await call(mine, "endSession", { id: await idOf(phone) });
  expect((await call(phone, "me")).status).toBe(401);
  expect((await call(third, "me")).status).toBe(200);
  await call(mine, "endOtherSessions");
  expect((await call(third, "me")).status).toBe(401);
  expect((await call(mine, "me")).status).toBe(200);
  expect(await signedInPerson(stranger.headers())).toBeDefined();
});

test("the use of a session is noted at most every five minutes, and its address is not stored", async () => {
  const { db } = runtime().database;
  const browser = await signedIn((await newPerson()).email);
  const id = (await signedInPerson(browser.headers()))?.session.id ?? "";
  const row = async () => (await db.select().from(sessions).where(eq(sessions.id, id)))[0];
  const before = await row();
  const at = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  for (const [minutes, isNoted] of [
    [4, false],
    [6, true],
  ] as const) {
    const seenAt = at(minutes);
    await db.update(sessions).set({ seenAt }).where(eq(sessions.id, id));
    await noteSeen({ db }, { id, seenAt });
    expect((await row())?.seenAt.getTime() !== seenAt.getTime()).toBe(isNoted);
  }
  expect(JSON.stringify(before)).not.toContain(browser.network);
});

test("while older builds run beside, a session that either build ends has ended for both", async () => {
  const { db } = runtime().database;
  const { email } = await newPerson();
  const [here, there] = [await signedIn(email), await signedIn(email)];
  const idOf = async (browser: Browser) => (await signedInPerson(browser.headers()))?.session.id ?? "";
  const [hereId, thereId] = [await idOf(here), await idOf(there)];
  await here.signOut();
  expect((await db.select().from(endedSessions)).map(({ id }) => id)).toContain(hereId);
  await db.insert(endedSessions).values({ id: thereId, expiresAt: new Date(Date.now() + 60_000) });
  expect(await signedInPerson(there.headers())).toBeUndefined();
});

test("a tampered cookie identifies no person", async () => {
  const { id, email } = await newPerson();
  const real = (await signedIn(email)).cookies.get(SESSION_COOKIE) ?? "";
  const claims = { id: randomUUID(), sub: id, version: 1, since: Math.floor(Date.now() / 1000) };
  const unsigned = [{ alg: "none" }, claims].map((part) =>
    Buffer.from(JSON.stringify(part)).toString("base64url"),
  );
  const parts = real.split(".");
  const swapped = (n: number) =>
    parts
      .map((part, i) => (i === n ? `${part.slice(0, -2)}${part.endsWith("A") ? "BB" : "AA"}` : part))
      .join(".");
  for (const bad of [
    "",
    "x",
    "....",
    real.slice(0, -1),
    `${real}x`,
    swapped(0),
    swapped(2),
    swapped(3),
    swapped(4),
    `${unsigned.join(".")}.`,
    await sealToken({ token: claims, secret: "the secret of another service, long enough" }),
    await sealToken({ token: { sub: id }, secret: sessionSecret() }),
    await sealToken({ token: { ...claims, id: "one" }, secret: sessionSecret() }),
    await sealToken({ token: { ...claims, version: 2 }, secret: sessionSecret() }),
    await sealToken({ token: { ...claims, version: "1" }, secret: sessionSecret() }),
    await sealToken({ token: { ...claims, sub: "' or 1=1" }, secret: sessionSecret() }),
    "%00%ff",
    "a".repeat(20_000),
  ]) {
    expect(await signedInPerson(withSession(bad)), bad.slice(0, 60)).toBeUndefined();
  }
  expect(await signedInPerson(withSession(real))).toBeDefined();
});

test("signing in and out requires the CSRF token", async () => {
  const { email } = await newPerson();
  const browser = new Browser();
  await browser.csrfToken();
  for (const csrfToken of ["", "wrong", "0".repeat(64)]) {
    const form = new URLSearchParams({ email, password: PASSWORD, csrfToken, json: "true" }).toString();
    await browser.call("callback/credentials", form);
    expect(browser.cookies.has(SESSION_COOKIE)).toBe(false);
  }
  const inside = await signedIn(email);
  await inside.call("signout", "csrfToken=wrong&json=true");
  expect(await signedInPerson(inside.headers())).toBeDefined();
});

test("malformed sign-in requests are refused without an internal error", async () => {
  const browser = new Browser();
  const post = async (body: string, type?: string) =>
    (await browser.call("callback/credentials", body, type)).status;
  expect(await post("x".repeat(17_000))).toBe(400);
  expect(await post("{", "application/json")).toBe(400);
  expect(await post("null", "application/json")).toBe(400);
  expect(await post("[[]]", "application/json")).toBe(400);
  expect(await post("", "text/plain")).toBeLessThan(500);
  expect(await post(JSON.stringify({ email: { a: 1 }, password: [] }), "application/json")).toBeLessThan(500);
  expect((await browser.call("nonsense")).status).toBe(400);
  expect((await browser.call("callback/unknown", "a=b")).status).toBeLessThan(500);
  expect((await browser.call("_log", "code=A&level=error&message=B")).status).toBe(200);
});

test("405: a sign-in route accepts its own methods alone", async () => {
  const browser = new Browser();
  const refused = await browser.call("callback/credentials?email=a&password=b");
  expect([refused.status, refused.headers.get("allow")]).toEqual([405, "POST"]);
  for (const [path, body] of [
    ["callback/credentials/more"],
    ["_log"],
    ["csrf", "a=b"],
    ["providers", "a=b"],
    ["error", "a=b"],
  ] as const)
    expect((await browser.call(path, body)).status, path).toBe(405);
});

const ROUTES = [
  "",
  "providers",
  "session",
  "csrf",
  "signin",
  "signin/credentials",
  "signin/oidc",
  "signin/__proto__",
  "signout",
  "callback",
  "callback/credentials",
  "callback/credentials/more",
  "callback/oidc",
  "callback/constructor",
  "error",
  "error/CredentialsSignin",
  "error/%E6%97%A5",
  "error/__proto__",
  "verify-request",
  "_log",
  "nonsense",
  "__proto__",
];
const QUERIES = [
  "",
  "error=%E6%97%A5",
  "error=a%0d%0ab",
  "error=%00",
  "error=%ED%A0%80",
  `error=${"x".repeat(3000)}`,
  "error=a&error=b",
  "callbackUrl=%E6%97%A5",
  "callbackUrl=/items%3Fq%3D%E6%97%A5",
  "__proto__=1",
  "code=1&state=2",
  "json=true",
];

test("no sign-in route answers 500, whatever the request", async () => {
  const browser = new Browser();
  const csrfToken = await browser.csrfToken();
  const json = "application/json";
  const calls: [string | undefined, string?][] = [
    [undefined],
    [`csrfToken=${csrfToken}&json=true&callbackUrl=%E6%97%A5`],
    [JSON.stringify({ csrfToken, json: "true", callbackUrl: {}, email: 1, data: "x" }), json],
    ['{"__proto__":1,"email":[],"password":{},"callbackUrl":"日"}', json],
    ["\0", "text/plain"],
    ["--x", "multipart/form-data"],
  ];
  const failed: string[] = [];
  for (const route of ROUTES)
    for (const query of QUERIES)
      for (const [body, type] of calls) {
        const { status } = await browser.call(`${route}?${query}`, body, type);
        if (status >= 500) failed.push(`${status} ${route}?${query} ${body}`);
      }
  expect(failed).toEqual([]);
}, 60_000);

test("an invalid callback URL is ignored, wherever it is sent", async () => {
  const { email } = await newPerson();
  const page = "https://assay.test/items?q=a%20b";
  for (const [bad, leadsTo] of [
    ["nonsense", "https://assay.test/nonsense"],
    ["//[", "https://assay.test"],
    ["https://", "https://assay.test"],
    ["javascript:alert(1)", "https://assay.test"],
    ["//evil.test/", "https://assay.test"],
    ["/\\evil.test/", "https://assay.test"],
    ["\0", "https://assay.test/"],
    [page, page],
    ["/items?q=a%20b", page],
  ] as const) {
    const browser = new Browser();
    const inQuery = `callbackUrl=${encodeURIComponent(bad)}`;
    expect((await browser.call(`csrf?${inQuery}`)).status, bad).toBe(200);
    expect((await browser.call(`session?${inQuery}&${inQuery}`)).status, bad).toBe(200);
    const form = { email, password: PASSWORD, csrfToken: await browser.csrfToken(), json: "true" };
    const response = await browser.call(
      `callback/credentials?${inQuery}`,
      new URLSearchParams({ ...form, callbackUrl: bad }).toString(),
    );
    expect([response.status, await response.json()], bad).toEqual([200, { url: leadsTo }]);
  }
  const browser = new Browser();
  const csrfToken = await browser.csrfToken();
  for (const callbackUrl of [{}, [], 1, true, null]) {
    const body = JSON.stringify({ csrfToken, callbackUrl, json: "true" });
    expect((await browser.call("signout", body, "application/json")).status).toBeLessThan(400);
  }
});

test("every sign-in cookie is for this host alone, over https", async () => {
  const browser = new Browser();
  const lines: string[] = [];
  const keep = (response: Response) => lines.push(...response.headers.getSetCookie());
  keep(await browser.call("csrf"));
  browser.cookies.set("__Host-next-auth.callback-url", "nonsense");
  keep(await browser.call("session"));
  keep(await browser.signIn((await newPerson()).email, PASSWORD));
  keep(await browser.signOut());
  expect(lines.length).toBeGreaterThanOrEqual(5);
  const weak = lines.filter(
    (line) => !/^__Host-[^;]+; (?=.*Path=\/(;|$))(?=.*Secure)(?=.*HttpOnly)(?!.*Domain)/i.test(line),
  );
  expect(weak).toEqual([]);
});

test("a cookie with an invalid callback URL does not prevent signing in", async () => {
  const { email } = await newPerson();
  for (const kept of ["nonsense", "%00", "//[", "javascript:alert(1)"]) {
    const browser = new Browser();
    browser.cookies.set("__Host-next-auth.callback-url", kept);
    expect((await browser.call("session")).status).toBe(200);
    browser.cookies.set("__Host-next-auth.callback-url", kept);
    expect((await browser.signIn(email, PASSWORD)).status).toBe(200);
  }
});

test("signing in never redirects to another host", async () => {
  const { email } = await newPerson();
  const browser = new Browser();
  const form = { email, password: PASSWORD, csrfToken: await browser.csrfToken(), json: "true" };
  const response = await browser.call(
    "callback/credentials",
    new URLSearchParams({ ...form, callbackUrl: "https://evil.test/" }).toString(),
  );
  const { url }: { url: string } = await response.json();
  expect(new URL(url).host).toBe("assay.test");
});

test("a call acts for the producer that it names, where the person is a member, and for no other", async () => {
  const [first, second, foreign] = [
    await newProducer("One"),
    await newProducer("Two"),
    await newProducer("Three"),
  ];
  const person = await newMember(first, "owner");
  await runtime()
    .database.db.insert(memberships)
    .values({ personId: person.id, producerId: second.producerId, role: "viewer" });
  const browser = await signedIn(person.email);
  const who = await signedInPerson(browser.headers());
  if (!who) throw new Error("Not signed in.");
  const named = (id: string) => namedMembership(who, new Headers({ [PRODUCER_HEADER]: id }))?.producerName;
  expect(named(first.producerId)).toBe("One");
  expect(named(second.producerId)).toBe("Two");
  for (const id of [foreign.producerId, randomUUID(), "' or 1=1", ""]) expect(named(id)).toBeUndefined();
  // The cookie of the last shown producer decides nothing.
  browser.cookies.set(PRODUCER_COOKIE, first.producerId);
  expect(namedMembership(who, browser.headers())).toBeUndefined();
});

test("403: the API ignores the session cookie of a signed-in person", async () => {
  const producer = await newProducer();
  const item = await newItem(producer, { title: "Vase", data: { a: 1 } });
  const browser = await signedIn((await newMember(producer, "owner")).email);
  const headers = Object.fromEntries(browser.headers());
  expect(headers.cookie).toContain(SESSION_COOKIE);
  const list = await get("/contents", { headers });
  expect([list.status, problem(list).code]).toEqual([403, "credential-missing"]);
  const [anonymous, withCookie] = [await get(`/items/${item}`), await get(`/items/${item}`, { headers })];
  expect(withCookie.body).toEqual(anonymous.body);
});
