import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { auditEvents } from "@/db/schema/audit-events";
import { oneTimeSecrets } from "@/db/schema/one-time-secrets";
import { people } from "@/db/schema/people";
import { hashOfPassword } from "@/server/domain/people/passwords";
import { mailServer } from "@/server/testing/mail-server";
import { until } from "@/server/testing/until";

// Holds decision 0074.

const PASSWORD = "violet kettle under seven bridges";
const NEW_PASSWORD = "copper lantern beside nine rivers";

const smtp = mailServer();

async function world(smtpUrl = smtp.url()) {
  vi.resetModules();
  vi.stubEnv("SMTP_URL", smtpUrl);
  const link = await import("./password-link");
  const { signIn } = await import("./sign-in");
  const { systemCtx } = await import("@/server/testing/factories");
  const { newPerson } = await import("@/server/testing/people");
  const { callProcedure, newSignedIn } = await import("@/server/testing/dashboard");
  const { fromNetwork } = await import("@/server/platform/caller-network");
  const { db } = systemCtx();
  let network = 0;
  return {
    db,
    newPerson,
    newSignedIn,
    call: callProcedure,
    ctx: systemCtx,
    ask: (email: string, from = `192.0.2.${++network}`) =>
      fromNetwork(from, () => callProcedure("people.requestPasswordLink", { email, locale: "en" })),
    read: (secret: string) => callProcedure("people.passwordLink", { secret }),
    set: (secret: string, password = NEW_PASSWORD) =>
      callProcedure("people.setPasswordByLink", { secret, password }),
    signIn: (email: string, password: string) => signIn({ db }, { email, password }, undefined),
    createAsAdmin: link.createPasswordLink,
  };
}

const LINK = /^https:\/\/assay\.test\/reset-password\/([\w-]{43})$/m;
const mailsTo = (email: string) => smtp.taken.filter(({ to }) => to.includes(email));
const mailTo = async (email: string, count = 1) => {
  await until(() => expect(mailsTo(email).length).toBeGreaterThanOrEqual(count));
  return mailsTo(email)[count - 1]?.text ?? "";
};
const secretIn = (text: string) => LINK.exec(text)?.[1] ?? "";

test("a mailed link sets a password once, ends all sessions, and the person learns of it by mail", async () => {
  const { db, ask, read, set, signIn, newPerson } = await world();
  const { id, email, name } = await newPerson();
  const answer = await ask(email);
  expect([answer.status, answer.value]).toEqual([200, undefined]);
  const secret = secretIn(await mailTo(email));
  const stored = await db.select().from(oneTimeSecrets).where(eq(oneTimeSecrets.personId, id));
  expect(JSON.stringify(stored)).not.toContain(secret);
  expect((await read(secret)).value).toEqual({ email, name });
  expect((await set(secret, "password12345678")).status).toBe(400);
  expect((await set(secret)).status).toBe(200);
  const [row] = await db.select().from(people).where(eq(people.id, id));
  expect(row?.sessionVersion).toBe(2);
  await signIn(email, NEW_PASSWORD);
  await expect(signIn(email, PASSWORD)).rejects.toMatchObject({ code: "sign-in-refused" });
  expect(await mailTo(email, 2)).toContain("The password of your Assay account was changed");
  for (const again of [await read(secret), await set(secret)])
    expect(again.failure).toMatchObject({ httpStatus: 404, appCode: "password-link-not-open" });
  const [event] = await db.select().from(auditEvents).where(eq(auditEvents.targetId, id));
  expect(event).toMatchObject({ action: "passwordSetByLink", actorId: id });
});

test("404: an unknown link, an expired one, and one of a person who was disabled since", async () => {
  const { db, ask, set, newPerson } = await world();
  expect((await set("nonsense")).failure?.appCode).toBe("password-link-not-open");
  const { id, email } = await newPerson();
  await ask(email);
  const secret = secretIn(await mailTo(email));
  await db.update(people).set({ disabledAt: new Date() }).where(eq(people.id, id));
  expect((await set(secret)).failure?.appCode).toBe("password-link-not-open");
  await db.update(people).set({ disabledAt: null }).where(eq(people.id, id));
  await db.update(oneTimeSecrets).set({ expiresAt: new Date() }).where(eq(oneTimeSecrets.personId, id));
  expect((await set(secret)).failure?.appCode).toBe("password-link-not-open");
});

test("a link is void once all sessions of its person were ended", async () => {
  const { ask, call, read, newSignedIn } = await world();
  const { email, cookie } = await newSignedIn([], { passwordHash: await hashOfPassword(PASSWORD) });
  await ask(email);
  const secret = secretIn(await mailTo(email));
  expect((await read(secret)).status).toBe(200);
  expect((await call("people.signOutEverywhere", undefined, { cookie })).status).toBe(200);
  expect((await read(secret)).status).toBe(404);
});

test("of several calls with one link, one sets the password; it voids the person's other links", async () => {
  const { ask, set, newPerson } = await world();
  const { email } = await newPerson();
  await ask(email);
  const first = secretIn(await mailTo(email));
  await ask(email);
  const second = secretIn(await mailTo(email, 2));
  expect(second).not.toBe(first);
  const statuses = (await Promise.all([set(first), set(first), set(first)])).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([200, 404, 404]);
  expect((await set(second)).status).toBe(404);
});

test("the answer is the same for unknown, disabled and provider accounts; only the last gets a mail, without a link", async () => {
  const { db, ask, newPerson } = await world();
  const [known, disabled, elsewhere] = [await newPerson(), await newPerson(), await newPerson()];
  await db.update(people).set({ disabledAt: new Date() }).where(eq(people.id, disabled.id));
  await db
    .update(people)
    .set({ passwordHash: null, oidcIssuer: "https://id.test", oidcSubject: elsewhere.id })
    .where(eq(people.id, elsewhere.id));
  const answers = [];
  for (const email of ["unknown@people.test", disabled.email, elsewhere.email, known.email])
    answers.push(await ask(email));
  expect(new Set(answers.map(({ status, value }) => JSON.stringify([status, value]))).size).toBe(1);
  // Mails leave in the order of the requests, two at a time.
  await mailTo(known.email);
  const text = await mailTo(elsewhere.email);
  expect(text).toContain("Your account has no password");
  expect(text).not.toMatch(LINK);
  expect([...mailsTo("unknown@people.test"), ...mailsTo(disabled.email)]).toEqual([]);
});

test("a fourth link for one e-mail is not mailed, and the answer stays the same; 429: 21 requests of one network", async () => {
  const { ask, newPerson } = await world();
  const { email } = await newPerson();
  const last = await newPerson();
  for (let i = 0; i < 5; i++) expect((await ask(email)).status).toBe(200);
  await ask(last.email);
  await mailTo(last.email);
  await mailTo(email, 3);
  expect(mailsTo(email)).toHaveLength(3);
  const statuses = [];
  for (let i = 0; i < 21; i++) statuses.push((await ask(`${i}@unknown.test`, "198.51.100.9")).status);
  expect(statuses).toEqual([...Array(20).fill(200), 429]);
});

test("a mailed link proves the e-mail, a link of an admin does not", async () => {
  const { db, ask, set, newPerson, newSignedIn, call } = await world();
  const admin = await newSignedIn([], { isAdmin: true });
  for (const isMailed of [true, false]) {
    const { id, email } = await newPerson();
    await db.update(people).set({ emailProvenAt: null }).where(eq(people.id, id));
    if (isMailed) await ask(email);
    const made = isMailed
      ? await mailTo(email)
      : (await call("admin.createPasswordLink", { personId: id }, admin)).value;
    const secret = secretIn(typeof made === "string" ? made : Object(made).link);
    expect((await set(secret)).status).toBe(200);
    const [row] = await db.select().from(people).where(eq(people.id, id));
    expect(row?.emailProvenAt !== null).toBe(isMailed);
  }
});

test("an admin's link is recorded in the audit log; 409 for disabled people and those of the provider", async () => {
  const { db, newPerson, newSignedIn, call } = await world();
  const admin = await newSignedIn([], { isAdmin: true });
  const create = (personId: string) => call("admin.createPasswordLink", { personId }, admin);
  const { id } = await newPerson();
  expect((await create(id)).value).toMatchObject({ link: expect.stringMatching(LINK) });
  const [event] = await db.select().from(auditEvents).where(eq(auditEvents.targetId, id));
  expect(event).toMatchObject({ action: "passwordLinkCreated", actorId: admin.personId });
  await db
    .update(people)
    .set({ passwordHash: null, oidcIssuer: "https://id.test", oidcSubject: id })
    .where(eq(people.id, id));
  expect((await create(id)).failure?.appCode).toBe("signs-in-elsewhere");
  await db.update(people).set({ disabledAt: new Date() }).where(eq(people.id, id));
  expect((await create(id)).failure?.appCode).toBe("person-disabled");
});

test.each(["unmakeAdmin", "disablePerson"])("404: a link of an admin after %s", async (ends) => {
  const { newPerson, newSignedIn, call, read, set } = await world();
  const [admin, former] = [
    await newSignedIn([], { isAdmin: true }),
    await newSignedIn([], { isAdmin: true }),
  ];
  const { id } = await newPerson();
  const { value } = await call("admin.createPasswordLink", { personId: id }, former);
  const secret = secretIn(Object(value).link);
  expect((await read(secret)).status).toBe(200);
  await call(`admin.${ends}`, { personId: former.personId }, admin);
  for (const reply of [await read(secret), await set(secret)])
    expect(reply.failure).toMatchObject({ httpStatus: 404, appCode: "password-link-not-open" });
});

test("409: without a mail server no link is requested", async () => {
  const { ask } = await world("");
  expect((await ask("a@people.test")).failure?.appCode).toBe("no-mail-server");
});
