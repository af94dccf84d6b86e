import { eq, sql } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import { auditEvents } from "@/db/schema/audit-events";
import type { KeysetPage } from "@/server/data/keyset";
import { deleteContent } from "@/server/domain/contents/delete";
import { deleteGroup } from "@/server/domain/groups/delete";
import { updateGroup } from "@/server/domain/groups/update";
import { acceptInvitationAs } from "@/server/domain/members/accept";
import { changeRole } from "@/server/domain/members/change-role";
import { inviteMember } from "@/server/domain/members/invite";
import { leaveProducer, removeMember } from "@/server/domain/members/remove";
import { revokeInvitation } from "@/server/domain/members/revoke-invitation";
import { signOutMember } from "@/server/domain/members/sign-out";
import { insertPerson } from "@/server/domain/people/create";
import { renameProducer } from "@/server/domain/producers/settings";
import { createToken } from "@/server/domain/tokens/create";
import { revokeToken } from "@/server/domain/tokens/revoke";
import { runtime } from "@/server/runtime/runtime";
import { newContent, newGroup, newItem, newProducer, systemCtx } from "@/server/testing/factories";
import { ctxOfMember, newMember } from "@/server/testing/people";
import { requestReplay } from "@/server/webhooks/deliveries/replay";
import { sendTestEvent } from "@/server/webhooks/deliveries/send-test";
import { createHook } from "@/server/webhooks/hooks/create";
import { deleteHook } from "@/server/webhooks/hooks/delete";
import { rotateHookSecret } from "@/server/webhooks/hooks/rotate-secret";
import { switchHookOn } from "@/server/webhooks/hooks/switch-on";
import { listAuditEvents } from "./list";
import type { AuditFilter } from "./schema";

// Holds decision 0024.

const PAGE: KeysetPage = { limit: 100 };

afterEach(() => {
  vi.useRealTimers();
});

async function newWorld() {
  const producer = await newProducer("Before");
  const person = await newMember(producer, "owner", { name: "Ada" });
  const ctx = ctxOfMember(producer, person);
  /** The audit events, newest first: action and target name. */
  const recorded = async (filter: AuditFilter = {}, page = PAGE) =>
    (await listAuditEvents(ctx, filter, page)).entries.map(({ action, targetName }) => [action, targetName]);
  return { producer, person, ctx, recorded };
}

test("changes of tokens, hooks, groups, contents and the producer are recorded with actor, time, action and target", async () => {
  const { producer, person, ctx, recorded } = await newWorld();
  const { producerId } = producer;
  const { id: token } = await createToken(ctx, { producerId, kind: "token", name: "Line 3" });
  await revokeToken(ctx, producerId, token);
  const receiver = { events: { names: ["*"], asList: false }, url: "https://example.com/", data: {} };
  const { id: hook } = (await createHook(ctx, "producer", receiver)).hook;
  await rotateHookSecret(ctx, hook);
  await switchHookOn(ctx, hook);
  await sendTestEvent(ctx, hook, "itemScanned");
  await requestReplay(ctx, { hookId: hook, since: 0 });
  await deleteHook(ctx, "producer", hook);
  const group = await newGroup(producer, { title: "Shoes" });
  await updateGroup(ctx, group, { title: "Boots", data: { text: "x".repeat(1_000) } });
  await createHook(ctx, { group }, receiver);
  await deleteGroup(ctx, group);
  const content = await newContent(producer, "text/plain", "x");
  await deleteContent(ctx, content);
  await renameProducer(ctx, "After");
  await newItem(producer);

  const all = await recorded();
  expect(all.map(([action]) => action).toReversed()).toEqual([
    "producerCreated",
    "tokenCreated",
    "tokenCreated",
    "tokenCreated",
    "tokenRevoked",
    "hookCreated",
    "hookSecretRotated",
    "hookSwitchedOn",
    "hookTestSent",
    "hookReplayed",
    "hookDeleted",
    "groupCreated",
    "groupChanged",
    "hookCreated",
    "groupDeleted",
    "hookDeleted",
    "contentCreated",
    "contentDeleted",
    "producerRenamed",
  ]);
  expect(await recorded({ kind: "token" })).toEqual([
    ["tokenRevoked", "Line 3"],
    ["tokenCreated", "Line 3"],
    ["tokenCreated", "Owner key"],
    ["tokenCreated", "First token"],
  ]);
  const { entries } = await listAuditEvents(ctx, {}, PAGE);
  expect(entries.find(({ action }) => action === "tokenRevoked")).toMatchObject({
    producerId,
    actorType: "user",
    actorId: person.id,
    actorName: "Ada",
    targetKind: "token",
    targetId: token,
  });
  expect(entries.find(({ action }) => action === "groupCreated")).toMatchObject({ actorType: "token" });
  expect(entries.find(({ action }) => action === "producerRenamed")?.changes).toEqual([
    { path: "/name", from: "Before", to: "After" },
  ]);
  // Long values are not stored, only that they changed.
  expect(entries.find(({ action }) => action === "groupChanged")?.changes).toEqual(
    expect.arrayContaining([{ path: "/title", from: "Shoes", to: "Boots" }, { path: "/data/text" }]),
  );
});

test("a replay is recorded with its actor, each time", async () => {
  const { producer, ctx } = await newWorld();
  const receiver = { events: { names: ["*"], asList: false }, url: "https://example.com/", data: {} };
  const { id: hookId } = (await createHook(ctx, "producer", receiver)).hook;
  const other = ctxOfMember(producer, await newMember(producer, "editor", { name: "Grace" }));
  for (const by of [ctx, other, other]) await requestReplay(by, { hookId, since: 0 });
  const { entries } = await listAuditEvents(ctx, { kind: "hook" }, PAGE);
  const replayers = entries.filter(({ action }) => action === "hookReplayed").map((entry) => entry.actorName);
  expect(replayers).toEqual(["Grace", "Grace", "Ada"]);
});

test("members are recorded by name when they are invited, join, change role, leave or are removed", async () => {
  const { producer, ctx, recorded } = await newWorld();
  const { producerId } = producer;
  const invite = (email: string) => inviteMember(ctx, { email, role: "viewer", locale: "en" });
  const joining = (email: string) =>
    insertPerson(ctx, {
      email,
      name: `Of ${email}`,
      passwordHash: null,
      emailProvenAt: null,
      isAdmin: false,
      locale: null,
    });
  const [one, two, three] = ["one", "two", "three"].map((name) => `${name}-${producerId}@people.test`);
  if (!one || !two || !three) throw new Error("unreachable");
  const join = async (email: string) => {
    const { link } = await invite(email);
    const person = await joining(email);
    await acceptInvitationAs({ ...systemCtx() }, person.id, link?.split("/").at(-1) ?? "");
    return person;
  };
  const leaver = await join(one);
  await leaveProducer(ctxOfMember(producer, leaver));
  const removed = await join(two);
  await changeRole(ctx, { personId: removed.id, role: "editor" });
  await signOutMember(ctx, removed.id);
  await removeMember(ctx, removed.id);
  await revokeInvitation(ctx, (await invite(three)).invitationId);
  expect((await recorded({ kind: "member" })).toReversed()).toEqual([
    ["memberInvited", one],
    ["memberJoined", leaver.name],
    ["memberLeft", leaver.name],
    ["memberInvited", two],
    ["memberJoined", removed.name],
    ["memberRoleChanged", removed.name],
    ["memberSignedOut", removed.name],
    ["memberRemoved", removed.name],
    ["memberInvited", three],
    ["invitationRevoked", three],
  ]);
  const { entries } = await listAuditEvents(ctx, { kind: "member" }, PAGE);
  expect(entries.filter(({ action }) => action === "memberJoined").map(({ actorId }) => actorId)).toEqual([
    removed.id,
    leaver.id,
  ]);
  expect(entries.find(({ action }) => action === "memberRoleChanged")?.changes).toEqual([
    { path: "/role", from: "viewer", to: "editor" },
  ]);
});

test("a change that is rolled back is not recorded", async () => {
  const { producer, ctx, recorded } = await newWorld();
  const before = await recorded();
  const undone = ctx.db.transaction(async (tx) => {
    await renameProducer({ ...ctx, db: tx }, "Never");
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  await expect(revokeToken(ctx, producer.producerId, "nothing")).rejects.toThrow();
  expect(await recorded()).toEqual(before);
});

test("pages contain each audit event once, newest first, and none of another producer", async () => {
  const [{ ctx, recorded }, other] = [await newWorld(), await newWorld()];
  await renameProducer(other.ctx, "Other");
  for (let n = 0; n < 7; n++) await renameProducer(ctx, `Name ${n}`);
  const names: (string | null)[] = [];
  let cursor: KeysetPage["cursor"];
  for (let pages = 0; pages < 4; pages++) {
    const { entries } = await listAuditEvents(ctx, {}, { cursor, limit: 3 });
    names.push(...entries.map(({ targetName }) => targetName));
    const last = entries.at(-1);
    cursor = last && { at: last.at, id: String(last.id) };
  }
  expect(names).toEqual((await recorded()).map(([, name]) => name));
  expect(names.slice(0, 2)).toEqual(["Name 6", "Name 5"]);
  expect(names).not.toContain("Other");
});

test("an audit event cannot be changed or deleted", async () => {
  const { producer } = await newWorld();
  const { db } = runtime().database;
  const of = eq(auditEvents.producerId, producer.producerId);
  const refused = { cause: expect.objectContaining({ message: "audit_events is append-only" }) };
  await expect(db.update(auditEvents).set({ actorName: "Other" }).where(of)).rejects.toMatchObject(refused);
  await expect(db.delete(auditEvents).where(of)).rejects.toMatchObject(refused);
  await expect(db.execute(sql`truncate audit_events`)).rejects.toMatchObject(refused);
});
