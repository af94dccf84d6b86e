import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { memberships } from "@/db/schema/memberships";
import { producers } from "@/db/schema/producers";
import type { Ctx } from "@/server/core/ctx";
import { only } from "@/server/data/only";
import { acceptInvitationAs } from "@/server/domain/members/accept";
import { inviteAsAdmin } from "@/server/domain/members/invite";
import { removeMember } from "@/server/domain/members/remove";
import { closeProducer } from "@/server/domain/producers/close";
import { suspendProducer } from "@/server/domain/producers/suspend";
import { runtime } from "@/server/runtime/runtime";
import { ctxOf, newProducer, systemCtx } from "@/server/testing/factories";
import { newMember, newPerson } from "@/server/testing/people";
import { untilWaitedFor } from "@/server/testing/waiting";
import { emptySandbox } from "./empty";
import { openSandbox } from "./open";

// Holds decision 0078.

const { db } = runtime().database;

const rowOf = async (id: string) => only(await db.select().from(producers).where(eq(producers.id, id)));

/** A producer with a sandbox, and the context of calls in the sandbox. */
async function newWorld() {
  const live = await newProducer("Live");
  const { id: producerId } = await openSandbox(ctxOf(live));
  const { sandbox } = await rowOf(producerId);
  const ctx = ctxOf({ ...live, producerId });
  if (ctx.caller.kind !== "producer") throw new Error("A sandbox is a producer.");
  const inSandbox: Ctx = { ...ctx, caller: { ...ctx.caller, sandbox } };
  return { live, inSandbox };
}

async function newAdmin(): Promise<Ctx> {
  const { id, name } = await newPerson({ isAdmin: true });
  return { ...systemCtx(), caller: { kind: "admin", actor: { type: "user", id, name } } };
}

const closing = (producerId: string) => ({ producerId, name: "Live", reason: "Contract ended" });

test("a member who is removed while the sandbox is emptied is no member of the new one", async () => {
  const { live, inSandbox } = await newWorld();
  const member = await newMember(live, "editor");
  const { id, removing } = await db.transaction(async (tx) => {
    const { id } = await emptySandbox({ ...inSandbox, db: tx });
    const removing = removeMember(ctxOf(live), member.id);
    await untilWaitedFor(tx);
    return { id, removing };
  });
  await removing;
  expect(await db.select().from(memberships).where(eq(memberships.personId, member.id))).toEqual([]);
  expect(await rowOf(id)).toMatchObject({ sandboxOf: live.producerId, closedAt: null });
});

test("a person who joins while the sandbox is opened is a member of it", async () => {
  const live = await newProducer("Live");
  const person = await newPerson();
  const admin = await newAdmin();
  const invited = await inviteAsAdmin(admin, {
    producerId: live.producerId,
    email: person.email,
    role: "editor",
    locale: "en",
  });
  const secret = invited.link?.split("/").at(-1) ?? "";
  const opening = await db.transaction(async (tx) => {
    await acceptInvitationAs({ ...systemCtx(), db: tx }, person.id, secret);
    const opening = openSandbox(ctxOf(live));
    await untilWaitedFor(tx);
    return { opening };
  });
  const { id } = await opening.opening;
  expect(await db.select().from(memberships).where(eq(memberships.producerId, id))).toMatchObject([
    { personId: person.id, role: "editor" },
  ]);
});

test("409, 403: emptying the sandbox of a producer that is being closed or suspended", async () => {
  const admin = await newAdmin();
  for (const [end, code] of [
    [(ctx: Ctx, id: string) => closeProducer(ctx, closing(id)), "producer-closed"],
    [
      (ctx: Ctx, producerId: string) => suspendProducer(ctx, { producerId, reason: "Unpaid" }),
      "producer-suspended",
    ],
  ] as const) {
    const { live, inSandbox } = await newWorld();
    const { emptying } = await db.transaction(async (tx) => {
      await end({ ...admin, db: tx }, live.producerId);
      const emptying = emptySandbox(inSandbox).catch((error: unknown) => error);
      await untilWaitedFor(tx);
      return { emptying };
    });
    expect(await emptying).toMatchObject({ code });
    const open = await db.$count(producers, eq(producers.sandboxOf, live.producerId));
    expect(open).toBe(1);
  }
});
