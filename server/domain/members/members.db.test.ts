import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { invitations } from "@/db/schema/invitations";
import { memberships } from "@/db/schema/memberships";
import { people } from "@/db/schema/people";
import { producers } from "@/db/schema/producers";
import type { Ctx } from "@/server/core/ctx";
import { signIn } from "@/server/domain/people/sign-in";
import type { NewProducer } from "@/server/domain/producers/create";
import { newId } from "@/server/platform/ids";
import { runtime } from "@/server/runtime/runtime";
import { newProducer, systemCtx } from "@/server/testing/factories";
import { ctxOfMember, newMember, newPerson, PASSWORD } from "@/server/testing/people";
import { acceptInvitation, acceptInvitationAs, readInvitation } from "./accept";
import { addMember } from "./add";
import { changeRole } from "./change-role";
import { inviteAsAdmin, inviteMember } from "./invite";
import { listMembers } from "./list";
import { listInvitations } from "./list-invitations";
import { leaveProducer, removeMember } from "./remove";
import { revokeInvitation } from "./revoke-invitation";
import { NewInvitation } from "./schema";
import { signOutMember } from "./sign-out";

// Holds decision 0022.

const system = systemCtx();
const { db } = runtime().database;

async function world() {
  const producer = await newProducer("Acme");
  const owner = await newMember(producer, "owner", { name: "Olga Owner" });
  return { producer, owner, ctx: ctxOfMember(producer, owner) };
}

const rolesOf = async ({ producerId }: NewProducer) =>
  Object.fromEntries(
    (await db.select().from(memberships).where(eq(memberships.producerId, producerId))).map((member) => [
      member.personId,
      member.role,
    ]),
  );

const invitee = (email = `${newId()}@people.test`) => ({ email, role: "editor", locale: "en" }) as const;
const secretOf = (link: string | null) =>
  /^https:\/\/assay\.test\/invite\/([\w-]{43})$/.exec(link ?? "")?.[1] ?? "";
const newcomer = (secret: string) =>
  ({ secret, name: "Nora New", password: PASSWORD, locale: "de" }) as const;
const notOpen = { kind: "notFound", code: "invitation-not-open" };

test("an invitation is a link for seven days, stored as a hash; without a mail server nothing is mailed", async () => {
  const { producer, owner, ctx } = await world();
  const invited = await inviteMember(ctx, invitee("one@people.test"));
  expect(invited.expiresAt.getTime() - Date.now()).toBeGreaterThan(7 * 86_400_000 - 60_000);
  expect(await listInvitations(ctx)).toMatchObject([
    { id: invited.invitationId, email: "one@people.test", role: "editor", invitedBy: owner.name },
  ]);
  const secret = secretOf(invited.link);
  const [row] = await db.select().from(invitations).where(eq(invitations.id, invited.invitationId));
  expect(JSON.stringify(row)).not.toContain(secret);
  expect(await readInvitation(system, secret)).toEqual({
    producerId: producer.producerId,
    producerName: "Acme",
    email: "one@people.test",
    role: "editor",
    expiresAt: invited.expiresAt,
    isKnown: false,
  });
});

test("a new person accepts with a password and can sign in; the link works once", async () => {
  const { producer, ctx } = await world();
  const { email } = invitee();
  const secret = secretOf((await inviteMember(ctx, invitee(email))).link);
  const { personId } = await acceptInvitation(system, newcomer(secret));
  expect((await rolesOf(producer))[personId]).toBe("editor");
  expect((await signIn(system, { email, password: PASSWORD }, undefined)).personId).toBe(personId);
  expect(await listInvitations(ctx)).toEqual([]);
  await expect(acceptInvitation(system, newcomer(secret))).rejects.toMatchObject(notOpen);
  await expect(acceptInvitationAs(system, personId, secret)).rejects.toMatchObject(notOpen);
});

test("of several concurrent acceptances, one succeeds", async () => {
  const { producer, ctx } = await world();
  const secret = secretOf((await inviteMember(ctx, invitee())).link);
  const all = await Promise.allSettled(
    Array.from({ length: 5 }, () => acceptInvitation(system, newcomer(secret))),
  );
  expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(Object.keys(await rolesOf(producer))).toHaveLength(2);
});

test("a person with an account signs in to accept, and can belong to several producers", async () => {
  const [one, two] = [await world(), await world()];
  const person = await newMember(one.producer, "viewer");
  const secret = secretOf((await inviteMember(two.ctx, invitee(person.email))).link);
  expect((await readInvitation(system, secret)).isKnown).toBe(true);
  await expect(acceptInvitation(system, newcomer(secret))).rejects.toMatchObject({ code: "sign-in-first" });
  expect(await acceptInvitationAs(system, person.id, secret)).toEqual({
    producerId: two.producer.producerId,
  });
  expect((await rolesOf(one.producer))[person.id]).toBe("viewer");
  expect((await rolesOf(two.producer))[person.id]).toBe("editor");
});

test("403: an invitation cannot be accepted while its producer is suspended; afterwards it works", async () => {
  const { producer, ctx } = await world();
  const [one, other] = [invitee(), await newPerson()];
  const secrets = [secretOf((await inviteMember(ctx, one)).link)];
  secrets.push(secretOf((await inviteMember(ctx, invitee(other.email))).link));
  const [first = "", second = ""] = secrets;
  const suspended = (at: Date | null) =>
    db
      .update(producers)
      .set({ suspendedAt: at, suspendedReason: at && "fakes of their own" })
      .where(eq(producers.id, producer.producerId));
  await suspended(new Date());
  const refusal = { kind: "forbidden", code: "producer-suspended" };
  await expect(acceptInvitation(system, newcomer(first))).rejects.toMatchObject(refusal);
  await expect(acceptInvitationAs(system, other.id, second)).rejects.toMatchObject(refusal);
  await suspended(null);
  await acceptInvitation(system, newcomer(first));
  await acceptInvitationAs(system, other.id, second);
  expect(Object.keys(await rolesOf(producer))).toHaveLength(3);
});

test("only an admin can invite the first owner of a producer", async () => {
  const { producer, ctx } = await world();
  const { id, name } = await newPerson({ isAdmin: true });
  const admin: Ctx = { ...system, caller: { kind: "admin", actor: { type: "user", id, name } } };
  const { email } = invitee();
  const wish = { producerId: producer.producerId, email, role: "owner" as const, locale: "en" as const };
  const { personId } = await acceptInvitation(
    system,
    newcomer(secretOf((await inviteAsAdmin(admin, wish)).link)),
  );
  expect((await rolesOf(producer))[personId]).toBe("owner");
  await expect(inviteAsAdmin(admin, { ...wish, producerId: newId() })).rejects.toMatchObject({
    code: "producer-not-found",
  });
  await expect(inviteAsAdmin(ctx, wish)).rejects.toMatchObject({ code: "not-an-admin" });
});

test("403: an invitation cannot be accepted with another e-mail", async () => {
  const { producer, ctx } = await world();
  const other = await newPerson();
  const secret = secretOf((await inviteMember(ctx, invitee())).link);
  await expect(acceptInvitationAs(system, other.id, secret)).rejects.toMatchObject({
    kind: "forbidden",
    code: "invitation-of-another",
  });
  expect((await rolesOf(producer))[other.id]).toBeUndefined();
});

test("404: unknown, expired, revoked and replaced invitations", async () => {
  const { ctx } = await world();
  const refused = (secret: string) =>
    expect(acceptInvitation(system, newcomer(secret))).rejects.toMatchObject(notOpen);
  for (const secret of ["", "x", "a".repeat(43), "\0", "ä".repeat(50)]) await refused(secret);

  const expired = await inviteMember(ctx, invitee());
  await db
    .update(invitations)
    .set({ createdAt: sql`now() - interval '8 days'`, expiresAt: sql`now() - interval '1 second'` })
    .where(eq(invitations.id, expired.invitationId));
  await refused(secretOf(expired.link));

  const revoked = await inviteMember(ctx, invitee());
  await revokeInvitation(ctx, revoked.invitationId);
  await refused(secretOf(revoked.link));

  const { email } = invitee();
  const replaced = await inviteMember(ctx, invitee(email));
  const anew = await inviteMember(ctx, { ...invitee(email), role: "viewer" });
  await refused(secretOf(replaced.link));
  expect((await readInvitation(system, secretOf(anew.link))).role).toBe("viewer");
});

test("400: an easily guessed password leaves the invitation open", async () => {
  const { ctx } = await world();
  const secret = secretOf((await inviteMember(ctx, invitee())).link);
  await expect(
    acceptInvitation(system, { ...newcomer(secret), password: "nora new nora new" }),
  ).rejects.toMatchObject({ kind: "invalid" });
  await acceptInvitation(system, newcomer(secret));
});

test("409: a member cannot be invited or added again", async () => {
  const { producer, owner, ctx } = await world();
  await expect(inviteMember(ctx, invitee(owner.email))).rejects.toMatchObject({ code: "already-member" });
  await expect(
    addMember(system, { producerId: producer.producerId, personId: owner.id, role: "viewer" }),
  ).rejects.toMatchObject({ code: "already-member" });
});

test("429: a producer cannot invite more than 100 times a day", async () => {
  const { producer, ctx } = await world();
  await db.insert(invitations).values(
    Array.from({ length: 100 }, (_, n) => ({
      id: newId(),
      producerId: producer.producerId,
      email: `n${n}@people.test`,
      role: "viewer" as const,
      hash: Buffer.from(newId().padEnd(64, "0").replaceAll("-", "0").slice(0, 64), "hex"),
      expiresAt: sql`now() + interval '7 days'`,
    })),
  );
  await expect(inviteMember(ctx, invitee())).rejects.toMatchObject({ kind: "tooManyRequests" });
});

test("input: the e-mail is lower-cased, and the role must be known", () => {
  expect(NewInvitation.parse({ email: " A@B.Example ", role: "viewer" })).toEqual({
    email: "a@b.example",
    role: "viewer",
    locale: "en",
  });
  for (const bad of [
    { email: "a@b.example", role: "admin" },
    { email: "a@b.example\nBcc: c@d.example", role: "viewer" },
    { email: "A <a@b.example>", role: "viewer" },
    { email: "", role: "viewer" },
  ]) {
    expect(NewInvitation.safeParse(bad).success).toBe(false);
  }
});

test("an owner changes roles and removes members; 404 for members of another producer", async () => {
  const [mine, other] = [await world(), await world()];
  const member = await newMember(mine.producer, "viewer");
  const foreign = await newMember(other.producer, "viewer");
  await changeRole(mine.ctx, { personId: member.id, role: "editor" });
  expect((await rolesOf(mine.producer))[member.id]).toBe("editor");
  const none = { kind: "notFound", code: "member-not-found" };
  for (const personId of [foreign.id, newId(), "no id"]) {
    await expect(changeRole(mine.ctx, { personId, role: "owner" })).rejects.toMatchObject(none);
    await expect(removeMember(mine.ctx, personId)).rejects.toMatchObject(none);
    await expect(signOutMember(mine.ctx, personId)).rejects.toMatchObject(none);
  }
  const invited = await inviteMember(other.ctx, invitee());
  await expect(revokeInvitation(mine.ctx, invited.invitationId)).rejects.toMatchObject({ kind: "notFound" });
  expect(await rolesOf(other.producer)).toEqual({ [other.owner.id]: "owner", [foreign.id]: "viewer" });
  await removeMember(mine.ctx, member.id);
  expect(await rolesOf(mine.producer)).toEqual({ [mine.owner.id]: "owner" });
  expect(await listMembers(mine.ctx)).toMatchObject([{ personId: mine.owner.id, role: "owner" }]);
});

test("403: a caller without a producer cannot read or change members", async () => {
  const forbidden = { kind: "forbidden" };
  await expect(listMembers(system)).rejects.toMatchObject(forbidden);
  await expect(listInvitations(system)).rejects.toMatchObject(forbidden);
  await expect(inviteMember(system, invitee())).rejects.toMatchObject(forbidden);
  await expect(changeRole(system, { personId: newId(), role: "owner" })).rejects.toMatchObject(forbidden);
  await expect(removeMember(system, newId())).rejects.toMatchObject(forbidden);
  await expect(revokeInvitation(system, newId())).rejects.toMatchObject(forbidden);
});

test("409: the last owner cannot be removed or demoted", async () => {
  const { producer, owner, ctx } = await world();
  const last = { kind: "conflict", code: "last-owner" };
  await newMember(producer, "editor");
  await expect(removeMember(ctx, owner.id)).rejects.toMatchObject(last);
  await expect(changeRole(ctx, { personId: owner.id, role: "editor" })).rejects.toMatchObject(last);
  await changeRole(ctx, { personId: owner.id, role: "owner" });
  const second = await newMember(producer, "owner");
  await changeRole(ctx, { personId: owner.id, role: "viewer" });
  await expect(removeMember(ctxOfMember(producer, second), second.id)).rejects.toMatchObject(last);
  await expect(leaveProducer(ctxOfMember(producer, second))).rejects.toMatchObject(last);
});

test("of two owners who remove or demote each other concurrently, one succeeds", async () => {
  for (let round = 0; round < 5; round++) {
    const { producer, owner } = await world();
    const others = await Promise.all([1, 2].map(() => newMember(producer, "owner")));
    const [one = owner, two = owner] = others;
    const rivals = await Promise.allSettled([
      removeMember(ctxOfMember(producer, one), two.id),
      changeRole(ctxOfMember(producer, two), { personId: one.id, role: "viewer" }),
    ]);
    expect(rivals.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const owners = Object.values(await rolesOf(producer)).filter((role) => role === "owner");
    expect(owners).toHaveLength(2);
  }
});

test("403: a former owner cannot change members", async () => {
  const { producer, owner, ctx } = await world();
  const former = await newMember(producer, "owner");
  const formerCtx = ctxOfMember(producer, former);
  const open = await inviteMember(ctx, invitee());
  const tooLow = { kind: "forbidden", code: "role-too-low" };
  const refuseAll = async () => {
    await expect(removeMember(formerCtx, owner.id)).rejects.toMatchObject(tooLow);
    await expect(changeRole(formerCtx, { personId: former.id, role: "owner" })).rejects.toMatchObject(tooLow);
    await expect(inviteMember(formerCtx, invitee())).rejects.toMatchObject(tooLow);
    await expect(signOutMember(formerCtx, owner.id)).rejects.toMatchObject(tooLow);
    await expect(revokeInvitation(formerCtx, open.invitationId)).rejects.toMatchObject(tooLow);
  };
  await changeRole(ctx, { personId: former.id, role: "editor" });
  await refuseAll();
  await removeMember(ctx, former.id);
  await refuseAll();
  await expect(leaveProducer(formerCtx)).rejects.toMatchObject({ code: "member-not-found" });
  expect(await rolesOf(producer)).toEqual({ [owner.id]: "owner" });
});

test("open invitations of a former owner are revoked, so that none of them leads back", async () => {
  const { producer, owner, ctx } = await world();
  const kept = await inviteMember(ctx, invitee());
  for (const loseOwnership of [
    (id: string) => removeMember(ctx, id),
    (id: string) => changeRole(ctx, { personId: id, role: "viewer" }),
    (_: string, own: Ctx) => leaveProducer(own),
  ]) {
    const other = await newMember(producer, "owner");
    const own = ctxOfMember(producer, other);
    const { link } = await inviteMember(own, invitee());
    await loseOwnership(other.id, own);
    await expect(acceptInvitation(system, newcomer(secretOf(link)))).rejects.toMatchObject(notOpen);
  }
  expect(await listInvitations(ctx)).toMatchObject([{ id: kept.invitationId, invitedBy: owner.name }]);
});

test("409: a disabled owner does not count as the last owner", async () => {
  const { producer, owner, ctx } = await world();
  const disabled = await newMember(producer, "owner");
  await db.update(people).set({ disabledAt: new Date() }).where(eq(people.id, disabled.id));
  await expect(leaveProducer(ctx)).rejects.toMatchObject({ code: "last-owner" });
  await removeMember(ctx, disabled.id);
  expect(await rolesOf(producer)).toEqual({ [owner.id]: "owner" });
});

test("an owner can end a member's sessions", async () => {
  const { producer, ctx } = await world();
  const member = await newMember(producer, "viewer");
  await signOutMember(ctx, member.id);
  const [row] = await db.select().from(people).where(eq(people.id, member.id));
  expect(row?.sessionVersion).toBe(2);
});

test("database constraints enforce the rules of invitations and memberships", async () => {
  const { producer, owner, ctx } = await world();
  const { invitationId } = await inviteMember(ctx, invitee());
  const one = eq(invitations.id, invitationId);
  const [row] = await db.select().from(invitations).where(one);
  if (!row) throw new Error("No invitation.");
  const refused = (work: PromiseLike<unknown>) => expect(Promise.resolve(work)).rejects.toThrow();
  await refused(db.insert(invitations).values({ ...row, id: newId(), hash: Buffer.alloc(32) }));
  await refused(db.insert(invitations).values({ ...row, id: newId(), email: "x@y.example" }));
  await refused(db.update(invitations).set({ email: "X@Y.example" }).where(one));
  await refused(
    db
      .update(invitations)
      .set({ hash: Buffer.alloc(31) })
      .where(one),
  );
  await refused(db.update(invitations).set({ expiresAt: row.createdAt }).where(one));
  await refused(db.update(invitations).set({ acceptedAt: new Date(), revokedAt: new Date() }).where(one));
  await refused(db.execute(sql`update invitations set role = 'admin' where id = ${invitationId}`));
  await refused(db.execute(sql`update memberships set role = 'admin' where person_id = ${owner.id}`));
  await refused(
    db.insert(memberships).values({ personId: owner.id, producerId: producer.producerId, role: "viewer" }),
  );
  await db.delete(people).where(eq(people.id, owner.id));
  expect(await rolesOf(producer)).toEqual({});
});
