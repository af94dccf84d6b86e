import { once } from "node:events";
import { createServer } from "node:net";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { people } from "@/db/schema/people";
import { startSmtp } from "@/server/testing/smtp";

// Holds decision 0022.

const PASSWORD = "violet kettle under seven bridges";
const IMPOSTORS = "copper lantern beside nine rivers";

let smtp: Awaited<ReturnType<typeof startSmtp>>;

beforeAll(async () => {
  smtp = await startSmtp();
});
afterAll(() => smtp.stop());

afterEach(async () => {
  await globalThis.assayRuntime?.close();
  vi.unstubAllEnvs();
});

/** The verbs as they are with this configuration of mail. */
async function world(smtpUrl: string, mailFrom: string | undefined = "Assay <assay@service.test>") {
  vi.resetModules();
  vi.stubEnv("SMTP_URL", smtpUrl);
  vi.stubEnv("MAIL_FROM", mailFrom);
  const { inviteMember } = await import("./invite");
  const { newProducer, systemCtx } = await import("@/server/testing/factories");
  const { ctxOfMember, newMember, newPerson } = await import("@/server/testing/people");
  const { readInvitation, acceptInvitation, acceptInvitationAs } = await import("./accept");
  const { runtime } = await import("@/server/runtime/runtime");
  const producer = await newProducer("Müller & Söhne");
  const ctx = ctxOfMember(producer, await newMember(producer, "owner", { name: "Zoë Owner" }));
  return {
    producer,
    invite: (email: string, locale: "en" | "de" = "en") =>
      inviteMember(ctx, { email, role: "editor", locale }),
    read: (secret: string) => readInvitation(systemCtx(), secret),
    join: (secret: string, password: string) =>
      acceptInvitation(systemCtx(), { secret, name: "Nora New", password, locale: null }),
    joinAs: (personId: string, secret: string) => acceptInvitationAs(systemCtx(), personId, secret),
    newPerson,
    db: runtime().database.db,
  };
}

const ours = () => `smtp://assay:p%40ss@127.0.0.1:${smtp.port}`;
const last = () => smtp.taken.at(-1) ?? { from: "", to: [], head: "", text: "" };
const LINK = /^https:\/\/assay\.test\/invite\/([\w-]{43})$/m;
const mailedSecret = () => LINK.exec(last().text)?.[1] ?? "";

test("an invitation is mailed in English, and its link told to nobody else", async () => {
  const { invite } = await world(ours());
  const { link } = await invite("anna@people.test");
  expect(link).toBeNull();
  const { from, to, head, text } = last();
  expect([from, to]).toEqual(["assay@service.test", ["anna@people.test"]]);
  expect(head).toMatch(/^Subject: .*Invitation/m);
  expect(text).toContain("Zoë Owner invited you to join Müller & Söhne on Assay as an editor.");
  expect(text).toMatch(LINK);
});

test("an invitation is mailed in German", async () => {
  const { invite } = await world(ours());
  await invite("bernd@people.test", "de");
  const { head, text } = last();
  expect(head).toMatch(/^Subject: .*Einladung/m);
  expect(text).toContain("Zoë Owner lädt Sie zu Müller & Söhne bei Assay ein");
  expect(text).toMatch(LINK);
});

test("without MAIL_FROM, mails come from the public address", async () => {
  await (await world(ours(), "")).invite("anna@people.test");
  expect(last().from).toBe("no-reply@assay.test");
});

test("where the mail is not taken, the invitation stands, and its link is to be handed over", async () => {
  const before = smtp.taken.length;
  for (const [smtpUrl, email] of [
    [ours(), "refused@people.test"],
    [`smtp://assay:wrong@127.0.0.1:${smtp.port}`, "c@people.test"],
    ["smtp://127.0.0.1:1", "d@people.test"],
  ] as const) {
    const { invite, read } = await world(smtpUrl);
    const secret = LINK.exec((await invite(email)).link ?? "")?.[1] ?? "";
    expect(await read(secret)).toMatchObject({ email, isKnown: false });
  }
  expect(smtp.taken).toHaveLength(before);
});

test("a mailed link proves the e-mail: what somebody else made of it without a proof gives way", async () => {
  const email = "cfo@people.test";
  const unmailed = await world("smtp://127.0.0.1:1");
  const { link } = await unmailed.invite(email);
  const { personId } = await unmailed.join(LINK.exec(link ?? "")?.[1] ?? "", IMPOSTORS);

  const { invite, read, join, db } = await world(ours());
  const person = async () => (await db.select().from(people).where(eq(people.id, personId)))[0];
  expect(await person()).toMatchObject({ email, emailProvenAt: null, sessionVersion: 1 });
  await invite(email);
  expect(await read(mailedSecret())).toMatchObject({ isKnown: false });
  expect(await join(mailedSecret(), PASSWORD)).toMatchObject({ personId });
  expect(await person()).toMatchObject({
    name: "Nora New",
    emailProvenAt: expect.any(Date),
    sessionVersion: 2,
  });
  const { signIn } = await import("@/server/domain/people/sign-in");
  await expect(signIn({ db }, { email, password: IMPOSTORS }, undefined)).rejects.toMatchObject({
    code: "sign-in-refused",
  });
  await signIn({ db }, { email, password: PASSWORD }, undefined);
});

test.each([
  ["that was mailed proves the e-mail of whoever is signed in and accepts it", ours, true],
  ["that was handed over proves nothing of whoever is signed in", () => "smtp://127.0.0.1:1", false],
])("a link %s", async (_, smtpUrl, proves) => {
  const { invite, joinAs, newPerson, db } = await world(smtpUrl());
  const { id, email } = await newPerson();
  const person = eq(people.id, id);
  await db.update(people).set({ emailProvenAt: null }).where(person);
  const { link } = await invite(email);
  await joinAs(id, link === null ? mailedSecret() : (LINK.exec(link)?.[1] ?? ""));
  const [row] = await db.select().from(people).where(person);
  expect(row?.emailProvenAt !== null).toBe(proves);
  // Nothing of theirs gives way: they are signed in.
  expect(row).toMatchObject({ name: "Ada Example", sessionVersion: 1 });
});

test("who has proven an e-mail, or is disabled, keeps what they have: they sign in to accept", async () => {
  const { invite, read, join, newPerson, db } = await world(ours());
  const [proven, disabled] = [await newPerson(), await newPerson()];
  await db
    .update(people)
    .set({ emailProvenAt: null, disabledAt: new Date() })
    .where(eq(people.id, disabled.id));
  for (const { email } of [proven, disabled]) {
    await invite(email);
    expect(await read(mailedSecret())).toMatchObject({ isKnown: true });
    await expect(join(mailedSecret(), PASSWORD)).rejects.toMatchObject({ code: "sign-in-first" });
  }
});

test("a link that was handed over proves nothing, to an unproven person either", async () => {
  const { invite, read, join } = await world("smtp://127.0.0.1:1");
  const email = "handed@people.test";
  await join(LINK.exec((await invite(email)).link ?? "")?.[1] ?? "", PASSWORD);
  const again = await world("smtp://127.0.0.1:1");
  const secret = LINK.exec((await again.invite(email)).link ?? "")?.[1] ?? "";
  expect(await read(secret)).toMatchObject({ isKnown: true });
  await expect(join(secret, IMPOSTORS)).rejects.toMatchObject({ code: "sign-in-first" });
});

test("where a mail server says nothing, the page has the link before it gives up", async () => {
  const silent = createServer().listen(0, "127.0.0.1");
  await once(silent, "listening");
  const address = silent.address();
  const { producer } = await world(
    `smtp://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`,
  );
  const { callProcedure, newSignedIn } = await import("@/server/testing/dashboard");
  const { cookie } = await newSignedIn([{ producer, role: "owner" }]);
  const input = { email: "e@people.test", role: "viewer" };
  const { status, value } = await callProcedure("members.invite", input, { cookie });
  expect(status).toBe(200);
  expect(value).toMatchObject({ link: expect.stringMatching(LINK) });
  silent.close();
});
