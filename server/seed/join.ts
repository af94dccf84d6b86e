import { type Ctx, inTransaction } from "@/server/core/ctx";
import { recordMemberAdded } from "@/server/domain/audit-log/record";
import { addMember } from "@/server/domain/members/add";

/** Makes a person an owner of a demo producer. */
export const joinDemo = (ctx: Ctx, who: { producerId: string; personId: string }): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const membership = { ...who, role: "owner" } as const;
    await addMember(ctx, membership);
    await recordMemberAdded(ctx, membership);
  });
