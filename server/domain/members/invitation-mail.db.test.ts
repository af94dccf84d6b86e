import { once } from "node:events";
import { createServer } from "node:net";
import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { people } from "@/db/schema/people";
import { mailServer } from "@/server/testing/mail-server";

// Holds decision 0022.

const PASSWORD = "violet kettle under seven bridges";
const IMPOSTOR_PASSWORD = "copper lantern beside nine rivers";

const smtp = mailServer();

/** Imports the verbs with the given mail configuration. */
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

const ownServer = () => smtp.url();
const lastMail = () => smtp.taken.at(-1) ?? { from: "", to: [], head: "", text: "" };
const LINK = /^https:\/\/assay\.test\/invite\/([\w-]{43})$/m;
const mailedSecret = () => LINK.exec(lastMail().text)?.[1] ?? "";

test("an English invitation is mailed, and its link is not returned", async () => {
  const { invite } = await world(ownServer());
  const { link } = await invite("anna@people.test");
  expect(link).toBeNull();
  const { from, to, head, text } = lastMail();
  expect([from, to]).toEqual(["assay@service.test", ["anna@people.test"]]);
  expect(head).toMatch(/^Subject: .*Invitation/m);
  expect(text).toContain("Zoë Owner invited you to join Müller & Söhne on Assay as an editor.");
  expect(text).toMatch(LINK);
});

test("a German invitation is mailed", async () => {
  const { invite } = await world(ownServer());
  await invite("bernd@people.test", "de");
  const { head, text } = lastMail();
  expect(head).toMatch(/^Subject: .*Einladung/m);
  expect(text).toContain("Zoë Owner lädt Sie zu Müller & Söhne bei Assay ein");
  expect(text).toMatch(LINK);
});

test("without MAIL_FROM, the sender has the host name of the public address", async () => {
  await (await world(ownServer(), "")).invite("anna@people.test");
  expect(lastMail().from).toBe("no-reply@assay.test");
});

test("if the mail server refuses the mail, the invitation stays open and its link is returned", async () => {
  const before = smtp.taken.length;
  for (const [smtpUrl, email] of [
    [ownServer(), "refused@people.test"],
    [smtp.url("wrong"), "c@people.test"],
    ["smtp://127.0.0.1:1", "d@people.test"],
  ] as const) {
    const { invite, read } = await world(smtpUrl);
    const secret = LINK.exec((await invite(email)).link ?? "")?.[1] ?? "";
    expect(await read(secret)).toMatchObject({ email, isKnown: false });
  }
  expect(smtp.taken).toHaveLength(before);
});

test("a mailed link proves the e-mail and replaces an account that was created without proof", async () => {
  const email = "cfo@people.test";
  const unmailed = await world("smtp://127.0.0.1:1");
  const { link } = await unmailed.invite(email);
  const { personId } = await unmailed.join(LINK.exec(link ?? "")?.[1] ?? "", IMPOSTOR_PASSWORD);

  const { invite, read, join, db } = await world(ownServer());
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
  await expect(signIn({ db }, { email, password: IMPOSTOR_PASSWORD }, undefined)).rejects.toMatchObject({
    code: "sign-in-refused",
  });
  await signIn({ db }, { email, password: PASSWORD }, undefined);
});

test.each([
  ["that was mailed proves the e-mail of the signed-in person who accepts it", ownServer, true],
  [
    "that was handed over does not prove the e-mail of the signed-in person",
    () => "smtp://127.0.0.1:1",
    false,
  ],
])("a link %s", async (_, smtpUrl, proves) => {
  const { invite, joinAs, newPerson, db } = await world(smtpUrl());
  const { id, email } = await newPerson();
  const person = eq(people.id, id);
  await db.update(people).set({ emailProvenAt: null }).where(person);
  const { link } = await invite(email);
  await joinAs(id, link === null ? mailedSecret() : (LINK.exec(link)?.[1] ?? ""));
  const [row] = await db.select().from(people).where(person);
  expect(row?.emailProvenAt !== null).toBe(proves);
  // A signed-in person keeps name and sessions.
  expect(row).toMatchObject({ name: "Ada Example", sessionVersion: 1 });
});

test("an account with a proven e-mail, or a disabled one, is not replaced: its owner signs in to accept", async () => {
  const { invite, read, join, newPerson, db } = await world(ownServer());
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

test("a link that was handed over does not replace an unproven account", async () => {
  const { invite, read, join } = await world("smtp://127.0.0.1:1");
  const email = "handed@people.test";
  await join(LINK.exec((await invite(email)).link ?? "")?.[1] ?? "", PASSWORD);
  const again = await world("smtp://127.0.0.1:1");
  const secret = LINK.exec((await again.invite(email)).link ?? "")?.[1] ?? "";
  expect(await read(secret)).toMatchObject({ isKnown: true });
  await expect(join(secret, IMPOSTOR_PASSWORD)).rejects.toMatchObject({ code: "sign-in-first" });
});

test("a silent mail server does not delay the link beyond the page's timeout", async () => {
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
