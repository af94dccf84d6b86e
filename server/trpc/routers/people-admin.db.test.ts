import { expect, test } from "vitest";
import { z } from "zod";
import { get, post } from "@/server/testing/api";
import { callProcedure, newSignedIn, type SignedInPerson } from "@/server/testing/dashboard";
import { newItem, newProducer, newScan } from "@/server/testing/factories";

// Holds decision 0028.

const Person = z.object({
  id: z.string(),
  email: z.string(),
  isAdmin: z.boolean(),
  disabledAt: z.date().nullable(),
  signsInBy: z.string(),
  memberships: z.array(z.object({ producerName: z.string(), role: z.string() })),
});
const People = z.object({ entries: z.array(Person) });
const OneProducer = z.object({ versions: z.object({ name: z.string(), quotas: z.string() }) });

const newAdmin = () => newSignedIn([], { isAdmin: true });
const readPerson = async (who: SignedInPerson, by: SignedInPerson) =>
  Person.parse((await callProcedure("admin.person", { personId: who.personId }, by)).value);
const action = (path: string, who: SignedInPerson, by: SignedInPerson) =>
  callProcedure(`admin.${path}`, { personId: who.personId }, by);

/** Reads the current versions of a producer's page. */
const versionsOf = async (id: string, by: SignedInPerson) =>
  OneProducer.parse((await callProcedure("admin.producer", { id }, by)).value).versions;
const isSignedIn = async (who: SignedInPerson) => (await callProcedure("people.me", {}, who)).status === 200;

test("all people are listed and searched with their memberships; credentials are not returned", async () => {
  const admin = await newAdmin();
  const producer = await newProducer("Listed brand");
  const editor = await newSignedIn([{ producer, role: "editor" }]);
  const listed = async (filter: object) =>
    People.parse((await callProcedure("admin.people", { filter, limit: 100 }, admin)).value).entries;
  const [found, ...others] = await listed({ search: editor.email.slice(0, 20).toUpperCase() });
  expect(others).toEqual([]);
  expect(found).toMatchObject({
    id: editor.personId,
    memberships: [{ producerName: "Listed brand", role: "editor" }],
    signsInBy: "nothing",
  });
  expect((await listed({ only: "admins" })).every(({ isAdmin }) => isAdmin)).toBe(true);
  const { value } = await callProcedure("admin.people", {}, admin);
  expect(JSON.stringify(value)).not.toMatch(/argon2|passwordHash|oidc/);
});

test("403: only admins can see and change people", async () => {
  const owner = await newSignedIn([{ producer: await newProducer(), role: "owner" }]);
  for (const path of ["person", "disablePerson", "enablePerson", "makeAdmin", "unmakeAdmin", "signOutPerson"])
    expect((await action(path, owner, owner)).failure).toMatchObject({ appCode: "not-an-admin" });
});

test("disabling signs a person out immediately, enabling permits a new sign-in; both are recorded", async () => {
  const admin = await newAdmin();
  const person = await newSignedIn();
  expect((await action("disablePerson", person, admin)).status).toBe(200);
  expect(await isSignedIn(person)).toBe(false);
  expect((await readPerson(person, admin)).disabledAt).not.toBeNull();
  expect((await action("makeAdmin", person, admin)).failure?.appCode).toBe("person-disabled");
  expect((await action("enablePerson", person, admin)).status).toBe(200);
  expect(await isSignedIn(person)).toBe(false);
  const AuditEvents = z.object({
    entries: z.array(z.object({ action: z.string(), target: z.object({ id: z.string() }) })),
  });
  const { entries } = AuditEvents.parse(
    (await callProcedure("admin.auditEvents", { kind: "person" }, admin)).value,
  );
  const own = entries.filter(({ target }) => target.id === person.personId).map(({ action }) => action);
  expect(own).toEqual(["personEnabled", "personDisabled"]);
});

test("all sessions of a person can be ended", async () => {
  const person = await newSignedIn();
  expect(await isSignedIn(person)).toBe(true);
  expect((await action("signOutPerson", person, await newAdmin())).status).toBe(200);
  expect(await isSignedIn(person)).toBe(false);
});

test("409: admins cannot disable themselves", async () => {
  const admin = await newAdmin();
  await newAdmin();
  expect((await action("disablePerson", admin, admin)).failure?.appCode).toBe("own-account");
});

test("409: the last admin stays admin, even if two revoke each other concurrently", async () => {
  const admin = await newAdmin();
  const People = z.object({ entries: z.array(z.object({ id: z.string() })) });
  const all = async () =>
    People.parse(
      (await callProcedure("admin.people", { filter: { only: "admins" }, limit: 100 }, admin)).value,
    ).entries.map(({ id }) => id);
  for (const id of await all())
    if (id !== admin.personId) await callProcedure("admin.unmakeAdmin", { personId: id }, admin);
  expect((await action("unmakeAdmin", admin, admin)).failure?.appCode).toBe("last-admin");
  const other = await newSignedIn();
  await action("makeAdmin", other, admin);
  const replies = await Promise.all([
    action("unmakeAdmin", other, admin),
    action("unmakeAdmin", admin, other),
  ]);
  const left = await Promise.all([admin, other].map((who) => callProcedure("admin.people", {}, who)));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(left.filter(({ status }) => status === 200)).toHaveLength(1);
});

const Open = z.object({
  entries: z.array(z.object({ id: z.string(), email: z.string(), producerName: z.string() })),
});
const openInvitations = async (admin: SignedInPerson, search: string) =>
  Open.parse((await callProcedure("admin.invitations", { search }, admin)).value).entries;
const invite = (admin: SignedInPerson, producerId: string, email: string) =>
  callProcedure("admin.invite", { producerId, email, role: "owner" }, admin);

test("open invitations of all producers are listed, resent with a new link, and revoked", async () => {
  const admin = await newAdmin();
  const { producerId } = await newProducer("Inviting brand");
  const email = `${producerId}@example.com`;
  const Link = z.object({ link: z.string() });
  const first = Link.parse((await invite(admin, producerId, email)).value).link;
  const [open] = await openInvitations(admin, email);
  expect(open).toMatchObject({ email, producerName: "Inviting brand" });
  const again = await callProcedure("admin.resendInvitation", { invitationId: open?.id }, admin);
  const second = Link.parse(again.value).link;
  const opens = async (link: string) =>
    (await callProcedure("members.invitation", { secret: link.split("/").at(-1) })).status;
  expect([await opens(first), await opens(second)]).toEqual([404, 200]);
  const [renewed] = await openInvitations(admin, email);
  await callProcedure("admin.revokeInvitation", { invitationId: renewed?.id }, admin);
  expect(await openInvitations(admin, email)).toEqual([]);
  expect(await opens(second)).toBe(404);
});

test("who is no admin any longer leaves no open invitation, except to producers that are theirs", async () => {
  const [foreign, own] = [await newProducer(), await newProducer()];
  const former = await newSignedIn([{ producer: own, role: "owner" }], { isAdmin: true });
  const Link = z.object({ link: z.string() });
  const secrets: string[] = [];
  for (const { producerId } of [foreign, own]) {
    const { link } = Link.parse((await invite(former, producerId, `${producerId}@example.com`)).value);
    secrets.push(link.split("/").at(-1) ?? "");
  }
  expect((await action("unmakeAdmin", former, await newAdmin())).status).toBe(200);
  const opened = await Promise.all(secrets.map((secret) => callProcedure("members.invitation", { secret })));
  expect(opened.map(({ status, failure }) => [status, failure?.appCode])).toEqual([
    [404, "invitation-not-open"],
    [200, undefined],
  ]);
});

test("409: a suspended producer has no new or resent invitations", async () => {
  const admin = await newAdmin();
  const { producerId } = await newProducer();
  const email = `${producerId}@example.com`;
  await invite(admin, producerId, email);
  await callProcedure("admin.suspend", { producerId, reason: "Unpaid" }, admin);
  const refused = { httpStatus: 409, appCode: "invitation-to-suspended" };
  expect((await invite(admin, producerId, `b-${email}`)).failure).toMatchObject(refused);
  const [open] = await openInvitations(admin, email);
  const again = await callProcedure("admin.resendInvitation", { invitationId: open?.id }, admin);
  expect(again.failure).toMatchObject(refused);
});

test("an admin renames a producer and sets its quota; both are in the producer's audit log", async () => {
  const admin = await newAdmin();
  const producer = await newProducer("Before");
  const owner = await newSignedIn([{ producer, role: "owner" }]);
  const { producerId } = producer;
  const versions = await versionsOf(producerId, admin);
  await callProcedure("admin.rename", { producerId, name: "  After  ", version: versions.name }, admin);
  const quotas = { producerId, fileBytes: 5_000, recordBytes: 6_000, version: versions.quotas };
  await callProcedure("admin.setQuotas", quotas, admin);
  const { value } = await callProcedure("producers.current", {}, owner);
  expect(value).toMatchObject({ name: "After", quota: 5_000 });
  const AuditEvents = z.object({
    entries: z.array(z.object({ action: z.string(), changes: z.array(z.unknown()) })),
  });
  const { entries } = AuditEvents.parse(
    (await callProcedure("auditEvents.list", { filter: { kind: "producer" } }, owner)).value,
  );
  expect(entries.slice(0, 2)).toMatchObject([
    {
      action: "producerQuotaChanged",
      changes: [
        { path: "/quota", to: 5_000 },
        { path: "/recordQuota", to: 6_000 },
      ],
    },
    { action: "producerRenamed", changes: [{ path: "/name", from: "Before", to: "After" }] },
  ]);
  const { quotas: version } = await versionsOf(producerId, admin);
  const negative = await callProcedure("admin.setQuotas", { ...quotas, fileBytes: -1, version }, admin);
  expect(negative.status).toBe(400);
});

test("closing a producer refuses tokens and members, removes hooks, keeps items scannable, and is permanent", async () => {
  const admin = await newAdmin();
  const producer = await newProducer("Acme Closing");
  const other = await newProducer("Other brand");
  const owner = await newSignedIn([
    { producer, role: "owner" },
    { producer: other, role: "viewer" },
  ]);
  const { producerId, token } = producer;
  const item = await newItem(producer);
  await post("/producers/hooks", { events: "*", url: "https://receiver.test/" }, { token });
  await invite(admin, producerId, `${producerId}@example.com`);
  const versions = await versionsOf(producerId, admin);
  const close = (name: string) =>
    callProcedure("admin.close", { producerId, name, reason: "Contract ended" }, admin);
  expect((await close("acme closing")).failure?.errors).toMatchObject([{ pointer: "/name" }]);
  expect((await close("Acme Closing")).status).toBe(200);

  expect((await get("/scans", { token })).status).toBe(403);
  const me = z.object({ memberships: z.array(z.object({ producerName: z.string() })) });
  const { memberships } = me.parse((await callProcedure("people.me", {}, owner)).value);
  expect(memberships).toEqual([{ producerName: "Other brand" }]);
  const asMember = { ...owner, headers: { "x-assay-producer": producerId } };
  expect((await callProcedure("items.list", {}, asMember)).status).toBe(403);
  expect(await openInvitations(admin, producerId)).toEqual([]);
  await newScan(item);
  expect((await get(`/items/${item}`)).status).toBe(200);
  const page = z.object({
    hooks: z.object({ all: z.number() }),
    tokens: z.array(z.object({ revokedAt: z.date() })),
  });
  const seen = page.parse((await callProcedure("admin.producer", { id: producerId }, admin)).value);
  expect(seen.hooks).toEqual({ all: 0 });
  for (const path of ["reactivate", "suspend", "close", "rename", "setQuotas"]) {
    const version = path === "setQuotas" ? versions.quotas : versions.name;
    const input = {
      producerId,
      reason: "Again",
      name: "Acme Closing",
      fileBytes: 1,
      recordBytes: 1,
      version,
    };
    expect((await callProcedure(`admin.${path}`, input, admin)).failure?.appCode).toBe("producer-closed");
  }
  expect((await invite(admin, producerId, "later@example.com")).failure?.appCode).toBe("producer-closed");
});

test("an admin reads the assessment of any producer's scan", async () => {
  const id = await newScan(await newItem(await newProducer()));
  const { value } = await callProcedure("admin.assessment", { id }, await newAdmin());
  expect(value).toMatchObject({ state: expect.stringMatching(/pending|clear/) });
});
