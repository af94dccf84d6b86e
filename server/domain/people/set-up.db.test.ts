import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { invitations } from "@/db/schema/invitations";
import { memberships } from "@/db/schema/memberships";
import { type Person, people } from "@/db/schema/people";
import { setupLinks } from "@/db/schema/setup-links";
import { inviteMember } from "@/server/domain/members/invite";
import { runtime } from "@/server/runtime/runtime";
import { get } from "@/server/testing/api";
import { newProducer, systemCtx } from "@/server/testing/factories";
import { ctxOfMember, newMember, newPerson, OTHER_PASSWORD, PASSWORD } from "@/server/testing/people";
import { bootstrapAdmin } from "./first-admin";
import { isSetUpLinkOpen, needsSetUp, setUp } from "./set-up";
import { signIn } from "./sign-in";
import { signInElsewhere } from "./sign-in-elsewhere";

// Holds decision 0022.

const ctx = systemCtx();
const { db } = runtime().database;

beforeEach(async () => {
  for (const table of [invitations, memberships, people, setupLinks]) await db.delete(table);
});

const personOf = async (id: string) => (await db.select().from(people).where(eq(people.id, id)))[0];

const secretOf = (link: string | undefined) =>
  /^https:\/\/assay\.test\/setup\/([\w-]{43})$/.exec(link ?? "")?.[1] ?? "";
const newLink = async () => secretOf(await bootstrapAdmin(ctx, undefined));
const input = (secret: string) => ({
  secret,
  email: "first@people.test",
  name: "First",
  password: PASSWORD,
  producerName: "Acme",
  locale: null,
});

test("while there are no people, each start creates a link, and the previous link no longer works", async () => {
  const first = await newLink();
  expect(await isSetUpLinkOpen(ctx, first)).toBe(true);
  const second = await newLink();
  expect([await isSetUpLinkOpen(ctx, first), await isSetUpLinkOpen(ctx, second)]).toEqual([false, true]);
  await expect(setUp(ctx, input(first))).rejects.toMatchObject({ code: "setup-link-not-open" });
  const [kept] = await db.select().from(setupLinks);
  expect(kept?.hash.includes(second)).toBe(false);
});

test("the link creates an admin who owns a producer with working credentials, once", async () => {
  const secret = await newLink();
  const made = await setUp(ctx, input(secret));
  const { personId, producerId, token } = made;
  expect(await db.select().from(people)).toMatchObject([
    { id: personId, isAdmin: true, email: "first@people.test" },
  ]);
  expect(await db.select().from(memberships)).toMatchObject([{ personId, producerId, role: "owner" }]);
  expect((await get("/contents", { token })).status).toBe(200);
  await signIn(ctx, { email: "first@people.test", password: PASSWORD }, undefined);
  expect(await needsSetUp(ctx)).toBe(false);
  await expect(setUp(ctx, { ...input(secret), email: "second@people.test" })).rejects.toMatchObject({
    code: "setup-link-not-open",
  });
  expect(await bootstrapAdmin(ctx, undefined)).toBeUndefined();
});

test("of several concurrent uses of the link, one creates the admin", async () => {
  const secret = await newLink();
  const all = await Promise.allSettled(
    Array.from({ length: 6 }, (_, n) => setUp(ctx, { ...input(secret), email: `n${n}@people.test` })),
  );
  expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await db.select().from(people)).toHaveLength(1);
});

test("the link no longer works once a person exists", async () => {
  const secret = await newLink();
  await newPerson();
  expect(await isSetUpLinkOpen(ctx, secret)).toBe(false);
  await expect(setUp(ctx, input(secret))).rejects.toMatchObject({ code: "setup-link-not-open" });
});

test("400: an easily guessed password leaves the link open and creates no person", async () => {
  const secret = await newLink();
  await expect(setUp(ctx, { ...input(secret), password: "passwordpassword" })).rejects.toMatchObject({
    kind: "invalid",
  });
  expect(await isSetUpLinkOpen(ctx, secret)).toBe(true);
  expect(await db.select().from(people)).toEqual([]);
});

test("the configured admin is created at the start, without a link", async () => {
  const admin = { email: "Root@People.test", password: PASSWORD };
  expect(await bootstrapAdmin(ctx, admin)).toBeUndefined();
  expect(await db.select().from(people)).toMatchObject([
    { email: "root@people.test", isAdmin: true, name: "Root" },
  ]);
  // Another start changes nothing, even with another configuration.
  await bootstrapAdmin(ctx, { email: "other@people.test", password: OTHER_PASSWORD });
  await bootstrapAdmin(ctx, { ...admin, password: OTHER_PASSWORD });
  expect(await db.select().from(people)).toHaveLength(1);
  await signIn(ctx, { email: "root@people.test", password: PASSWORD }, undefined);
});

test("concurrent starts create one configured admin", async () => {
  const admin = { email: "root@people.test", password: PASSWORD };
  await Promise.all(Array.from({ length: 4 }, () => bootstrapAdmin(ctx, admin)));
  expect(await db.select().from(people)).toHaveLength(1);
});

test("an existing person becomes the configured admin and keeps their password", async () => {
  const { email } = await newPerson();
  await bootstrapAdmin(ctx, { email, password: OTHER_PASSWORD });
  expect(await db.select().from(people)).toMatchObject([{ email, isAdmin: true }]);
  await signIn(ctx, { email, password: PASSWORD }, undefined);
});

test("a disabled person, or one with an unproven e-mail, does not become the configured admin", async () => {
  const { id, email } = await newPerson();
  const start = () => bootstrapAdmin(ctx, { email, password: OTHER_PASSWORD });
  const set = (change: Partial<Person>) => db.update(people).set(change).where(eq(people.id, id));
  await set({ emailProvenAt: null });
  await expect(start()).rejects.toThrow(/is not verified\. Run: npm run -s user -- password --email /);
  await set({ emailProvenAt: new Date(), disabledAt: new Date() });
  await expect(start()).rejects.toThrow(/is disabled\. Run: npm run -s user -- enable --email /);
  expect(await personOf(id)).toMatchObject({ isAdmin: false });
});

test("a disabled admin does not count: the configured admin is created", async () => {
  const { id } = await newPerson({ isAdmin: true });
  await db.update(people).set({ disabledAt: new Date() }).where(eq(people.id, id));
  await bootstrapAdmin(ctx, { email: "root@people.test", password: PASSWORD });
  await signIn(ctx, { email: "root@people.test", password: PASSWORD }, undefined);
});

test("a configured admin that cannot be created ends the start with a reason", async () => {
  const start = (email: string, password: string) => bootstrapAdmin(ctx, { email, password });
  await expect(start("root", "short")).rejects.toThrow(
    /ADMIN_EMAIL .*email: .*; password: must have at least 15/,
  );
  await expect(start("root@people.test", "passwordpassword")).rejects.toThrow(/easily guessed/);
});

const ISSUER = "https://provider.test";
const vouched = (email: string, subject = `subject of ${email}`) => ({
  issuer: ISSUER,
  subject,
  email,
  name: "Vouched",
});
const refused = { code: "sign-in-refused" };

test("identity provider: existing people sign in, invited people get an account, others are refused", async () => {
  const producer = await newProducer();
  const owner = await newMember(producer, "owner");
  expect(await signInElsewhere(ctx, vouched(owner.email))).toEqual({
    personId: owner.id,
    sessionVersion: 1,
  });
  const invited = vouched("invited@people.test");
  await expect(signInElsewhere(ctx, invited)).rejects.toMatchObject(refused);
  await inviteMember(ctxOfMember(producer, owner), { email: invited.email, role: "viewer", locale: "en" });
  const { personId } = await signInElsewhere(ctx, invited);
  expect(await personOf(personId)).toMatchObject({
    email: invited.email,
    name: "Vouched",
    emailProvenAt: expect.any(Date),
    passwordHash: null,
    isAdmin: false,
  });
  await db.update(people).set({ disabledAt: new Date() });
  await expect(signInElsewhere(ctx, invited)).rejects.toMatchObject(refused);
});

test("identity provider: an account with an unproven e-mail loses its password and sessions", async () => {
  const { id, email } = await newPerson();
  await db.update(people).set({ emailProvenAt: null }).where(eq(people.id, id));
  expect(await signInElsewhere(ctx, vouched(email))).toEqual({ personId: id, sessionVersion: 2 });
  expect(await personOf(id)).toMatchObject({ emailProvenAt: expect.any(Date), passwordHash: null });
  await expect(signIn(ctx, { email, password: PASSWORD }, undefined)).rejects.toMatchObject(refused);
  expect(await signInElsewhere(ctx, vouched(email))).toEqual({ personId: id, sessionVersion: 2 });
});

test("identity provider: an account with a proven e-mail keeps its password and sessions", async () => {
  const { id, email } = await newPerson();
  await signInElsewhere(ctx, vouched(email));
  expect(await signIn(ctx, { email, password: PASSWORD }, undefined)).toEqual({
    personId: id,
    sessionVersion: 1,
  });
});

test("identity provider: the identity decides, even if the e-mail has passed to another person", async () => {
  const { id, email } = await newPerson();
  await signInElsewhere(ctx, vouched(email, "leaver"));
  await expect(signInElsewhere(ctx, vouched(email, "successor"))).rejects.toMatchObject(refused);
  await expect(
    signInElsewhere(ctx, { ...vouched(email, "leaver"), issuer: "https://other.test" }),
  ).rejects.toMatchObject(refused);
  expect((await signInElsewhere(ctx, vouched("renamed@people.test", "leaver"))).personId).toBe(id);
  const other = await newPerson();
  expect((await signInElsewhere(ctx, vouched(other.email, "leaver"))).personId).toBe(id);
});

test("identity provider: an identity belongs to one person and needs a proven e-mail; the database enforces it", async () => {
  const [one, other] = [await newPerson(), await newPerson()];
  await signInElsewhere(ctx, vouched(one.email, "one"));
  const set = (change: Partial<Person>) => db.update(people).set(change).where(eq(people.id, other.id));
  await expect(set({ oidcIssuer: ISSUER, oidcSubject: "one" })).rejects.toThrow();
  await expect(set({ oidcIssuer: ISSUER })).rejects.toThrow();
  await expect(set({ oidcIssuer: ISSUER, oidcSubject: "b", emailProvenAt: null })).rejects.toThrow();
});
