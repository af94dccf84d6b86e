import { type Ctx, inTransaction } from "@/server/core/ctx";
import { recordMemberAdded } from "@/server/domain/audit-log/record";
import { addMember } from "@/server/domain/members/add";
import { insertPerson } from "@/server/domain/people/create";

/** An inspector of the demo. Without a password: an admin creates a link that sets one. */
async function addInspector(ctx: Ctx, producerId: string): Promise<void> {
  const { id: personId } = await insertPerson(ctx, {
    email: `inspector-${producerId}@demo.invalid`,
    emailProvenAt: null,
    name: "Ines Inspector",
    passwordHash: null,
    isAdmin: false,
    locale: null,
  });
  const membership = { producerId, personId, role: "inspector" } as const;
  await addMember(ctx, membership);
  await recordMemberAdded(ctx, membership);
}

/** Makes a person an owner of a demo producer, which then has an inspector as well. */
export const joinDemo = (ctx: Ctx, who: { producerId: string; personId: string }): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const membership = { ...who, role: "owner" } as const;
    await addMember(ctx, membership);
    await recordMemberAdded(ctx, membership);
    await addInspector(ctx, who.producerId);
  });
