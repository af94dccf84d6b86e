import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { invitations } from "@/db/schema/invitations";
import type { Ctx } from "@/server/core/ctx";
import { inviteAsAdmin } from "@/server/domain/members/invite";
import { runtime } from "@/server/runtime/runtime";
import { newProducer, systemCtx } from "@/server/testing/factories";
import { newPerson } from "@/server/testing/people";
import { untilWaitedFor } from "@/server/testing/waiting";
import { makeAdmin, unmakeAdmin } from "./manage";

const { db } = runtime().database;

async function newAdmin() {
  const { id, name } = await newPerson({ isAdmin: true });
  const ctx: Ctx = { ...systemCtx(), caller: { kind: "admin", actor: { type: "user", id, name } } };
  return { id, ctx };
}

/** What a call of an admin ends with whose rights end while it waits. */
async function whileDemoted(call: (ctx: Ctx) => Promise<unknown>): Promise<unknown> {
  const [admin, former] = [await newAdmin(), await newAdmin()];
  const { ended } = await db.transaction(async (tx) => {
    await unmakeAdmin({ ...admin.ctx, db: tx }, former.id);
    const ended = call(former.ctx).catch((error: unknown) => error);
    await untilWaitedFor(tx);
    return { ended };
  });
  return ended;
}

test("403: an admin whose rights end while a call waits makes no other admin", async () => {
  const friend = await newPerson();
  expect(await whileDemoted((ctx) => makeAdmin(ctx, friend.id))).toMatchObject({ code: "not-an-admin" });
});

test("403: an admin whose rights end while a call waits invites no owner", async () => {
  const { producerId } = await newProducer();
  const invitation = { producerId, email: `${producerId}@people.test`, role: "owner", locale: "en" } as const;
  expect(await whileDemoted((ctx) => inviteAsAdmin(ctx, invitation))).toMatchObject({ code: "not-an-admin" });
  expect(await db.select().from(invitations).where(eq(invitations.producerId, producerId))).toEqual([]);
});
